import { sites, type Site } from "../world/sites";
import type { AnalysisRequest } from "./request";

/** The site type in analyses. Standard news have the type `news`. */
export const analysisSiteType = (site: Site): string =>
  site.licence === "standard" ? site.type : `${site.licence}_news`;

const isUnderDomain = (domain: string, base: string): boolean =>
  domain === base.toLowerCase() || domain.endsWith(`.${base.toLowerCase()}`);

const wantedType = (site: Site, types: ReadonlySet<string>): boolean => {
  const type = analysisSiteType(site);
  return types.has(type) || (type === "news" && types.has("standard_news"));
};

/** Positions of the sites whose documents an analysis includes. */
export const siteFilter = (request: AnalysisRequest): ReadonlySet<number> => {
  const types = new Set(request.site_type);
  const countries =
    request.countries === undefined || request.countries.length === 0
      ? undefined
      : new Set(request.countries.map((code) => code.toLowerCase()));
  const { sites: only = [], sites_exclude: without = [] } = request;
  const positions = sites.flatMap((site, position) => {
    const matches =
      wantedType(site, types) &&
      (countries === undefined || (site.country !== null && countries.has(site.country))) &&
      (only.length === 0 || only.some((base) => isUnderDomain(site.domain, base))) &&
      !without.some((base) => isUnderDomain(site.domain, base));
    return matches ? [position] : [];
  });
  return new Set(positions);
};
