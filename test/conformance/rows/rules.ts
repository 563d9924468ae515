import { rows } from "./rows";

const conventionRows = rows("Endpoints › Conventions", {
  "convention.size": "integer, default 10, range [1, 1000]",
  "convention.search_after": "the cursor taken from the previous page",
  "convention.envelope": "data, size, has_next, count, search_after string or null",
  "convention.total": "the entity listing adds total",
  "convention.operator": "<operator>:<value>, several values separated by ;",
  "convention.numeric-operators": "lt, lte, gt, gte, neq, between",
  "convention.integer-operators": "integers also in, nin",
  "convention.sector-operators": "eq, neq, in, nin",
  "convention.string-operators": "eq and ilike shown, complete set not",
  "convention.fields": "only the named fields are returned",
  "convention.translate": "route-specific translated fields; empty gives none",
  "convention.order": "<field>:<direction>, asc or desc",
  "convention.sector": "a letter A to U, of the entity the object belongs to; no response field",
  "convention.405": "a method the route does not allow",
});

const tokenRows = {
  ...rows("Resources › Token", {
    "token.access_token": "string, a JWT",
    "token.expires_in": "integer seconds, 86400",
    "token.token_type": "Bearer",
  }),
  ...rows("Authentication", {
    "auth.1": "Authorization: Bearer <token> on all routes",
    "auth.2": "POST /oauth/token with grant_type, username, password, audience with a trailing slash, client_id",
    "auth.3": "access_token, expires_in 86400, token_type Bearer",
    "auth.4": "a token is valid for 24 hours",
    "auth.5": "key and secret come with the account",
    "auth.6": "the token endpoint accepts only username and password",
    "auth.7": "missing header: 401, unauthorized, exactly one item",
    "auth.8": "402 forbidden without access to an entity; 403 forbidden without permission",
  }),
  ...rows("Events", { "events.none": "webhooks, streams: not shown" }),
};

const errorRows = {
  ...rows("Errors › v3 error body", {
    "error.message": "string, required",
    "error.code": "number, the HTTP status, required",
    "error.reason": "string, required",
    "error.errors": "items of message, field, reason; invalid_type, invalid_element",
    "error.400": "invalid; the message asks to check errors",
    "error.401": "unauthorized; missing header",
    "error.402": "forbidden; no access to the entity",
    "error.403": "forbidden; permission, restricted field, universe not manageable, provider-owned",
    "error.404": "not_found; absent or invisible",
    "error.405": "invalid; method not allowed",
    "error.409": "invalid; universe name exists",
    "error.429": "too_many_requests; three coverage extensions wait",
  }),
  ...rows("Errors › Legacy routes", {
    "legacy-error.dataset-400": "{_schema: string[]}",
    "legacy-error.dataset-403": "{error: {message, statusCode}} for a site type not allowed",
    "legacy-error.dataset-404-429": "{value: string}",
    "legacy-error.download-400": "{field: string[]} naming the failing fields",
    "legacy-error.download-404": "{value: string}",
    "legacy-error.translation-document": "error {message, statusCode 404} per document",
    "legacy-error.translation-field": "error.field.<name> {message, statusCode 500}; the rest unaffected",
    "legacy-error.translation-quota": "quota used up: 403, details in headers whose names are not shown",
    "legacy-error.gap": "other common errors not shown",
  }),
};

const limitRows = rows("Limits", {
  "limit.token": "86400 seconds",
  "limit.page": "default 10, [1, 1000]",
  "limit.candidates": "default 10, [1, 10]",
  "limit.search": "1 to 500 entities",
  "limit.content": "0 to 500 documents",
  "limit.translation": "1 to 25 documents",
  "limit.quota": "10,000 documents per company; each requested one counts",
  "limit.length": "first 10,000 bytes of title or text",
  "limit.coverage": "1 to 25 entities",
  "limit.queue": "3 queued coverage extensions per caller",
  "limit.download":
    "500 per call; detailed fields up to 2000; date with sort from a threshold (2,500,000: test/unit/service/download-limits.test.ts)",
  "limit.qscore": "default 50, [0, 100]",
  "limit.similarity": "default 0, [0, 1]",
  "limit.partial": "the leading part, no sentence cut; no sentence under the limit is an error; partial = true",
  "limit.rate": "rate limits not shown",
});

const versionRows = rows("Versioning", {
  "version.1": "legacy routes under /api/2.0, current ones under /v3",
  "version.2": "the translation route is deprecated",
  "version.3": "site type news deprecated, standard_news replaces it",
  "version.5": "deprecation schedule not shown",
});

/** Conventions, authentication, errors, limits and versions. */
export const ruleRows = { ...conventionRows, ...tokenRows, ...errorRows, ...limitRows, ...versionRows };
