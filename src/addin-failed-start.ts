// Loaded when the add-in could not start: the first script need not hold these sentences.
import { UnusableDeployment } from "./addin-deployment";
import { AddinError } from "./error/addin-error";
import { sayStart } from "./text/say-start";

/** The one sentence that pane and cells show instead of anything else. */
export const notStarted = (cause: unknown): AddinError =>
  new AddinError("unexpected", sayStart("start.failed", { why: reasonOf(cause) }), { cause });

const reasonOf = (cause: unknown): string => {
  if (cause instanceof UnusableDeployment) return sayStart(`start.${cause.why}`, { what: cause.message });
  return cause instanceof Error ? cause.message : String(cause);
};
