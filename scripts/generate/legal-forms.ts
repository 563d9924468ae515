import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import Papa from "papaparse";
import { parse } from "yaml";
import { foldText } from "../../src/facts/folded-text";

// node scripts/run/run.mjs scripts/generate/legal-forms.ts FOLDER: writes src/data/names/legal-forms.json from the ELF code list of
// GLEIF (free to use) and the organisation types of OpenSanctions (MIT), which stand in FOLDER. The map goes from one spelling of a
// form to all its spellings, folded, without spaces, by `|`.

const read = (file: string): string => gunzipSync(readFileSync(file)).toString();

const joined = (text: string): string =>
  foldText(text)
    .replaceAll(/['’`´ʼ]|\band\b/g, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Kinds whose words name the organisation: a foundation, a fund or a ministry is no legal form to be left out. */
const namingKinds = new Set(["NGO", "SOE", "COOP", "MIL", "REL", "FIN", "SP", "JV"]);

/** Words that are parts of names; they end a name without being its form. */
const nameParts = new Set(
  (
    "trust fund funds bank association assoc assn coop cooperative foundation society partnership branch union commune canton district embassy " +
    "genossenschaft stiftung partnerschaft unlimited chartered company2 gen fdn fund district state gp is ik im ps pr rs rf rp pse psu sd et ets " +
    "sti na nl ip ie aa ai am ba bc bi bn bo br bt cb cc cd ci cs ct da dp ea eb ed ee ei ep eu fa fi fo ge gi go hb hk hu ic id ii in iq it ita " +
    "art bit ead pro pub sem sat spa2 tech vos fed son ass cic stg oeg cat can cal van uno usa"
  ).split(" "),
);
const shortForms = new Set("ag sa se nv bv ab as oy kg lp hf ao at kk pt co ad dd ca cv ks ky kb ug ou sl".split(" "));

const isForm = (spelling: string): boolean =>
  spelling.length > 1 &&
  !nameParts.has(spelling) &&
  !/^\d+$/.test(spelling) &&
  (spelling.length > 2 || shortForms.has(spelling) || /[^\x00-\x7f]/.test(spelling));

/** English forms that the lists have only in longer ones. */
const englishForms = {
  corp: ["corp", "corporation", "corporate"],
  co: ["co", "company", "cos", "companies", "cie", "compagnie"],
  inc: ["inc", "incorporated", "incorporation"],
  ltd: ["ltd", "limited", "ltda", "limitada", "lda", "coltd", "companylimited"],
  plc: ["plc", "publiclimitedcompany", "pcl", "publiccompanylimited"],
  kk: ["kk", "kabushikikaisha", "kabushikigaisha", "株式会社"],
  sabcv: ["sabdecv", "sapibdecv", "sab"],
};

interface OrganisationType {
  readonly display?: string;
  readonly compare?: string;
  readonly generic?: string;
  readonly aliases: readonly string[];
}

/** Spellings of a form by the form that they mean; the first entry of a spelling stays. */
class FormTable {
  readonly #forms = new Map<string, string>();

  /** Adds spellings of one form, under a form that one of them has already. */
  add(spellings: readonly string[], name?: string): void {
    const known = spellings.map((each) => this.#forms.get(each)).find((each) => each !== undefined);
    const form = name ?? known ?? spellings.find(isForm);
    if (form === undefined) return;
    for (const spelling of spellings)
      if (isForm(spelling) && spelling.length < 60 && !this.#forms.has(spelling)) this.#forms.set(spelling, form);
  }

  /** Each form with all its spellings by `|`, sorted. */
  toRecord(): Readonly<Record<string, string>> {
    const table = new Map<string, string[]>();
    for (const [spelling, form] of this.#forms) table.set(form, [...(table.get(form) ?? []), spelling]);
    return Object.fromEntries(
      [...table]
        .map(([form, spellings]) => [form, spellings.toSorted().join("|")] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  }
}

const addOrganisationTypes = (forms: FormTable, text: string): void => {
  const { types } = parse(text) as { types: OrganisationType[] };
  for (const { display, compare, generic, aliases } of types)
    if (generic === undefined || !namingKinds.has(generic))
      forms.add(
        [compare, display, ...aliases]
          .filter((each) => each !== undefined && each !== "")
          .map((each) => joined(String(each))),
      );
};

const namingWords = /association|fund|fonds|foundation|trust|coop/i;

/** Rows with a name of several words and an abbreviation of three letters or more. */
const addElfCodes = (forms: FormTable, text: string): void => {
  for (const row of Papa.parse<string[]>(text.trim()).data.slice(1)) {
    const [name = "", transliterated = ""] = [row[5], row[8]];
    const names = [name, transliterated].filter((each) => each.trim().includes(" "));
    const short = `${row[9] ?? ""};${row[10] ?? ""}`
      .split(";")
      .map(joined)
      .filter((each) => each.length > 2);
    if (short.length > 0 && names.length > 0 && !namingWords.test(names.join(" ")))
      forms.add([...short, ...names.map(joined)]);
  }
};

const main = (folder: string): void => {
  const forms = new FormTable();
  for (const [form, spellings] of Object.entries(englishForms)) forms.add(spellings, form);
  addOrganisationTypes(forms, read(path.join(folder, "opensanctions-org-types.yml.gz")));
  addElfCodes(forms, read(path.join(folder, "iso-20275-elf-2026-02-19.csv.gz")));
  writeFileSync(
    path.join(__dirname, "../../src/data/names/legal-forms.json"),
    `${JSON.stringify(forms.toRecord(), undefined, 2)}\n`,
  );
};

main(process.argv[2] ?? "");
