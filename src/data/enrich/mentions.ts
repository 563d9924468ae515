import { foldText } from "../../facts/folded-text";
import commonWords from "./common-words.json";
import { placeNames } from "./place-names";
import { companyName, isLegalForm, nameWords } from "../names/company-names";
import type { NamedCompany } from "./name-matcher";
import { type TextWord, textWords } from "./text-words";

/** A place in a text where a company is named. */
export interface MentionSpan {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** Why texts cannot be relied on to name a company: others have its names, or they are common words. */
export type UnreliableName = "shared" | "common";

/** A form of a name: with its legal form it is sure, without it may be a word, a person or another company. */
interface NameForm {
  readonly id: string;
  readonly isFull: boolean;
  /** Whether the list has it in capitals: then it may be any word. */
  readonly isUpper: boolean;
}

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  forms: NameForm[];
}

const createNode = (): TrieNode => ({ next: new Map(), forms: [] });

const common: ReadonlySet<string> = new Set(commonWords.split(" "));

/** A word of the text as names have it: folded, initials in one (`J.P.` is `jp`), `and` left out. */
interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly isCapital: boolean;
  /** Whether it has two capitals or more, and no small letter. */
  readonly isUpper: boolean;
}

/** `I've` is no name. */
const isContraction = /['’](?:ve|ll|re|d|m|t)$/i;

const nameTokens = (text: string, words: readonly TextWord[]): readonly Token[] => {
  const tokens: Token[] = [];
  let isInitial = false;
  for (const { text: word, start } of words) {
    const folded = foldText(word).replaceAll(/['’]s$|['’]/g, "");
    const end = start + word.replace(/['’]s$/, "").length;
    if (folded === "and" || folded === "") continue;
    const isLetter = folded.length === 1 && /\p{Lu}/u.test(word);
    const last = tokens.at(-1);
    const gap = last === undefined ? "" : text.slice(last.end, start);
    if (isLetter && isInitial && last !== undefined && /^(?:\.|\. ?| ?& ?)?$/.test(gap))
      tokens[tokens.length - 1] = { ...last, word: last.word + folded, end };
    else
      tokens.push({
        ...{ word: folded, start, end },
        isCapital: (/^[\p{Lu}\p{N}]/u.test(word) || /^[a-z]\p{Lu}/u.test(word)) && !isContraction.test(word),
        isUpper: !/\p{Ll}/u.test(word) && (word.match(/\p{Lu}/gu)?.length ?? 0) > 1,
      });
    isInitial = isLetter;
  }
  return tokens;
};

/** Words beside a name that say it is a company. */
const cuesAfter = new Set(
  (
    "shares stock shareholders shareholder ceo cfo coo chief executive chairman " +
    "president spokesman spokeswoman spokesperson representative said says announced reported employees customers profit sales revenue acquired agreed " +
    "aircraft jet jets flight airline store stores factory plant bonds share board officials unveiled launched filed sued products"
  ).split(" "),
);
const cuesBefore = new Set(
  (
    "company firm giant maker manufacturer airline carrier bank retailer corporation startup producer supplier developer operator chain brand rival competitor owner by " +
    "parent subsidiary acquired acquire buy bought against between with from nasdaq nyse"
  ).split(" "),
);
/** Capital words that may stand before a name without being part of it. */
const openers = new Set(
  (
    "the a an in on at by for with from and but or as of to if when while after before since because however although both either that this these its their " +
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december " +
    "ceo cfo chairman president company airline manufacturer neither unlike like us uk american european chinese japanese german british french"
  ).split(" "),
);
/** Capital words that may follow a name without being part of it. */
const followers = new Set(
  "ceo cfo coo chief chairman president executive vice spokesman spokeswoman director inc corp co ltd plc llc ag sa nv se is has was said".split(
    " ",
  ),
);

const sentenceEnd = /[.!?:;"”]\s*$|\n/;
const nextTo = /^[\s&-]*$/;

const startsSentence = (text: string, tokens: readonly Token[], at: number): boolean =>
  at === 0 || sentenceEnd.test(text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? 0));

/** Words that texts leave out at the end of a name. */
const groupWords = new Set(["group", "holdings", "holding", "companies", "corp", "gruppe"]);

/** Of so many companies, `Sphere`, `Dawn` and each family name is one: a word alone then needs words beside it that speak of a company. */
const manyCompanies = 20_000;

/** Finds the companies of a list in texts, by their names, other names, and both without legal forms. */
export class MentionFinder {
  readonly #root = createNode();
  readonly #isOfMany: boolean;

  constructor(companies: readonly NamedCompany[]) {
    this.#isOfMany = companies.length > manyCompanies;
    for (const { id, names } of companies)
      for (const name of names) {
        const full = nameWords(foldText(name)).filter(
          (word, at, { length }) => !(word === "the" && (at === 0 || at === length - 1)),
        );
        const { words, forms } = companyName(name);
        const isUpper = name === name.toUpperCase();
        // `Apple Inc` is sure, `The Boeing Company` too.
        this.#add(full, { id, isUpper, isFull: forms.length > 0 });
        // `Goldman Sachs` for `Goldman Sachs Group Inc`.
        const last = words.at(-1) ?? "";
        if (words.length > 1 && groupWords.has(last)) this.#add(words.slice(0, -1), { id, isUpper, isFull: false });
        if (words.length < full.length) this.#add(words, { id, isUpper, isFull: false });
        // Other spellings of the legal form: `Apple Incorporated`.
        for (const form of forms)
          for (const spelling of formVariants[form] ?? [])
            this.#add([...words, spelling], { id, isUpper, isFull: true });
      }
  }

  #add(words: readonly string[], form: NameForm): void {
    if (words.length === 0 || words.join("").length < 2) return;
    let node = this.#root;
    for (const word of words) {
      const next = node.next.get(word) ?? createNode();
      node.next.set(word, next);
      node = next;
    }
    const known = node.forms.find(({ id }) => id === form.id);
    if (known === undefined) node.forms.push(form);
    else if (form.isFull && !known.isFull) node.forms = node.forms.map((each) => (each === known ? form : each));
  }

  /**
   * The companies that texts cannot be relied on to name: each of their forms is another company's too, or a common word
   * that stands for the company only beside words that say so.
   */
  unreliable(): ReadonlyMap<string, UnreliableName> {
    const names = new Map<string, UnreliableName | "reliable">();
    const note = (id: string, name: UnreliableName | "reliable"): void => {
      const known = names.get(id);
      if (known === undefined || name === "reliable" || known === "shared") names.set(id, name);
    };
    const visit = (node: TrieNode, words: readonly string[], isCommon: boolean): void => {
      const [first, ...others] = node.forms;
      const isWord = isCommon || (words.length === 1 && words.join("").length < 4) || placeNames.has(words.join(" "));
      if (others.length > 0) for (const { id } of node.forms) note(id, "shared");
      else if (first !== undefined) note(first.id, first.isFull || !isWord ? "reliable" : "common");
      for (const [word, next] of node.next) visit(next, [...words, word], isCommon && common.has(word));
    };
    visit(this.#root, [], true);
    return new Map([...names].flatMap(([id, name]) => (name === "reliable" ? [] : [[id, name] as const])));
  }

  /** The longest form that begins at a token: the token behind it and the companies that have it. */
  #longest(
    tokens: readonly Token[],
    at: number,
  ): { readonly end: number; readonly forms: readonly NameForm[] } | undefined {
    let node: TrieNode | undefined = this.#root;
    let best: { readonly end: number; readonly forms: readonly NameForm[] } | undefined;
    for (let end = at; end < tokens.length && node !== undefined; end += 1) {
      node = node.next.get(tokens[end]?.word ?? "");
      if (node !== undefined && node.forms.length > 0) best = { end: end + 1, forms: node.forms };
    }
    return best;
  }

  /**
   * The mentions in the order of the text. A form without a legal form counts where it cannot be anything else; a common word, a name of
   * several companies and a part of a longer name need the full name in the same text, or words beside them that speak of a company.
   */
  find(text: string): readonly MentionSpan[] {
    const tokens = nameTokens(text, textWords(text));
    const candidates: Candidate[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      if (tokens[at]?.isCapital !== true) continue;
      const match = this.#longest(tokens, at);
      if (match === undefined) continue;
      candidates.push({ at, ...match });
      at = match.end - 1;
    }
    const context = readContext(text, tokens, candidates, this.#isOfMany);
    return [...candidates, ...headCandidates(tokens, candidates, context)]
      .sort((one, other) => one.at - other.at)
      .flatMap((candidate): MentionSpan[] => {
        const id = mentionedCompany(text, tokens, candidate, context);
        const [first, last] = [tokens[candidate.at], tokens[candidate.end - 1]];
        return id === undefined || first === undefined || last === undefined
          ? []
          : [{ id, start: first.start, end: last.end }];
      });
  }
}

/** A place where a form of a name stands. */
interface Candidate {
  readonly at: number;
  readonly end: number;
  readonly forms: readonly NameForm[];
}

/** What the whole text says about the forms in it. */
interface TextContext {
  /** The companies that stand in the text with their full names. */
  readonly named: ReadonlySet<string>;
  /** The first words of these names, with the company: `Westell` after `Westell Technologies, Inc.` */
  readonly heads: ReadonlyMap<string, string>;
  /** Forms that somewhere in the text are a part of a longer name: `Howie Hawkins`. */
  readonly partial: ReadonlySet<string>;
  /** What the text calls companies: `Pacific Gas and Electric Company (PG&E)`. Undefined for one that is not in the list. */
  readonly defined: ReadonlyMap<string, string | undefined>;
  /** Words with a capital that somewhere in the text stand beside words that speak of a company. */
  readonly cued: ReadonlySet<string>;
  /** Words that stand with a capital inside a sentence. */
  readonly inner: ReadonlySet<string>;
  /** Whether so many companies are looked for that any word is the name of one. */
  readonly isOfMany: boolean;
}

const candidateKey = (tokens: readonly Token[], { at, end }: Candidate): string =>
  tokens
    .slice(at, end)
    .map(({ word }) => word)
    .join(" ");

const readContext = (
  text: string,
  tokens: readonly Token[],
  candidates: readonly Candidate[],
  isOfMany: boolean,
): TextContext => {
  const full = candidates.filter(({ forms }) => forms.length === 1 && forms[0]?.isFull === true);
  const heads = new Map<string, string>();
  for (const { at, forms } of full) {
    const head = tokens[at]?.word ?? "";
    if (head.length > 3 && !common.has(head))
      heads.set(head, heads.has(head) && heads.get(head) !== forms[0]?.id ? "" : (forms[0]?.id ?? ""));
  }
  return {
    named: new Set(full.flatMap(({ forms }) => forms.map(({ id }) => id))),
    heads,
    defined: readDefinitions(text, tokens, candidates, full),
    partial: new Set(
      candidates
        .filter((each) => each.forms.every(({ isFull }) => !isFull) && isPartOfName(text, tokens, each.at, each.end))
        .map((each) => candidateKey(tokens, each)),
    ),
    cued: new Set(tokens.flatMap(({ word, isCapital }, at) => (isCapital && isCued(tokens, at, at + 1) ? [word] : []))),
    inner: new Set(
      tokens.flatMap(({ word, isCapital }, at) => (isCapital && !startsSentence(text, tokens, at) ? [word] : [])),
    ),
    isOfMany,
  };
};

/** Forms in brackets straight behind a full name, or in quotes behind another company's. */
const readDefinitions = (
  text: string,
  tokens: readonly Token[],
  candidates: readonly Candidate[],
  full: readonly Candidate[],
): ReadonlyMap<string, string | undefined> => {
  const definitions = new Map<string, string | undefined>();
  for (const candidate of candidates) {
    const start = tokens[candidate.at]?.start ?? 0;
    const opening = /\(\s*(?:the )?["“]?$/.exec(text.slice(Math.max(0, start - 8), start))?.[0];
    if (opening === undefined || candidate.forms.some(({ isFull }) => isFull)) continue;
    if (isListing(text, tokens, candidate.end)) continue;
    const owner = full.find(
      ({ end }) => end === candidate.at && /^[\s.,]*$/.test(gapAfter(text, tokens, end - 1).slice(0, -opening.length)),
    );
    const isQuotedWord = /["“]$/.test(opening) && candidate.end === candidate.at + 1;
    const isNamed = candidate.forms.some(({ id }) => full.some(({ forms }) => forms[0]?.id === id));
    if (owner !== undefined) definitions.set(candidateKey(tokens, candidate), owner.forms[0]?.id);
    else if (!isNamed && (isQuotedWord || tokens[candidate.at - 1]?.isCapital === true))
      definitions.set(candidateKey(tokens, candidate), undefined);
  }
  return definitions;
};

/** The first words of full names, where they stand alone. */
const headCandidates = (
  tokens: readonly Token[],
  candidates: readonly Candidate[],
  { heads }: TextContext,
): readonly Candidate[] => {
  const covered = new Set(
    candidates.flatMap(({ at, end }) => Array.from({ length: end - at }, (_, offset) => at + offset)),
  );
  return tokens.flatMap(({ word, isCapital }, at): Candidate[] => {
    const id = heads.get(word) ?? "";
    return isCapital && id !== "" && !covered.has(at)
      ? [{ at, end: at + 1, forms: [{ id, isUpper: true, isFull: false }] }]
      : [];
  });
};

/** The company that a candidate names; undefined where it may be something else. */
const mentionedCompany = (
  text: string,
  tokens: readonly Token[],
  candidate: Candidate,
  context: TextContext,
): string | undefined => {
  const { at, end, forms } = candidate;
  const known = forms.filter(({ id }) => context.named.has(id));
  const form = forms.length === 1 ? forms[0] : known.length === 1 ? known[0] : undefined;
  if (form?.isFull === true) return form.id;
  const key = candidateKey(tokens, candidate);
  if (context.defined.has(key) && !isPartOfName(text, tokens, at, end)) return context.defined.get(key);
  if (form === undefined) return undefined;
  if (isPartOfName(text, tokens, at, end) || !tokens.slice(at, end).every(({ isCapital }) => isCapital))
    return undefined;
  if (known.length > 0) return form.id;
  if (context.partial.has(key)) return undefined;
  return !isNoName(form, tokens, candidate) && isTelling(text, tokens, candidate, context) ? form.id : undefined;
};

/** `SPHERE` is an instrument and no `Sphere Corp.`, `1:1` is no `1+1 AG`. */
const isNoName = ({ isUpper }: NameForm, tokens: readonly Token[], { at, end }: Candidate): boolean => {
  const words = tokens.slice(at, end);
  const isAcronym = !isUpper && words.length === 1 && words[0]?.isUpper === true;
  return isAcronym || !words.some(({ word }) => /\p{L}/u.test(word));
};

/** Spellings under which texts have a legal form that a register shortens, by the form. */
const formVariants: Readonly<Record<string, readonly string[]>> = {
  inc: ["inc", "incorporated"],
  corp: ["corp", "corporation"],
  co: ["co", "company"],
  ltd: ["ltd", "limited"],
};

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? "";

/** The characters between a token and the next one. */
const gapAfter = (text: string, tokens: readonly Token[], at: number): string =>
  text.slice(tokens[at]?.end ?? 0, tokens[at + 1]?.start ?? text.length);

const isLed = (text: string, tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1];
  if (before?.isCapital !== true || !nextTo.test(gapAfter(text, tokens, at - 1)) || openers.has(before.word))
    return false;
  return !(startsSentence(text, tokens, at - 1) && common.has(before.word));
};

/** True where a capital word stands straight before or behind, or another legal form: `Apple Records`, `Henry Ford`, `Acme, N.A.` */
const isPartOfName = (text: string, tokens: readonly Token[], at: number, end: number): boolean => {
  const after = tokens[end];
  if (isLed(text, tokens, at) || after?.isCapital !== true) return isLed(text, tokens, at);
  const closing = gapAfter(text, tokens, end - 1);
  if (isLegalForm(after.word) && /^[\s,&(-]*$/.test(closing)) return true;
  return nextTo.test(closing) && !followers.has(after.word) && !/^\d/.test(after.word);
};

/** Whether the words beside some tokens speak of a company. */
const isCued = (tokens: readonly Token[], at: number, end: number): boolean =>
  cuesAfter.has(wordAt(tokens, end)) || cuesBefore.has(wordAt(tokens, at - 1));

/** True where a form without a legal form cannot be a common word, or the words beside it speak of a company. */
const isTelling = (
  text: string,
  tokens: readonly Token[],
  { at, end }: Candidate,
  { cued, inner, isOfMany }: TextContext,
): boolean => {
  const words = tokens.slice(at, end).map(({ word }) => word);
  const [word = ""] = words;
  const isPlaceName = placeNames.has(words.join(" "));
  if (words.length > 1) return !isPlaceName && !words.every((each) => common.has(each));
  if (isPlaceName) return false;
  if (common.has(word) || word.length < 4)
    return isCued(tokens, at, end) && !startsSentence(text, tokens, at) && word.length > 2;
  if (isOtherThing(text, tokens, at, end)) return false;
  return cued.has(word) || (!isOfMany && (!startsSentence(text, tokens, at) || inner.has(word)));
};

/** `the Amplitude`, `28° Celsius`, an exchange before a ticker, a place. */
const isOtherThing = (text: string, tokens: readonly Token[], at: number, end: number): boolean =>
  wordAt(tokens, at - 1) === "the" ||
  /[°0-9] ?$/.test(text.slice(0, tokens[at]?.start).slice(-3)) ||
  isListing(text, tokens, end) ||
  isPlace(text, tokens, at, end);

/** `(NASDAQ: ASTC)`. */
const isListing = (text: string, tokens: readonly Token[], end: number): boolean =>
  /^:\s*[A-Z]/.test(text.slice(tokens[end - 1]?.end ?? 0, (tokens[end]?.start ?? 0) + 1));

/** `near Dover`, `to Dover, England`. */
const isPlace = (text: string, tokens: readonly Token[], at: number, end: number): boolean => {
  const [last, after] = [tokens[end - 1], tokens[end]];
  const preposition = tokens[at - 1]?.word ?? "";
  if (["in", "near"].includes(preposition)) return true;
  const isListed = after?.isCapital === true && text.slice(last?.end ?? 0, after.start) === ", ";
  return isListed && ["to", "at", "of", "from"].includes(preposition);
};
