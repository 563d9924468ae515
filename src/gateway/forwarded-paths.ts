/** The service's paths, exactly those of the specification: whatever else is asked for never reaches the service. */
const uuid = "[0-9A-Za-z-]{1,64}";

const forwarded: readonly (readonly [method: string, path: RegExp])[] = [
  ["POST", /^\/oauth\/token$/],
  ["POST", /^\/api\/2\.0\/kg\/candidates$/],
  ["POST", /^\/api\/2\.0\/documents(\/translate)?$/],
  ["POST", /^\/api\/2\.0\/analyze\/(dataset|download|timeserie)$/],
  ["POST", /^\/v3\/documents$/],
  ["GET", new RegExp(`^/v3/(esg|sdg)/documents/${uuid}$`)],
  ["GET", new RegExp(`^/v3/universes/${uuid}/(esg/documents|esg/events|entities)$`)],
  ["GET", new RegExp(`^/v3/entities/${uuid}/(sdg/documents|universes)$`)],
  ["POST", /^\/v3\/entities\/msearch$/],
  ["POST", /^\/v3\/universes$/],
  ["PATCH", new RegExp(`^/v3/universes/${uuid}$`)],
  ["GET", /^\/v3\/tasks$/],
  ["POST", /^\/v3\/coverage-extension$/],
];

/** True where the request is one of the specification's; `alsoLocal` lets the local service's `/_local/` through (never in production). */
export const isForwarded = (method: string, path: string, alsoLocal: boolean): boolean =>
  (alsoLocal && path.startsWith("/_local/")) ||
  forwarded.some(([verb, pattern]) => verb === method && pattern.test(path));
