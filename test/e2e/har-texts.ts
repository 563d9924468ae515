import type { SearchedText } from "./browser-texts";

interface Named {
  readonly name: string;
  readonly value: string;
}

interface Entry {
  readonly request: { readonly url: string; readonly headers: readonly Named[]; readonly postData?: { text?: string } };
  readonly response: {
    readonly headers: readonly Named[];
    readonly content: { readonly text?: string; readonly encoding?: string };
  };
}

/**
 * What may carry a secret, because it is what signing in and calling the service are: the token calls' own bodies (key and secret, or a code
 * and a refresh token) and answers (the tokens), the Authorization header of calls to the service and to the gateway of a team, and the local
 * service's notice for newcomers, which tells the demo account.
 * Everything else of these calls is searched like all others.
 */
const holdsSecrets = (pathname: string): boolean => ["/oauth/token", "/token", "/_local/demo"].includes(pathname);
const isService = (pathname: string): boolean => /^\/(v3|api|team)\//.test(pathname);

const headersOf = (headers: readonly Named[], withAuthorization: boolean): string =>
  headers
    .filter(({ name }) => withAuthorization || name.toLowerCase() !== "authorization")
    .map(({ name, value }) => `${name}: ${value}`)
    .join("\n");

/** The texts of a HAR: every URL, header and body but those that must carry a secret. */
export const textsOfHar = (har: string): readonly SearchedText[] => {
  const { log } = JSON.parse(har) as { readonly log: { readonly entries: readonly Entry[] } };
  return log.entries.flatMap(({ request, response }) => {
    const { pathname } = new URL(request.url);
    const headers = [
      { place: "HAR request headers", text: headersOf(request.headers, !isService(pathname)) },
      { place: "HAR response headers", text: headersOf(response.headers, true) },
    ];
    const url = { place: "URL", text: request.url };
    if (holdsSecrets(pathname)) return [url, ...headers];
    return [
      url,
      ...headers,
      { place: "HAR request body", text: request.postData?.text ?? "" },
      { place: "HAR response body", text: bodyOf(response) },
    ];
  });
};

const bodyOf = ({ content: { text = "", encoding } }: Entry["response"]): string =>
  encoding === "base64" ? Buffer.from(text, "base64").toString("latin1") : text;
