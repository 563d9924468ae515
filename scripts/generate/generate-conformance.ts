import { readdirSync } from "node:fs";
import path from "node:path";
import { specificationRows, type Row } from "../../test/conformance/specification-rows";

interface Proof {
  readonly file: string;
  readonly sentence: string;
}
const folder = path.join(__dirname, "../../test/conformance");
const shown = 4;

/** Loads the test files without running them, and collects the rows that each test names. */
const registered = (): Map<string, Proof[]> => {
  const proofs = new Map<string, Proof[]>(Object.keys(specificationRows).map((id) => [id, []]));
  let file = "";
  const it = (title: string): void => {
    const [, sentence = title, ids = ""] = /^(.*) § [^[]* \[([^\]]*)\]$/s.exec(title) ?? [];
    for (const id of ids.split(", ")) proofs.get(id)?.push({ file, sentence });
  };
  const nothing = (): void => undefined;
  Object.assign(globalThis, {
    it,
    test: it,
    beforeAll: nothing,
    afterAll: nothing,
    beforeEach: nothing,
    afterEach: nothing,
  });
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".test.ts"))) {
    file = name;
    // oxlint-disable-next-line typescript/no-require-imports -- the files register their tests while they load
    require(path.join(folder, name));
  }
  return proofs;
};

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");

const listed = (proofs: readonly Proof[]): string => {
  const lines = proofs.slice(0, shown).map(({ file, sentence }) => `${cell(sentence)} (${file})`);
  const rest = proofs.length - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join("<br>");
};

const page = (proofs: ReadonlyMap<string, readonly Proof[]>): string => {
  const sections = new Map<string, [string, Row][]>();
  for (const [id, row] of Object.entries<Row>(specificationRows))
    sections.set(row.section, [...(sections.get(row.section) ?? []), [id, row]]);
  const tables = [...sections].map(([section, rows]) => {
    const lines = rows.map(([id, row]) => `| ${id} | ${cell(row.says)} | ${listed(proofs.get(id) ?? [])} |`);
    return [
      `## ${section}`,
      "",
      "| row | what the specification says, in short | proved by |",
      "| --- | --- | --- |",
      ...lines,
      "",
    ].join("\n");
  });
  const head = [
    "# Conformance",
    "",
    "The rows and rules of the specification that a test can observe, and the tests in `test/conformance` that hold",
    "the local service to them. Where a row shows a number of further tests, all of them name the row. Left out,",
    "because no answer of the service shows them: that routes and fields are experimental (Versioning 4), how keys and",
    "secrets are handed out, single sign-on, and the inputs of the reliability score.",
    "Tests that begin with `choice:` prove what docs/service.md decides where the specification is silent.",
    "Generated from the tests by `npm run generate`. Do not edit.",
    "",
  ];
  return [...head, ...tables].join("\n");
};

/**
 * docs/conformance.md: which tests prove which row of the specification.
 * @throws where a row has no test.
 */
export const renderConformance = (): string => {
  const proofs = registered();
  const empty = [...proofs].filter(([, tests]) => tests.length === 0).map(([id]) => id);
  if (empty.length > 0) throw new Error(`No test in test/conformance proves: ${empty.join(", ")}`);
  return page(proofs);
};
