import type { ReactNode } from "react";
/** x. */
export const CreateUniverse = (): ReactNode => null;
/** x. */
export const EditUniverse = (): ReactNode => null;
