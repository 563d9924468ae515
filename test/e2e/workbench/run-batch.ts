import type { WorkbenchPage } from "./page";

/** Runs a batch in the add-in's page; a failure comes back as `code: message`. */
export const runBatch = <Result>(
  bench: WorkbenchPage,
  batch: (context: Excel.RequestContext) => Promise<Result>,
  options: object,
): Promise<Result | string> =>
  bench.pane().evaluate(
    async ([text, given]) => {
      // A batch travels into the page as its text.
      const body = (0, eval)(`(${text})`) as (context: Excel.RequestContext) => Promise<Result>;
      try {
        return await Excel.run(given as Excel.RunOptions, body);
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        return `${code ?? "Error"}: ${message}`;
      }
    },
    [batch.toString(), options] as const,
  );
