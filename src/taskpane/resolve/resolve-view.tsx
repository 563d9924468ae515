import type { ReactNode } from "react";
/** x. */
export const ResolveView = (): ReactNode => null;
