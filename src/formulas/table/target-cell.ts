import { AddinError } from "../../engine/http/addin-error";
import type { EngineAccess } from "./context";
import { CellError } from "./matrix";

/**
 * The result of `work`. A failure, or the error of a cell that `work` reads, becomes a value of the target cell or row, so that the other
 * rows are still shown.
 * @throws whatever `work` throws where the formula was cancelled, and where it is neither; in a preview every AddinError.
 */
export const inTargetCell = async <Answer>(
  { requestContext }: EngineAccess,
  work: () => Answer | Promise<Answer>,
): Promise<Answer | AddinError | CellError> => {
  try {
    return await work();
  } catch (error) {
    if (requestContext.signal.aborted) throw error;
    if (error instanceof CellError || (error instanceof AddinError && !requestContext.memoryOnly)) return error;
    throw error;
  }
};

/**
 * Returns the answers unchanged if at least one succeeded. A formula that failed completely is recalculated when that can help.
 * @throws AddinError the first failure where all answers failed.
 */
export const unlessAllFailed = <Answer>(answers: readonly (Answer | AddinError | CellError)[]): typeof answers => {
  const first = answers.find((answer) => answer instanceof AddinError);
  const failed = answers.every((answer) => answer === undefined || answer instanceof AddinError);
  if (first !== undefined && failed) throw first;
  return answers;
};
