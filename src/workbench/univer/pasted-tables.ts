/** The most cells that a paste of HTML takes, those that merged cells cover included. */
const mostCells = 1_000_000;

/** Elements that begin a line of their own. */
const blocks =
  "P,DIV,LI,UL,OL,DL,DT,DD,H1,H2,H3,H4,H5,H6,PRE,BLOCKQUOTE,SECTION,ARTICLE,HEADER,FOOTER,FORM,ADDRESS,FIGURE";
const blockNames: ReadonlySet<string> = new Set(blocks.split(","));

const isBlock = (node: Node): boolean => blockNames.has(node.nodeName);

/** The lines of a text, as a page shows them: one for each paragraph and line break. Blank ones at both ends go. */
export const readLines = (root: Node): readonly string[] => {
  const lines = [""];
  const add = (text: string): void => {
    lines.push(`${lines.pop() ?? ""}${text}`);
  };
  const open = (): void => {
    if (lines.at(-1)?.trim() !== "") lines.push("");
  };
  const read = (node: Node): void => {
    if (node.nodeName === "BR") lines.push("");
    else if (node.nodeName === "STYLE") return;
    else if (node.nodeType === Node.TEXT_NODE) add(node.textContent ?? "");
    else {
      if (isBlock(node)) open();
      for (const child of node.childNodes) read(child);
      if (isBlock(node)) open();
    }
  };
  read(root);
  const texts = lines.map((line) => line.replaceAll(/\s+/g, " ").trim());
  const first = texts.findIndex((line) => line !== "");
  return first < 0 ? [] : texts.slice(first, texts.findLastIndex((line) => line !== "") + 1);
};

/** Cells by row and column. Undefined where a merged cell covers another one. */
type Grid = readonly (readonly (Element | undefined)[])[];

const span = (cell: Element, name: "rowspan" | "colspan", most: number): number =>
  Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? "", 10) || 1, 1), most);

const ownRows = (table: Element): readonly HTMLTableRowElement[] => [...(table as HTMLTableElement).rows];

/**
 * Ends merged cells at the last row of their table, as a browser does.
 * @returns the cells of the table, those that merged cells cover included.
 */
const clampSpans = (table: Element): number => {
  const rows = ownRows(table);
  let count = 0;
  for (const [index, row] of rows.entries())
    for (const cell of row.cells) {
      const [height, width] = [span(cell, "rowspan", rows.length - index), span(cell, "colspan", 1_000)];
      if (cell.hasAttribute("rowspan")) cell.setAttribute("rowspan", String(height));
      if (cell.hasAttribute("colspan")) cell.setAttribute("colspan", String(width));
      count += height * width;
    }
  return count;
};

/** Of lists without a bound: the arguments of a call have one. */
const largest = (least: number, numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.max(one, other), least);

/** Where each part begins, and behind the last one. */
const starts = (sizes: readonly number[]): readonly number[] => {
  const places = [0];
  for (const [index, size] of sizes.entries()) places.push((places[index] ?? 0) + size);
  return places;
};

const hasTable = (cell: Element): boolean => cell.querySelector("table") !== null;

/** The cells of a table in their places. Tables in a cell take as many rows and columns as they have. */
const layOut = (table: Element): Grid => {
  const placed: { readonly row: number; readonly column: number; readonly grid: Grid }[] = [];
  const taken: boolean[][] = ownRows(table).map(() => []);
  ownRows(table).forEach((line, row) => {
    let column = 0;
    for (const cell of line.cells) {
      while (taken[row]?.[column] === true) column += 1;
      const [height, width] = [span(cell, "rowspan", taken.length - row), span(cell, "colspan", 1_000)];
      for (let r = row; r < row + height; r += 1)
        for (let c = column; c < column + width; c += 1) (taken[r] ??= [])[c] = true;
      placed.push({ row, column, grid: hasTable(cell) ? stack(cell) : [[cell]] });
      column += width;
    }
  });
  const heights = taken.map(() => 1);
  const widths = Array.from(
    {
      length: largest(
        0,
        taken.map((line) => line.length),
      ),
    },
    () => 1,
  );
  for (const { row, column, grid } of placed) {
    heights[row] = Math.max(heights[row] ?? 1, grid.length);
    widths[column] = largest(
      widths[column] ?? 1,
      grid.map((line) => line.length),
    );
  }
  const [tops, lefts] = [starts(heights), starts(widths)];
  const cells: (Element | undefined)[][] = Array.from({ length: tops.at(-1) ?? 0 }, () =>
    Array.from({ length: lefts.at(-1) ?? 0 }, () => undefined),
  );
  for (const { row, column, grid } of placed)
    grid.forEach((line, r) =>
      line.forEach((cell, c) => {
        const target = cells[(tops[row] ?? 0) + r];
        if (target !== undefined) target[(lefts[column] ?? 0) + c] = cell;
      }),
    );
  return cells;
};

/** What stands in an element, from top to bottom: a row for each line of text, and the rows of its tables. */
const stack = (root: Element): Grid => {
  const rows: (readonly (Element | undefined)[])[] = [];
  let inline: Node[] = [];
  const flush = (): void => {
    const holder = root.ownerDocument.createElement("div");
    holder.append(...inline.map((node) => node.cloneNode(true)));
    for (const line of readLines(holder)) {
      const cell = root.ownerDocument.createElement("td");
      cell.textContent = line;
      rows.push([cell]);
    }
    inline = [];
  };
  const read = (parent: Element): void => {
    for (const node of parent.childNodes)
      if (node.nodeName === "TABLE") {
        flush();
        for (const row of layOut(node as Element)) rows.push(row);
      } else if (node instanceof Element && hasTable(node)) {
        flush();
        read(node);
      } else {
        if (isBlock(node)) flush();
        inline.push(node);
        if (isBlock(node)) flush();
      }
  };
  read(root);
  flush();
  return rows;
};

/** True where a page is one table without tables in its cells, and nothing beside it. */
const isPlain = (body: Element): boolean => {
  const tables = body.querySelectorAll("table");
  const texts = body.textContent.trim();
  return tables.length === 1 && texts === tables[0]?.textContent.trim();
};

/**
 * HTML of another program as one table whose merged cells end where it does, or undefined where it has more cells than a sheet takes at once.
 * Univer reads nested tables twice, puts all text before the first table, and fills what a `rowspan` says (https://github.com/dream-num/univer/issues/3918).
 */
export const toOneTable = (html: string): string | undefined => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const tables = [...page.querySelectorAll("table")];
  if (tables.reduce((count, table) => count + clampSpans(table), 0) > mostCells) return undefined;
  if (!isPlain(page.body)) {
    const table = page.createElement("table");
    for (const line of stack(page.body)) {
      const row = page.createElement("tr");
      for (const cell of line) row.append(cell ?? page.createElement("td"));
      table.append(row);
    }
    page.body.replaceChildren(table);
  }
  const styles = [...page.querySelectorAll("style")].map(({ textContent }) => textContent).join("\n");
  const style = styles === "" ? "" : `<style>${styles}</style>`;
  return `<html><head>${style}</head>${page.body.outerHTML}</html>`;
};
