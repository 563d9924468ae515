import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { Quiet } from "./layout";

/** Up to so many calls nobody needs to think about. */
const fewCalls = 10;

/** Whether so few calls are made that they are not said. */
export const isCheap = (calls: number): boolean => calls <= fewCalls;

/** `25 calls`; undefined for a few. */
export const describeCost = (calls: number): string | undefined =>
  isCheap(calls) ? undefined : t("pane.calls", { count: calls });

/** How many calls the button beside it makes, where they are many. */
export const Cost = ({ calls }: { readonly calls: number }): ReactNode =>
  isCheap(calls) ? null : <Quiet>{describeCost(calls)}</Quiet>;
