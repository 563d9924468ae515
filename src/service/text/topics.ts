/** The languages of documents. Every statement can be rendered in each of them. */
export const textLanguages = ["eng", "fre", "ger", "spa", "jpn"] as const;

/** A language of the documents (ISO 639-2/B). */
export type TextLanguage = (typeof textLanguages)[number];

/** The topic of a document: an ESG sub-category or a Sustainable Development Goal. */
export interface Topic {
  /** The value in JSON: a sub-category, or `SDG:7`. */
  readonly value: string;
  /** `E`, `S`, `G`, or the goal again. */
  readonly category: string;
  readonly labels: Readonly<Record<TextLanguage, string>>;
  readonly keywords: readonly string[];
  /** Positions of its UN Global Compact principles. */
  readonly principles: readonly number[];
}

const topic = (line: string): Topic => {
  const [value = "", category = "", labels = "", keywords = "", principles = ""] = line.split("|");
  const [eng = "", fre = "", ger = "", spa = "", jpn = ""] = labels.split("/");
  return {
    value,
    category,
    labels: { eng, fre, ger, spa, jpn },
    keywords: keywords.split(","),
    principles: principles === "" ? [] : principles.split(",").map(Number),
  };
};

/** ESG sub-categories. The specification lists none; these are ours. */
export const esgTopics: readonly Topic[] = [
  "air pollution|E|air pollution/pollution de l'air/Luftverschmutzung/contaminación del aire/大気汚染|air pollution,emissions,smog|6,7",
  "biodiversity|E|biodiversity loss/perte de biodiversité/Verlust der Artenvielfalt/pérdida de biodiversidad/生物多様性の損失|biodiversity,habitat,species|6,7",
  "climate change|E|climate targets/objectifs climatiques/Klimaziele/objetivos climáticos/気候目標|climate,carbon,net zero|6,7,8",
  "deforestation|E|deforestation/déforestation/Entwaldung/deforestación/森林破壊|deforestation,rainforest,logging|6,7",
  "energy use|E|energy use/consommation d'énergie/Energieverbrauch/consumo de energía/エネルギー消費|energy use,power consumption|7,8",
  "hazardous waste|E|hazardous waste/déchets dangereux/gefährliche Abfälle/residuos peligrosos/有害廃棄物|hazardous waste,toxic,landfill|6,7",
  "oil spill|E|oil spill/marée noire/Ölpest/vertido de petróleo/原油流出|oil spill,leak,crude|6,7",
  "water pollution|E|water pollution/pollution de l'eau/Wasserverschmutzung/contaminación del agua/水質汚染|water pollution,effluent,river|6,7",
  "child labour|S|child labour/travail des enfants/Kinderarbeit/trabajo infantil/児童労働|child labour,minors|0,1,4",
  "community relations|S|community relations/relations avec les riverains/Konflikte mit Anwohnern/relaciones con la comunidad/地域社会との関係|community,residents,land rights|0",
  "customer privacy|S|customer privacy/données personnelles des clients/Datenschutz der Kunden/privacidad de los clientes/顧客のプライバシー|privacy,data breach,personal data|0",
  "discrimination|S|discrimination/discrimination/Diskriminierung/discriminación/差別|discrimination,harassment,bias|5",
  "forced labour|S|forced labour/travail forcé/Zwangsarbeit/trabajo forzoso/強制労働|forced labour,modern slavery|1,3",
  "health and safety|S|workplace safety/sécurité au travail/Arbeitssicherheit/seguridad laboral/労働安全|safety,accident,injury|0",
  "labour dispute|S|labour dispute/conflit social/Arbeitskampf/conflicto laboral/労働争議|strike,union,wages|2",
  "product safety|S|product safety/sécurité des produits/Produktsicherheit/seguridad de los productos/製品安全|recall,defect,product safety|0",
  "anti-competitive practices|G|anti-competitive practices/pratiques anticoncurrentielles/wettbewerbswidrige Praktiken/prácticas anticompetitivas/反競争的行為|cartel,antitrust,price fixing|",
  "board independence|G|board independence/indépendance du conseil/Unabhängigkeit des Aufsichtsrats/independencia del consejo/取締役会の独立性|board,governance,directors|",
  "bribery|G|bribery/corruption/Bestechung/soborno/贈収賄|bribery,corruption,kickback|9",
  "executive pay|G|executive pay/rémunération des dirigeants/Managergehälter/retribución de directivos/役員報酬|executive pay,bonus,remuneration|",
  "fraud|G|accounting fraud/fraude comptable/Bilanzbetrug/fraude contable/会計不正|fraud,accounting,misstatement|9",
  "money laundering|G|money laundering/blanchiment d'argent/Geldwäsche/blanqueo de capitales/資金洗浄|money laundering,suspicious transactions|9",
  "sanctions|G|sanctions compliance/respect des sanctions/Einhaltung von Sanktionen/cumplimiento de sanciones/制裁遵守|sanctions,export controls|9",
  "tax evasion|G|tax evasion/évasion fiscale/Steuerhinterziehung/evasión fiscal/脱税|tax evasion,tax haven|9",
].map(topic);

