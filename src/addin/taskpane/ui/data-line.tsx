import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { Quiet } from "./layout";

/** Says where the companies and documents come from: made up, imported by this installation, or a service by its host. */
export const DataLine = (): ReactNode => {
  const { data, baseUrl } = usePane().deps.deployment;
  if (data === "made-up") return <Quiet>{t("data.madeUp")}</Quiet>;
  return <Quiet>{data === "own" ? t("data.own") : t("data.service", { host: new URL(baseUrl).host })}</Quiet>;
};
