/** Every statement a document can make, in English; slots are company, topic, place, number and actor. */
export const statementsEng = {
  titleProbe: "{company} faces investigation over {topic}",
  titleFine: "{company} fined {number} million in {topic} case",
  titleCriticised: "{actor} criticises {company} over {topic}",
  titleDenies: "{company} denies allegations of {topic}",
  titleReview: "{company} reviews its policy on {topic}",
  titleSettles: "{company} settles {topic} dispute in {place}",
  leadProbe: "Authorities in {place} have opened an investigation into {company} over {topic}.",
  leadFine: "{company} must pay {number} million after a court in {place} found violations linked to {topic}.",
  leadReport: "A report published in {place} raises serious concerns about {topic} at {company}.",
  leadProtest: "Hundreds of people protested in {place} against {company} over {topic}.",
  harmWorkers: "{number} workers were harmed, according to documents seen by reporters.",
  harmEvidence: "Investigators say {company} ignored repeated warnings and concealed evidence.",
  harmVictims: "Victims accuse {company} of negligence and demand compensation.",
  harmScandal: "The scandal has badly damaged the reputation of {company}.",
  harmIllegal: "Inspectors described the situation in {place} as illegal and dangerous.",
  harmAbuse: "Former employees of {company} speak of abuse, threats and a culture of fear.",
  harmLoss: "Analysts warn that {company} could suffer heavy losses because of {topic}.",
  harmLawsuit: "{actor} filed a lawsuit against {company} and called its conduct shameful.",
  harmDelay: "{company} failed to respond for {number} days, which angered residents.",
  harmDamage: "The damage in {place} is severe and may take {number} years to repair.",
  plainFounded: "{company} operates {number} sites and employs people in several countries.",
  plainComment: "A spokesperson for {company} said the matter is under review.",
  plainDocuments: "The documents cover a period of {number} months.",
  plainMeeting: "{actor} will meet representatives of {company} next week.",
  plainMarket: "Shares of {company} closed almost unchanged in {place}.",
  plainRules: "The rules on {topic} were last revised {number} months ago.",
  plainHearing: "A hearing is scheduled in {place} in the coming months.",
  plainSector: "Other companies of the sector follow the case of {company} closely.",
  eased: "{company} apologised and promised to improve its standards.",
  easedPlan: "{company} presented a credible plan to prevent {topic}.",
  easedPraise: "{actor} welcomed the honest answers given by {company}.",
  easedFund: "A fund of {number} million will support the people affected in {place}.",
  outlookDecision: "A decision on {company} is expected within {number} weeks.",
  outlookNew: "New details about {topic} at {company} emerged on the same day.",
  outlookAppeal: "{company} can appeal against the ruling in {place}.",
  outlookWatch: "{actor} announced that it will continue to watch {company}.",
  goodTitle: "{company} expands programme for {topic}",
  goodTitleAward: "{company} wins award for {topic} in {place}",
  goodTitlePledge: "{company} pledges {number} million for {topic}",
  goodTitlePartner: "{company} and {actor} join forces for {topic}",
  goodLead: "{company} has launched a successful programme for {topic} in {place}.",
  goodLeadPledge: "{company} will invest {number} million to promote {topic}.",
  goodBenefit: "The programme has helped {number} families in {place}.",
  goodPraise: "{actor} praised the strong commitment of {company}.",
  goodProgress: "Independent experts confirm excellent progress on {topic}.",
  goodTrust: "Residents say they are grateful and trust {company}.",
  goodJobs: "The investment creates {number} safe and secure jobs.",
  goodInspire: "The success in {place} inspires other companies of the sector.",
  goodCritic: "Critics doubt that the effort of {company} is enough.",
  goodGrowth: "{company} reports solid growth and happy customers.",
} as const;

/** The name of a statement. */
export type StatementKey = keyof typeof statementsEng;

/** A statement in each of its words. */
export type Statements = Readonly<Record<StatementKey, string>>;

/** Who acts in a statement; the position is the actor. */
export const actorsEng = [
  "The regulator",
  "An environmental group",
  "The trade union",
  "The public prosecutor",
  "A group of investors",
  "The city council",
] as const;
