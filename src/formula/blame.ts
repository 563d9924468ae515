import { AddinError, type Issue } from "../error/addin-error";
import { tell } from "../text/tell";
import { type AnySpecification, optionKindsOf } from "./specification";

/** Wire members that worksheet arguments call by another name. */
const usual: Readonly<Record<string, string>> = {
  score: "minScore",
  universe_id: "universe",
  document_id: "id",
  max_candidates: "maxCandidates",
  extract_date: "from, to",
  search_after: "limit",
  size: "limit",
};

/** The service's complaint in the words of the formula: each failing member by the argument or option that set it. */
export const blame = (error: AddinError, specification: AnySpecification): AddinError => {
  const { issues } = error.details;
  if (error.code !== "rejected" || issues === undefined || issues.length === 0) return error;
  const sentence = issues
    .map((issue) => tell("formula.rejected", { name: argumentOf(issue, specification), message: ended(issue.message) }))
    .join(" ");
  return new AddinError("rejected", sentence, { ...error.details, cause: error });
};

/** The service's messages end as sentences do. */
const ended = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`);

const argumentOf = ({ field }: Issue, specification: AnySpecification): string => {
  const members = field.split(".").reverse();
  const names = { ...usual, ...specification.blames };
  for (const member of members) {
    if (member in specification.parameters) return member;
    const name = names[member];
    if (name !== undefined) return name;
    if (member in (optionKindsOf(specification) ?? {})) return member;
  }
  return field;
};
