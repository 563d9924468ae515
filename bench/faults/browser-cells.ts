import { core } from "../../src/i18n/locales/en/core";
import type { Demo } from "../../test/e2e/stage";

/** What a cell must show: its values from top to bottom, or a sentence. */
export type Expected = { readonly values: readonly unknown[] } | { readonly sentence: string };

/** One formula of the workbook, and how plain HTTP calls tell what it must show. */
export interface BrowserCell {
  readonly formula: string;
  readonly expected: (service: PlainService) => Promise<Expected>;
}

/** Cells below the formula's own that its result may fill, itself included. */
export const cellHeight = 3;

type Json = Readonly<Record<string, unknown>>;

/** The beginning of the sentence that a refusal becomes in its cell. */
const sentenceOf = (status: number): string => {
  const sentences: Readonly<Record<number, string>> = {
    402: core["runtime.noAccess"],
    403: core["runtime.forbidden"],
    404: core["runtime.notFound"],
  };
  const sentence = sentences[status];
  if (sentence === undefined) throw new Error(`Nothing is expected of status ${status}.`);
  return sentence.split("{", 1)[0] ?? "";
};

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** The service as one account sees it, over HTTP alone. Answers are kept: the world does not change. */
export class PlainService {
  readonly #origin: string;
  readonly #token: string;
  readonly #answers = new Map<string, Promise<Json>>();

