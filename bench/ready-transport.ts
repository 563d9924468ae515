import type { Send } from "../src/client/send";

const headers = { "Content-Type": "application/json" };
const token = JSON.stringify({ access_token: "token", expires_in: 86_400, token_type: "Bearer" });
const mostLookUps = 500;

const candidates = Array.from({ length: mostLookUps }, (_, index) =>
  JSON.stringify({
    total_candidates: 1,
    matches: [{ id: `00300000-0000-4000-8000-${String(index).padStart(12, "0")}`, name: `Company ${index}` }],
  }),
);
const found = new Map<number, string>();

/** The answer to so many look-ups, whatever they are. */
const foundFor = (count: number): string => {
  const text = found.get(count) ?? `{"data":[${candidates.slice(0, count).join()}]}`;
  found.set(count, text);
  return text;
};

/** A service whose answers are texts made beforehand: what is measured is the engine alone, its reading of the answers included. */
export const readyTransport =
  (pages: readonly string[] = []): Send =>
  async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const answer = async (): Promise<string> => {
      if (pathname === "/oauth/token") return token;
      if (pathname.endsWith("/msearch")) return foundFor((await request.text()).split('"name":').length - 1);
      return pages[Number(searchParams.get("search_after") ?? 0)] ?? "";
    };
    const text = await answer();
    // As over a network, every answer comes in a task of its own.
    return new Promise((resolve) => setImmediate(() => resolve(new Response(text, { headers }))));
  };
