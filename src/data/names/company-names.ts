import { foldText } from "../../facts/folded-text";
import legalForms from "./legal-forms.json";

/** A company name in the parts that names are compared by. */
export interface CompanyName {
  /** Folded words without legal forms, share classes and marks of registers. Never empty for a name with a letter or digit. */
  readonly words: readonly string[];
  /** The legal forms at both ends in one spelling each (`ltd`, `ag`); empty without one. */
  readonly forms: readonly string[];
}

/**
 * Legal forms by spelling, without spaces: `societeanonyme` → `sa`. From the ELF code list and OpenSanctions' list of organisation types
 * (`scripts/generate/legal-forms.ts`).
 */
const formSpellings: ReadonlyMap<string, string> = new Map(
  Object.entries(legalForms).flatMap(([form, spellings]) => spellings.split("|").map((text) => [text, form] as const)),
);
const longestSpelling = 9;

/** True for a word that is a legal form by itself: `inc`, `llc`, `na`. */
export const isLegalForm = (word: string): boolean => formSpellings.has(word) || word === "na";

/** Forms that stand before a name too: `PT Astra`, `OOO Gazprom`, `株式会社トヨタ`. */
const leadingForms = new Set("pt ooo oao ao zao pao jsc pjsc ojsc cjsc kk ag sa ab oy as srl sarl".split(" "));

const unspaced = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/u;
const unspacedForms = [...formSpellings].filter(([spelling]) => unspaced.test(spelling) && spelling.length > 1);