/** The seventeen Sustainable Development Goals. */
export const sdgTopics: readonly Topic[] = [
  "no poverty/fin de la pauvreté/Armutsbekämpfung/fin de la pobreza/貧困対策|poverty,income",
  "food security/sécurité alimentaire/Ernährungssicherheit/seguridad alimentaria/食料安全保障|hunger,nutrition,food",
  "health care/soins de santé/Gesundheitsversorgung/atención sanitaria/医療|health,vaccine,clinic",
  "quality education/éducation de qualité/hochwertige Bildung/educación de calidad/質の高い教育|education,school,training",
  "gender equality/égalité des sexes/Gleichstellung/igualdad de género/ジェンダー平等|gender,women,equality",
  "clean water/eau propre/sauberes Wasser/agua limpia/安全な水|water,sanitation",
  "clean energy/énergie propre/saubere Energie/energía limpia/クリーンエネルギー|solar,wind,renewable",
  "decent work/travail décent/menschenwürdige Arbeit/trabajo decente/働きがい|jobs,employment,wages",
  "innovation/innovation/Innovation/innovación/技術革新|innovation,infrastructure",
  "reduced inequalities/réduction des inégalités/weniger Ungleichheit/reducción de desigualdades/不平等の是正|inequality,inclusion",
  "sustainable cities/villes durables/nachhaltige Städte/ciudades sostenibles/持続可能な都市|city,transport,housing",
  "responsible consumption/consommation responsable/verantwortungsvoller Konsum/consumo responsable/責任ある消費|recycling,circular,packaging",
  "climate action/action climatique/Klimaschutz/acción por el clima/気候変動対策|climate,emissions,carbon",
  "ocean protection/protection des océans/Meeresschutz/protección de los océanos/海洋保護|ocean,marine,fish",
  "forest protection/protection des forêts/Waldschutz/protección de los bosques/森林保護|forest,biodiversity",
  "transparency/transparence/Transparenz/transparencia/透明性|transparency,institutions",
  "partnerships/partenariats/Partnerschaften/alianzas/パートナーシップ|partnership,cooperation",
].map((line, index) => {
  const [labels = "", keywords = ""] = line.split("|");
  return topic(`SDG:${index + 1}|SDG:${index + 1}|${labels}|${keywords}|`);
});

/** The ten principles of the UN Global Compact. */
export const ungcPrinciples: readonly string[] = [
  "Businesses should support and respect the protection of internationally proclaimed human rights",
  "Businesses should make sure that they are not complicit in human rights abuses",
  "Businesses should uphold the freedom of association and the effective recognition of the right to collective bargaining",
  "Businesses should uphold the elimination of all forms of forced and compulsory labour",
  "Businesses should uphold the effective abolition of child labour",
  "Businesses should uphold the elimination of discrimination in respect of employment and occupation",
  "Businesses should support a precautionary approach to environmental challenges",
  "Businesses should undertake initiatives to promote greater environmental responsibility",
  "Businesses should encourage the development and diffusion of environmentally friendly technologies",
  "Businesses should work against corruption in all its forms, including extortion and bribery",
];

/** UN Global Compact classifications, least severe first. */
export const ungcClassifications = ["low risk", "watchlist", "violator"] as const;