  private constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  static async signIn(origin: string, demo: Demo, name: string): Promise<PlainService> {
    const account = demo.accounts.find((each) => each.name === name);
    const body = {
      grant_type: "password",
      username: account?.api_key,
      password: account?.api_secret,
      audience: `${origin}/`,
      client_id: demo.client_id,
    };
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${origin}/oauth/token`, { method: "POST", headers, body: JSON.stringify(body) });
    const { access_token } = (await answer.json()) as { access_token: string };
    return new PlainService(origin, access_token);
  }

  /** The values that `read` finds in the answer, or the sentence of a refusal. An empty list is a sentence too. */
  async expect(call: string, body: unknown, read: (answer: Json) => readonly unknown[]): Promise<Expected> {
    try {
      const values = read(await this.json(call, body));
      return values.length === 0 ? { sentence: "No rows." } : { values };
    } catch (error) {
      if (error instanceof Refused) return { sentence: sentenceOf(error.status) };
      throw error;
    }
  }

  json(call: string, body?: unknown): Promise<Json> {
    const key = `${call} ${JSON.stringify(body)}`;
    const answer = this.#answers.get(key) ?? this.#send(call, body);
    this.#answers.set(key, answer);
    return answer;
  }

  async #send(call: string, body: unknown): Promise<Json> {
    const headers = { "content-type": "application/json", authorization: `Bearer ${this.#token}` };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${this.#origin}${call}`, init);
    if (!answer.ok) throw new Refused(answer.status);
    return (await answer.json()) as Json;
  }
}

const dataOf = (answer: Json): readonly Json[] => answer["data"] as readonly Json[];

const idsOf = (answer: Json): readonly unknown[] => dataOf(answer).map(({ id }) => id);

/** The first match of a search for one company. */
const matchOf = (answer: Json): Json => {
  const [found] = dataOf(answer) as readonly { readonly matches: readonly Json[] }[];
  return found?.matches[0] ?? {};
};

/** What formulas can be about: everything that the first account sees. */
export interface Subjects {
  readonly universes: readonly string[];
  readonly entities: readonly string[];
  readonly isins: readonly string[];
  readonly events: readonly { readonly universe: string; readonly id: string }[];
  readonly documents: readonly { readonly id: string; readonly date: string }[];
}

export const readSubjects = async (service: PlainService, demo: Demo): Promise<Subjects> => {
  const universes = demo.universes.map(({ universe_id }) => universe_id);
  const holdings = demo.universes.find(({ universe_name }) => universe_name === "Holdings")?.universe_id ?? "";
  const members = dataOf(await service.json(`/v3/universes/${holdings}/entities?size=300&fields=id&fields=isin`));
  const ofUniverses = await Promise.all(
    universes.map(async (universe) => {
      const path = `/v3/universes/${universe}/esg/documents?size=60&fields=event_id`;
      const documents = dataOf(
        await service.json(`${path}&fields=datamarts_document_id&fields=extract_date`).catch(() => ({ data: [] })),
      );
      return documents.map((document) => ({ universe, document }));
    }),
  );
  const documents = ofUniverses.flat();
  return {
    universes,
    entities: members.map(({ id }) => String(id)),
    isins: members.flatMap(({ isin }) => (isin as readonly string[] | null)?.slice(0, 1) ?? []),
    events: documents.flatMap(({ universe, document: { event_id: id } }) =>
      typeof id === "string" ? [{ universe, id }] : [],
    ),
    documents: documents.map(({ document }) => ({
      id: String(document["datamarts_document_id"]),
      date: String(document["extract_date"]),
    })),
  };
};

/** Chooses one of the items. */
export type Choose = <Item>(items: readonly Item[]) => Item;

const listing =
  (path: string): BrowserCell["expected"] =>
  (service) =>
    service.expect(`${path}&size=${cellHeight}&fields=id`, undefined, idsOf);

/** Kinds of formulas: all routes that cells read, as lists, look-ups in shared calls and single answers. */
const kinds: readonly ((subjects: Subjects, choose: Choose) => BrowserCell)[] = [
  ({ entities }, choose) => {
    const id = choose(entities);
    return {
      formula: `=ENTITY.GET("${id}","client_code")`,
      expected: (service) =>
        service.expect(
          "/v3/entities/msearch?max_candidates=1&fields=client_code",
          { entities: [{ entity_id: `eq:${id}` }] },
          (answer) => [
            Object.entries(matchOf(answer)["client_code"] ?? {})
              .map(([system, code]) => `${system}=${String(code)}`)
              .join("; "),
          ],
        ),
    };
  },
  ({ isins }, choose) => {
    const isin = choose(isins);
    return {
      formula: `=ENTITY.GET("${isin}","name")`,
      expected: (service) =>
        service.expect(
          "/v3/entities/msearch?max_candidates=1&fields=name",
          { entities: [{ isin: `eq:${isin}` }] },
          (answer) => [matchOf(answer)["name"]],
        ),
    };
  },
  ({ universes }, choose) => {
    const [universe, score] = [choose(universes), choose([1, 2, 3, 4])];
    return {
      formula: `=ESG.EVENTS("${universe}",${score},,,,"id",${cellHeight},"headers=no; order=last_activity:desc")`,
      expected: listing(`/v3/universes/${universe}/esg/events?score=gte:${score}&order=last_activity:desc`),
    };
  },
  ({ universes }, choose) => {
    const [universe, score] = [choose(universes), choose([1, 2, 3, 4])];
    return {
      formula: `=ESG.DOCUMENTS("${universe}",${score},,,,"id",${cellHeight},"headers=no")`,
      expected: listing(`/v3/universes/${universe}/esg/documents?score=gte:${score}`),
    };
  },
  ({ events }, choose) => {
    const { universe, id } = choose(events);
    return {
      formula: `=ESG.DOCUMENTS("${universe}",,,,,"id",${cellHeight},"headers=no; event_id=${id}")`,
      expected: listing(`/v3/universes/${universe}/esg/documents?event_id=${id}`),
    };
  },
  ({ entities }, choose) => {
    const [id, score] = [choose(entities), choose([1, 2, 3])];
    return {
      formula: `=SDG.DOCUMENTS("${id}",${score},,,,"id",${cellHeight},"headers=no")`,
      expected: listing(`/v3/entities/${id}/sdg/documents?score=gte:${score}`),
    };
  },
  ({ universes }, choose) => {
    const universe = choose(universes);
    return {
      formula: `=UNIVERSE.COUNT("${universe}")`,
      expected: (service) =>
        service.expect(`/v3/universes/${universe}/entities?size=1`, undefined, ({ total }) => [total]),
    };
  },
  ({ universes, entities }, choose) => {
    const [universe, id] = [choose(universes), choose(entities)];
    return {
      formula: `=UNIVERSE.CONTAINS("${id}","${universe}")`,
      expected: (service) =>
        service.expect(`/v3/universes/${universe}/entities?size=1&entity_id=eq:${id}`, undefined, (answer) => [
          dataOf(answer).length > 0,
        ]),
    };
  },
  ({ documents }, choose) => {
    const { id, date } = choose(documents);
    return {
      formula: `=DOC.TITLE("${id}","${date}")`,
      expected: (service) =>
        service.expect(
          "/v3/documents?fields=title",
          { documents: [{ datamarts_document_id: id, extract_date: date }] },
          (answer) => dataOf(answer).map(({ title }) => title ?? ""),
        ),
    };
  },
];

export const anyCell = (subjects: Subjects, choose: Choose): BrowserCell => choose(kinds)(subjects, choose);
