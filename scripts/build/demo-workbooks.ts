/** What the demo world tells a newcomer, as far as the sample workbooks need it (GET /_local/demo). */
export interface Demo {
  readonly client_id: string;
  readonly audience: string;
  /** The first day that the world does not hold; absent over own data. */
  readonly today?: string;
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly universes: readonly {
    readonly universe_id: string;
    readonly universe_name: string;
    /** The names of accounts. */
    readonly visible_to: readonly string[];
    /** Shows unusual data. */
    readonly for_tests: boolean;
  }[];
  readonly entities: readonly { readonly id: string; readonly name: string; readonly isin: string | null }[];
  readonly holdings: readonly string[];
}

type Cells = Readonly<Record<string, string | number>>;

export interface MadeFile {
  readonly type: string;
  readonly text: string | Promise<string>;
}

const column = (letter: string, firstRow: number, values: readonly string[]): Cells =>
  Object.fromEntries(values.map((value, index) => [`${letter}${firstRow + index}`, value]));

const heading = { bold: true, fill: "#e3f1f2" };

const sheet = (name: string, cells: Cells, widths: Readonly<Record<string, number>>): object => ({
  name,
  cells,
  widths,
  formats: { "A1:Z1": heading },
  frozenRows: 1,
});

/** The first 40 companies with an ISIN, as somebody would paste them; columns right of A stay free for what the formulas spill. */
const portfolio = ({ entities }: Demo): object => {
  const isins = entities.flatMap(({ isin }) => (isin === null ? [] : [isin])).slice(0, 40);
  const widths = { A: 130, B: 270, C: 220, D: 90, E: 90, F: 110 };
  return { name: "Holdings", sheets: [sheet("Holdings", { A1: "ISIN", ...column("A", 2, isins) }, widths)] };
};

/** 1,200 rows as a finance team pastes them: blanks, duplicates, wrong check digits, several candidates, unknown ones. */
const pasted = ({ holdings }: Demo): object => {
  const cells = holdings.map((isin, index): readonly [string, string] => [`A${index + 2}`, isin]);
  const filled = Object.fromEntries(cells.filter(([, isin]) => isin !== ""));
  return { name: "1,200 holdings", sheets: [sheet("Holdings", { A1: "ISIN", ...filled }, { A: 130, C: 270, D: 220 })] };
};

/** Sample workbooks made from the demo world, whose identifiers are a function of size and seed: path → file. */
export const demoWorkbooks = (demo: Demo, makeReport: () => Promise<object>): Readonly<Record<string, MadeFile>> => {
  let report: Promise<string> | undefined;
  const json = (file: object): MadeFile => ({ type: "application/json", text: JSON.stringify(file) });
  return {
    "/workbench/report.json": {
      type: "application/json",
      // The values are calculated when the report is opened first. A failure is tried again.
      get text() {
        report ??= makeReport().then((file) => JSON.stringify(file));
        report.catch(() => (report = undefined));
        return report;
      },
    },
    "/workbench/holdings.json": json(portfolio(demo)),
    "/workbench/holdings-1200.json": json(pasted(demo)),
  };
};
