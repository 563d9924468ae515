import { AddinError } from "../error/addin-error";
import type { CellError } from "../error/cell-error";
import type { AnyCall } from "./call";

/** What `work` answers, or its failure as a value that stands in its own row; a cancelled call or a preview fails whole. */
export const inOwnRow = async <Answer>(
  call: AnyCall,
  work: () => Answer | Promise<Answer>,
): Promise<Answer | AddinError | CellError> => {
  try {
    return await work();
  } catch (error) {
    const whole = call.inquiry.signal.aborted || call.context.preview || !(error instanceof AddinError);
    if (whole) throw error;
    return error;
  }
};

/** Where nothing but failures came of a list, the first one is the answer: it heals, and says it once. */
export const unlessAllFailed = <Answer>(answers: readonly (Answer | AddinError | CellError)[]): typeof answers => {
  const first = answers.find((answer) => answer instanceof AddinError);
  const failed = answers.every((answer) => answer === undefined || answer instanceof AddinError);
  if (first !== undefined && failed) throw first;
  return answers;
};
