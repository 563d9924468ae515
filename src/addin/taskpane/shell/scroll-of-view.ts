import { type RefObject, useEffect, useRef } from "react";
import type { ViewName } from "../state/pane-state";

/** A view opens at its top, and where it was left when it is opened again; the scrolled element is the same for all. */
export const useScrollOfView = (body: RefObject<HTMLElement | null>, view: ViewName): void => {
  const left = useRef(new Map<ViewName, number>());
  useEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    element.scrollTop = left.current.get(view) ?? 0;
    const remember = (): void => void left.current.set(view, element.scrollTop);
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [body, view]);
};
