import type { ReactNode } from "react";
/** x. */
export const BuilderView = (): ReactNode => null;
