import type { ReactNode } from "react";
/** x. */
export const BrowseEntities = (): ReactNode => null;
