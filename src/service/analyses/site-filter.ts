import type { Site } from "../../data/records";
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

/** Whether an analysis includes the documents of a site. */
export const siteFilter = (request: AnalysisRequest): ((site: Site) => boolean) => {
  const types = new Set(request.site_type);
  const countries =
    request.countries === undefined || request.countries.length === 0
      ? undefined
      : new Set(request.countries.map((code) => code.toLowerCase()));
  const { sites: only = [], sites_exclude: without = [] } = request;
  return (site) =>
    wantedType(site, types) &&
    (countries === undefined || (site.country !== null && countries.has(site.country))) &&
    (only.length === 0 || only.some((base) => isUnderDomain(site.domain, base))) &&
    !without.some((base) => isUnderDomain(site.domain, base));
};
