import { type Sampler, itemAt } from "../common/random";
import type { StatementKey } from "./statements/english";
import type { Statement } from "./statement";

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

/** The kind of a story: a controversy or a positive impact, with its strength (1 to 5). */
export interface StoryKind {
  readonly positive: boolean;
  readonly score: number;
  readonly places: readonly string[];
}

const pickSpaced = (pool: readonly StatementKey[], sampler: Sampler, count: number): StatementKey[] => {
  const start = sampler.below(pool.length);
  const step = 1 + 2 * sampler.below(2);
  return Array.from({ length: count }, (_, index) => itemAt(pool, start + index * step));
};

const controversy = (sampler: Sampler, score: number): StatementKey[] => {
  const title = sampler.pick(score >= 4 ? severeTitles : mildTitles);
  const harmful = Math.min(6, score + sampler.below(2));
  const body = [...pickSpaced(harms, sampler, harmful), ...pickSpaced(plains, sampler, 2 + sampler.below(3))];
  const eased = score <= 3 || sampler.chance(0.4) ? [sampler.pick(eases)] : [];
  return [title, sampler.pick(leads), ...body, ...eased, sampler.pick(outlooks)];
};

const progress = (sampler: Sampler, score: number): StatementKey[] => [
  sampler.pick(goodTitles),
  sampler.pick(goodLeads),
  ...pickSpaced(goods, sampler, Math.min(6, score + 1)),
  sampler.pick(plains),
];

/** The statements of a story without repetitions: title first, lead second. */
export const storyKeys = (sampler: Sampler, kind: StoryKind): StatementKey[] => [
  ...new Set(kind.positive ? progress(sampler, kind.score) : controversy(sampler, kind.score)),
];

/** Fills the slots of a story's statements, each from 32 random bits. */
export const fillStory = (
  keys: readonly StatementKey[],
  places: readonly string[],
  bits: (position: number) => number,
): Statement[] =>
  keys.map((key, position) => {
    const bits32 = bits(position);
    return { key, place: itemAt(places, bits32 & 0xff), number: 2 + ((bits32 >>> 8) % 88), actor: (bits32 >>> 20) % 6 };
  });
