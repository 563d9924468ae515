import { sites, type Site } from "../world/sites";
import type { AnalysisRequest } from "./request";

/** The site type an analysis gives a document: standard news carry `news`. */
export const analysisSiteType = (site: Site): string =>
  site.licence === "standard" ? site.type : `${site.licence}_news`;

const isOf = (domain: string, base: string): boolean =>
  domain === base.toLowerCase() || domain.endsWith(`.${base.toLowerCase()}`);

const wantedType = (site: Site, types: ReadonlySet<string>): boolean => {
  const type = analysisSiteType(site);
  return types.has(type) || (type === "news" && types.has("standard_news"));
};

/** Positions of the sites an analysis takes documents from. */
export const siteFilter = (request: AnalysisRequest): ReadonlySet<number> => {
  const types = new Set(request.site_type);
  const countries =
    request.countries === undefined || request.countries.length === 0
      ? undefined
      : new Set(request.countries.map((code) => code.toLowerCase()));
  const { sites: only = [], sites_exclude: without = [] } = request;
  const kept = sites.flatMap((site, position) => {
    const wanted =
      wantedType(site, types) &&
      (countries === undefined || (site.country !== null && countries.has(site.country))) &&
      (only.length === 0 || only.some((base) => isOf(site.domain, base))) &&
      !without.some((base) => isOf(site.domain, base));
    return wanted ? [position] : [];
  });
  return new Set(kept);
};
