import { type RefObject, useEffect, useRef } from "react";

/** Focuses the field when it appears. */
export const useFirstFocus = (): RefObject<HTMLInputElement> => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
};
