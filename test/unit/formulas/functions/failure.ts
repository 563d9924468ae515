import { AddinError } from "../../../../src/engine/http/addin-error";
import { CellError } from "../../../../src/formulas/table/matrix";

/** What a call failed with; a call that does not fail fails the test. */
export const failure = async (call: Promise<unknown>): Promise<AddinError | CellError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AddinError || error instanceof CellError) return error;
  throw new Error(`expected a failure, got ${String(error)}`);
};
