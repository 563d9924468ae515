import { UnusableDeployment } from "./deployment";
import { AddinError } from "../engine/http/addin-error";
import { functions } from "../i18n/locales/en/functions";
import { addMessages, t } from "../i18n/t";

addMessages("en", functions);

/** The error that the pane and every cell show when the add-in could not start. */
export const notStarted = (cause: unknown): AddinError =>
  new AddinError("unexpected", t("start.failed", { why: startFailure(cause) }), { cause });

const startFailure = (cause: unknown): string => {
  if (cause instanceof UnusableDeployment) return t(`start.${cause.why}`, { what: cause.message });
  return cause instanceof Error ? cause.message : String(cause);
};
