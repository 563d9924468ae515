/** Ordinals of entities that tests and demos rely on. */
export interface Fixtures {
  /** The number of entities of "EU Banks"; they come first. */
  readonly banks: number;
  /** The two companies of the demo analysis: 1,850 English documents in the last 92 days. */
  readonly acme: number;
  readonly volta: number;
  /** Entities that no demo account has a licence for (402). */
  readonly unlicensed: readonly number[];
  /** Entities with awkward names and values. */
  readonly awkward: { readonly first: number; readonly count: number };
  /** The first ordinary entity. In the smallest world, which has none, some of the banks serve as ordinary ones. */
  readonly ordinary: number;
  /** Groups of three entities that share one ISIN. */
  readonly triplets: { readonly first: number; readonly groups: number };
}

/** The length of `awkwardNames`. */
const awkwardCount = 16;
const special = 4 + awkwardCount;

/** The fixtures of a world of this size: sixty banks, or fewer in a small world. */
export const createFixtures = (entities: number): Fixtures => {
  const banks = Math.min(60, entities - special);
  const roomy = entities >= 1_500;
  return {
    banks,
    acme: banks,
    volta: banks + 1,
    unlicensed: [banks + 2, banks + 3],
    awkward: { first: banks + 4, count: awkwardCount },
    ordinary: roomy ? banks + special : 10,
    triplets: { first: 120, groups: roomy ? 12 : 0 },
  };
};

/** Events of EU Banks with score 3 or more in the last 30 days, all of them violator or watchlist. */
export const recentBankEvents = { test: 240, small: 1_340, medium: 1_340, large: 1_340 } as const;
/** Months of 30 days before the last 30 days in which EU Banks have events like those. Tests read the smallest world whole. */
export const pastBankMonths = { test: 0, small: 29, medium: 29, large: 29 } as const;
/** The third of them by score and last activity: seven documents, one of them premium. */
export const dossierEvent = { position: 14, documents: 7, premiumDocument: 4 } as const;
/** Documents of Acme and Volta in the last 92 days. */
export const pressDocuments = { counts: { test: 184, small: 1_850, medium: 1_850, large: 1_850 }, days: 92 } as const;

/** SDG documents of the last bank: several pages of the usual size. Other companies have four at most. */
export const lastBankSdgDocuments = 25;

/** Names that break naive code, in the order of their ordinals. */
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

/** The number of entities of each size. */
export const entityCounts = { test: 60, small: 2_000, medium: 20_000, large: 100_000 } as const;

export type WorldSize = keyof typeof entityCounts;
