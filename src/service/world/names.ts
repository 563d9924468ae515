import type { Sampler } from "../common/random";
import type { Country } from "./places";

const starts =
  "Al,Ar,Bel,Bor,Bra,Cal,Car,Cor,Dal,Del,Dor,Dun,El,Er,Fal,Fen,Gal,Gar,Hal,Har,Hel,Ing,Jar,Kal,Kes,Lan,Lor,Mar,Mer,Mon,Nar,Nor,Or,Per,Quen,Ras,Ren,Sal,Sor,Tal,Tor,Ul,Val,Var,Vel,Wen,Yar,Zan".split(
    ",",
  );
const middles =
  "a,an,ad,ar,be,bi,da,de,di,do,e,en,go,i,in,ka,la,le,li,lo,ma,mi,mo,na,ni,no,o,ra,ri,ro,sa,se,ta,ti,to,va,ve,vi".split(
    ",",
  );
const ends =
  "bach,berg,bury,by,cello,dale,dine,dor,fell,field,ford,gard,ham,heim,holm,ica,kov,land,lund,mere,mont,mora,nell,nova,quist,rane,ren,rova,sund,tane,thorpe,tica,ton,val,vane,vik,ville,wick,worth,zano".split(
    ",",
  );

const trades: Readonly<Record<string, string>> = {
  A: "Farms,Agri,Harvest,Forestry",
  B: "Mining,Resources,Minerals,Petroleum",
  C: "Industries,Chemicals,Motors,Foods,Textiles,Devices",
  D: "Power,Energy,Grid",
  E: "Water,Recycling,Environment",
  F: "Construction,Builders,Works",
  G: "Retail,Trading,Stores,Wholesale",
  H: "Logistics,Shipping,Airways,Rail",
  I: "Hotels,Hospitality,Kitchens",
  J: "Software,Telecom,Media,Systems",
  K: "Bank,Insurance,Capital,Finance",
  L: "Properties,Estates,Real Estate",
  M: "Engineering,Research,Consulting",
  N: "Services,Staffing,Facilities",
  O: "Agency",
  P: "Education,Academy",
  Q: "Health,Clinics,Care",
  R: "Studios,Arts,Leisure",
  S: "Works,Repair",
  T: "Household Services",
  U: "Mission",
};

/** The name of a company, its stem, and the short forms that documents use. */
export interface CompanyName {
  readonly name: string;
  readonly stem: string;
  readonly alias: readonly string[];
}

/** A pronounceable stem that is not the name of a real company. */
export const nameStem = (sampler: Sampler): string => sampler.pick(starts) + sampler.pick(middles) + sampler.pick(ends);

/** The name of an ordinary company, by section and country. */
export const companyName = (sampler: Sampler, country: Country, section: string): CompanyName => {
  const stem = nameStem(sampler);
  const trade = sampler.pick((trades[section] ?? "Group").split(","));
  const form = sampler.pick(country.forms);
  const middle = sampler.chance(0.7) ? ` ${trade}` : sampler.chance(0.5) ? " Group" : "";
  const alias = [
    `${stem}${middle}`,
    ...(middle !== "" && sampler.chance(0.6) ? [stem] : []),
    ...(sampler.chance(0.15) ? [`${stem} ${trade} International`] : []),
  ];
  return { name: `${stem}${middle} ${form}`, stem, alias: [...new Set(alias)].filter((each) => each !== "") };
};

const bankWords: Readonly<Record<string, (stem: string) => string>> = {
  FR: (stem) => `Crédit ${stem} SA`,
  DE: (stem) => `${stem} Landesbank AG`,
  ES: (stem) => `Banco ${stem} SA`,
  IT: (stem) => `Banca ${stem} SpA`,
  PT: (stem) => `Banco ${stem} SA`,
  AT: (stem) => `${stem} Sparkasse AG`,
  PL: (stem) => `Bank ${stem} SA`,
  CZ: (stem) => `${stem} banka a.s.`,
};

/** The name of a bank of EU Banks. */
export const bankName = (sampler: Sampler, country: Country): CompanyName => {
  const stem = nameStem(sampler);
  const name = bankWords[country.code]?.(stem) ?? `${stem} Bank ${sampler.pick(country.forms)}`;
  const short = name.split(" ").slice(0, -1).join(" ");
  return { name, stem, alias: sampler.chance(0.8) ? [short] : [short, `${stem} Group`] };
};
