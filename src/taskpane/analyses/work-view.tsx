import type { ReactNode } from "react";
/** x. */
export const WorkView = (): ReactNode => null;
