import type { ReactNode } from "react";
/** x. */
export const Overview = (): ReactNode => null;
