import { existsSync } from "node:fs";
import { companyNameLines } from "./quality/company-names";
import { languageLine } from "./quality/language";
import { mentionLine } from "./quality/mentions";
import { nearDuplicateLines } from "./quality/near-duplicates";
import { pipelineLines } from "./quality/pipeline";
import { openDataLines } from "./quality/open-data";
import { goalLines } from "./quality/sdg-goals";
import { sentimentLines } from "./quality/sentiment";
import { table } from "./report";

// npm run bench:quality -- --data FOLDER: how well src/data/enrich does on published sets (docs/quality.md).

const main = async (): Promise<void> => {
  const option = process.argv.indexOf("--data");
  const folder = option === -1 ? undefined : process.argv[option + 1];
  if (folder === undefined || !existsSync(folder))
    throw new Error("Name the folder with the labelled sets: npm run bench:quality -- --data FOLDER");
  const lines = [
    await languageLine(folder),
    ...nearDuplicateLines(folder),
    ...sentimentLines(folder),
    ...goalLines(folder),
    ...companyNameLines(folder),
    ...(await openDataLines(folder)),
    mentionLine(folder),
    ...(await pipelineLines(folder)),
  ];
  console.log(
    table(
      ["task", "size", "result", "aim", "reference"],
      lines.map(({ task, size, result, aim, reference }) => [task, size, result, aim, reference]),
    ),
  );
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
