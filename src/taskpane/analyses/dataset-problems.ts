import { parseIso } from "../../table/serial";
import type { Say } from "../text/say";
import { conceptsOf, listOf, sentiments, type DatasetDraft, type Sentiment } from "./dataset";

/** What is wrong, by the form's field. */
export type DatasetProblems = Partial<
  Record<keyof Omit<DatasetDraft, "sentiments" | "conceptsMode"> | `${Sentiment}:min` | `${Sentiment}:max`, string>
>;

const isDay = (text: string): boolean => text.length === 10 && parseIso(text) !== undefined;

const between = (say: Say, text: string, [min, max]: readonly [number, number]): string | undefined => {
  const value = Number(text);
  return text.trim() !== "" && value >= min && value <= max ? undefined : say("analysis.between", { min, max });
};

const atLeastOne = (say: Say, text: string): string | undefined =>
  Number.isInteger(Number(text)) && Number(text) >= 1 ? undefined : say("analysis.atLeastOne");

const conceptProblem = (say: Say, draft: DatasetDraft): string | undefined => {
  const concepts = conceptsOf(draft.concepts);
  const labels = concepts.map(([label]) => label.toLowerCase());
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice !== undefined) return say("analysis.labelTwice", { label: twice });
  const odd = concepts.find(([label]) => /[^\p{L}\p{N} _]/u.test(label));
  if (odd !== undefined) return say("analysis.labelPunctuation", { label: odd[0] });
  const bare = concepts.find(([, keywords]) => keywords.length === 0);
  return bare === undefined ? undefined : say("analysis.labelBare", { label: bare[0] });
};

const dateProblems = (say: Say, { start, end }: DatasetDraft): DatasetProblems => ({
  ...(!isDay(start) && { start: say("pane.date") }),
  ...(!isDay(end) && { end: say("pane.date") }),
  ...(isDay(start) && isDay(end) && start > end && { end: say("analysis.endFirst") }),
});

const sentimentProblems = (say: Say, typed: DatasetDraft["sentiments"]): DatasetProblems => {
  const problems: DatasetProblems = {};
  for (const [name, range] of Object.entries(sentiments) as [Sentiment, readonly [number, number]][])
    for (const bound of ["min", "max"] as const) {
      const text = typed[`${name}:${bound}`].trim();
      const wrong = text === "" ? undefined : between(say, text, range);
      if (wrong !== undefined) problems[`${name}:${bound}`] = wrong;
    }
  for (const name of Object.keys(sentiments) as Sentiment[]) {
    const [low, high] = [typed[`${name}:min`].trim(), typed[`${name}:max`].trim()];
    if (low !== "" && high !== "" && Number(low) > Number(high)) problems[`${name}:max`] ??= say("analysis.maxFirst");
  }
  return problems;
};

const defined = (problems: Readonly<Record<string, string | undefined>>): DatasetProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));

/** Every rule of the specification that can be checked before sending. */
export const problemsOf = (say: Say, draft: DatasetDraft): DatasetProblems => ({
  ...dateProblems(say, draft),
  ...sentimentProblems(say, draft.sentiments),
  ...defined({
    name: draft.name.trim() === "" ? say("pane.required") : undefined,
    entities: draft.entities.some(({ name }) => name.trim() !== "") ? undefined : say("analysis.noEntity"),
    workers:
      draft.workers.includes("raw-matcher") || draft.workers.includes("ner-linking")
        ? undefined
        : say("analysis.noMatcher"),
    qscore: draft.workers.includes("quality-score") ? between(say, draft.qscore, [0, 100]) : undefined,
    searchIn:
      draft.searchIn.length === 0 && !draft.workers.includes("ner-linking") ? say("analysis.noPart") : undefined,
    siteTypes: draft.siteTypes.length === 0 ? say("analysis.noSiteType") : undefined,
    countries: listOf(draft.countries).every((code) => /^[a-z]{2}$/i.test(code)) ? undefined : say("analysis.country"),
    concepts: conceptProblem(say, draft),
    similarity: between(say, draft.similarity, [0, 1]),
    minMatch: atLeastOne(say, draft.minMatch),
    minRepeat: atLeastOne(say, draft.minRepeat),
  }),
});
