import type { ReactNode } from "react";
/** x. */
export const SettingsView = (): ReactNode => null;
