import { itemAt } from "../world/item-at";
import type { Draw } from "../world/dice";
import type { StatementKey } from "./statements-eng";
import type { Statement } from "./render";

const severeTitles: readonly StatementKey[] = ["titleProbe", "titleFine", "titleCriticised"];
const mildTitles: readonly StatementKey[] = ["titleCriticised", "titleDenies", "titleReview", "titleSettles"];
const leads: readonly StatementKey[] = ["leadProbe", "leadFine", "leadReport", "leadProtest"];
const harms: readonly StatementKey[] = [
  "harmWorkers",
  "harmEvidence",
  "harmVictims",
  "harmScandal",
  "harmIllegal",
  "harmAbuse",
  "harmLoss",
  "harmLawsuit",
  "harmDelay",
  "harmDamage",
];
const plains: readonly StatementKey[] = [
  "plainFounded",
  "plainComment",
  "plainDocuments",
  "plainMeeting",
  "plainMarket",
  "plainRules",
  "plainHearing",
  "plainSector",
];
const eases: readonly StatementKey[] = ["eased", "easedPlan", "easedPraise", "easedFund"];
const outlooks: readonly StatementKey[] = ["outlookDecision", "outlookNew", "outlookAppeal", "outlookWatch"];
const goodTitles: readonly StatementKey[] = ["goodTitle", "goodTitleAward", "goodTitlePledge", "goodTitlePartner"];
const goodLeads: readonly StatementKey[] = ["goodLead", "goodLeadPledge"];
const goods: readonly StatementKey[] = [
  "goodBenefit",
  "goodPraise",
  "goodProgress",
  "goodTrust",
  "goodJobs",
  "goodInspire",
  "goodCritic",
  "goodGrowth",
];

/** What kind of story it is: a controversy or a positive impact, and how strong (1 to 5). */
export interface StoryKind {
  readonly positive: boolean;
  readonly score: number;
  readonly places: readonly string[];
}

const spread = (pool: readonly StatementKey[], draw: Draw, count: number): StatementKey[] => {
  const start = draw.below(pool.length);
  const step = 1 + 2 * draw.below(2);
  return Array.from({ length: count }, (_, index) => itemAt(pool, start + index * step));
};

const controversy = (draw: Draw, score: number): StatementKey[] => {
  const title = draw.pick(score >= 4 ? severeTitles : mildTitles);
  const harmful = Math.min(6, score + draw.below(2));
  const body = [...spread(harms, draw, harmful), ...spread(plains, draw, 2 + draw.below(3))];
  const eased = score <= 3 || draw.chance(0.4) ? [draw.pick(eases)] : [];
  return [title, draw.pick(leads), ...body, ...eased, draw.pick(outlooks)];
};

const progress = (draw: Draw, score: number): StatementKey[] => [
  draw.pick(goodTitles),
  draw.pick(goodLeads),
  ...spread(goods, draw, Math.min(6, score + 1)),
  draw.pick(plains),
];

/** The keys of a story, title first, lead second; repeated statements are left out. */
export const storyKeys = (draw: Draw, kind: StoryKind): StatementKey[] => [
  ...new Set(kind.positive ? progress(draw, kind.score) : controversy(draw, kind.score)),
];

/** Fills the slots of a story's statements, each from 32 random bits of its own. */
export const fillStory = (
  keys: readonly StatementKey[],
  places: readonly string[],
  bits: (position: number) => number,
): Statement[] =>
  keys.map((key, position) => {
    const drawn = bits(position);
    return { key, place: itemAt(places, drawn & 0xff), number: 2 + ((drawn >>> 8) % 88), actor: (drawn >>> 20) % 6 };
  });