/** The words of a folded name without `and`: `S.p.A.`, `J & J` and `A/S` are one word each. */
export const nameWords = (folded: string): readonly string[] => {
  const parts = folded
    .replaceAll(/['’`´ʼ]/g, "")
    .replaceAll(/\bo\. ?n\.?(?![a-z])/g, "")
    .replaceAll(/\b([a-z])\/(?=[a-z]\b)/g, "$1 ")
    .replaceAll(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L})/gu, "$1 ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word !== "and");
  const words: string[] = [];
  let isInitial = false;
  for (const part of parts) {
    const isLetter = part.length === 1 && /\p{L}/u.test(part);
    if (isLetter && isInitial) words.push(`${words.pop() ?? ""}${part}`);
    else words.push(part);
    isInitial = isLetter;
  }
  return words;
};

const papers = new Set(
  "share shares stock stocks warrant warrants right rights note notes etn etns receipt receipts debenture debentures adr adrs ads adss gdr gdrs sdr nvdr".split(
    " ",
  ),
);
const paperKinds = new Set(
  (
    "common ordinary ord preferred pref preference depositary depository american global new sponsored unsponsored spons spon registered reg " +
    "subordinate subordinated voting non limited cumulative redeemable convertible perpetual junior senior class cl series ser a b c d i ii " +
    "h rate fixed floating capital variable of due par value no par inh nam vink konv vz st dep un shs sh"
  ).split(" "),
);
/** German and Dutch price lists: a currency and a par value, or none (`EO -,25`, `DL-,001`, `O.N.`, `INH O.N.`). */
const parCurrencies = /^(?:eo|dl|ls|sf|sk|nk|dk|yn|hd|ad|cd|rc|eur|usd|chf)(?:\d+)?$/;
const shareMarks = new Set("on inh nam vink vz st na sp adr ads gdr shs sh ord un dep regs rg br".split(" "));

/** Forms after which a name ends: what follows names the paper. */
const endingForms = new Set(["inc", "plc", "ltd", "llc", "nv", "sabcv"]);

/** True where the form at a place ends the name: nothing follows, or words of a paper (`Limited Common Shares`, not `Limited Duration Fund`). */
const isEnding = (words: readonly string[], at: number, count: number): boolean => {
  const form = formSpellings.get(words.slice(at, at + count).join("")) ?? "";
  const next = words[at + count] ?? "";
  if (!endingForms.has(form)) return false;
  return (
    form === "sabcv" ||
    next.length < 2 ||
    papers.has(next) ||
    paperKinds.has(next) ||
    shareMarks.has(next) ||
    /^\d/.test(next)
  );
};

const isShareClass = (word: string, next: string): boolean =>
  /^(?:class|series|cl|ser)$/.test(word) && /^(?:[a-h]|\d+|i+)$/.test(next);

const isParValue = (word: string, next: string | undefined): boolean =>
  parCurrencies.test(word) && (next === undefined || /^\d/.test(next) || /\d/.test(word));

const isPaper = (words: readonly string[], at: number): boolean =>
  (papers.has(words[at] ?? "") && words[at - 1] !== "joint") ||
  isShareClass(words[at] ?? "", words[at + 1] ?? "") ||
  isParValue(words[at] ?? "", words[at + 1]);

/** Words before a paper that belong to it: `5.625 junior subordinated`. A legal form does not. */
const belongsToPaper = (word: string): boolean => paperKinds.has(word) || /^\d/.test(word);

/** Where the words begin that say which paper of the company is listed. The length of the list where none does. */
const paperStart = (words: readonly string[]): number => {
  let end = words.length;
  for (let at = 1; at < end; at += 1) {
    const count = [3, 2, 1].find((each) => at + each <= end && isEnding(words, at, each));
    if (isPaper(words, at)) end = at;
    else if (count !== undefined) end = at + count;
  }
  const isCut = end < words.length;
  while (end > 1) {
    const last = words[end - 1] ?? "";
    if (!shareMarks.has(last) && !(isCut && belongsToPaper(last))) break;
    if (isCut && formSpellings.has(last) && !paperKinds.has(last)) break;
    end -= 1;
  }
  return end;
};

// `/DE/`, `/NEW/`, `\FI`, `(The)`, `(Holding Company)`: marks of registers behind a name.
const registerMark = /(?:[/\\] ?[a-z]{2,7} ?[/\\]?|[/\\]|\((?:new|the|holding company)\))$/;

const withoutMarks = (folded: string): string => {
  let text = folded.trim();
  while (registerMark.test(text) && text.length > 4) text = text.replace(registerMark, "").trim();
  return text;
};

const splitUnspaced = (folded: string): { readonly text: string; readonly forms: readonly string[] } => {
  if (!unspaced.test(folded)) return { text: folded, forms: [] };
  const match = unspacedForms
    .filter(([spelling]) => folded !== spelling && (folded.startsWith(spelling) || folded.endsWith(spelling)))
    .sort(([one], [other]) => other.length - one.length)[0];
  if (match === undefined) return { text: folded, forms: [] };
  const [spelling, form] = match;
  const text = folded.startsWith(spelling) ? folded.slice(spelling.length) : folded.slice(0, -spelling.length);
  return { text: text.trim(), forms: [form] };
};

/** The longest legal form that the words end (or begin) with: its length in words and its spelling; undefined for none. */
const formAt = (
  words: readonly string[],
  fromStart: boolean,
): { readonly count: number; readonly form: string } | undefined => {
  for (let count = Math.min(words.length - 1, longestSpelling); count > 0; count -= 1) {
    const part = fromStart ? words.slice(0, count) : words.slice(-count);
    const form = formSpellings.get(part.join(""));
    if (form !== undefined && (!fromStart || count > 1 || leadingForms.has(form))) return { count, form };
  }
  return undefined;
};

/** Takes a name apart: register marks, share class, legal forms and a leading `the` are no part of the words. */
export const companyName = (text: string): CompanyName => {
  const { text: spaced, forms: unspacedForm } = splitUnspaced(foldText(text));
  let words = nameWords(withoutMarks(spaced));
  if (words.length > 1 && (words[0] === "the" || words.at(-1) === "the"))
    words = words[0] === "the" ? words.slice(1) : words.slice(0, -1);
  words = words.slice(0, paperStart(words));
  const forms = [...unspacedForm];
  for (const fromStart of [false, true])
    for (let form = formAt(words, fromStart); form !== undefined; form = formAt(words, fromStart)) {
      words = fromStart ? words.slice(form.count) : words.slice(0, -form.count);
      if (!forms.includes(form.form)) forms.push(form.form);
      if (fromStart) break;
    }
  return { words, forms: forms.sort() };
};
