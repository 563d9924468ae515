/** Where the made-up world holds what journeys and tests count on; ordinals of entities, the same in every size. */
export const fixtures = {
  /** The sixty of "EU Banks". */
  banks: { first: 0, count: 60 },
  /** The two companies an analysis is made of: 1,850 English documents in the last 92 days. */
  acme: 60,
  volta: 61,
  /** Entities that no demo account has a licence for (402). */
  unlicensed: [62, 63],
  /** Entities with awkward names and values. */
  awkward: { first: 64, count: 16 },
  /** Groups of three that share one ISIN; from size small. */
  triplets: { first: 120, groups: 12 },
} as const;

/** Events of EU Banks with score 3 or more in the last 30 days, all of them violator or watchlist. */
export const recentBankEvents = { test: 240, small: 1_340, medium: 1_340, large: 1_340 } as const;
/** Among them, the one that is third by score and last activity: seven documents, one of them premium. */
export const dossierEvent = { position: 14, documents: 7, premiumDocument: 4 } as const;
/** Documents of Acme and Volta in the last 92 days, and how many days. */
export const pressDocuments = { counts: { test: 184, small: 1_850, medium: 1_850, large: 1_850 }, days: 92 } as const;

/** Names that break naive readers, in the order of their ordinals. */
export const awkwardNames: readonly string[] = [
  '=HYPERLINK("http://example.invalid","Zanadine") Ltd',
  "+Velorova Plus GmbH",
  "-Minus Norlund AB",
  "@Home Talimere Inc.",
  "Smith, Wenaford & Daughters Ltd",
  "Semicolon; Borilund AG",
  "Colon: Fenaville SA",
  'O\'Doradine "The Quoted" plc',
  "東京ヴェルモラ株式会社",
  "新诺瓦集团有限公司",
  "Société Éléganté d'Île-Ørsund",
  "  Padded Kesimont  ",
  "100% Ren_a Holdings",
  "Tab\tSeparated Calivik",
  "🏭 Smokestack Harolund Corp.",
  "A",
];

/** How many entities each size holds; `test` is EU Banks and as many others. */
export const entityCounts = { test: 120, small: 2_000, medium: 20_000, large: 100_000 } as const;

/** The size of a world. */
export type WorldSize = keyof typeof entityCounts;
