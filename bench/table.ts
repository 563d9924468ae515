/** A table in Markdown; numbers stand at the right. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const right = head.map((_, column) => rows.every((row) => typeof row[column] === "number" || row[column] === ""));
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(right.map((each) => (each ? "--:" : "---"))), ...rows.map(line)].join("\n");
};
