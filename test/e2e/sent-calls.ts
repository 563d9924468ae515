import type { WorkbenchPage } from "./workbench/page";

/** A call to the service as the add-in's page made it. */
export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** As JSON says; undefined where there is none. */
  readonly body: unknown;
}

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

interface Listening {
  heardCalls: Promise<unknown>[];
  readonly reportCall: (call: Heard) => Promise<unknown>;
  readonly reportToken: (token: string) => Promise<unknown>;
}

/**
 * Runs in the pane: listens at its fetch. What the browser tells of a request leaves out bodies of requests that were cloned, and of answers
 * that were read as a stream.
 */
const listen = (): void => {
  const listening = window as unknown as Listening;
  const { fetch } = window;
  listening.heardCalls = [];
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const reported = request
      .clone()
      .text()
      .then((body) => listening.reportCall({ method, url, body }));
    listening.heardCalls.push(reported);
    const answer = fetch(request);
    if (new URL(url).pathname === "/oauth/token") {
      const reportToken = async (response: Response): Promise<unknown> => {
        const { access_token } = (await response.json()) as { readonly access_token?: string };
        return access_token === undefined ? undefined : listening.reportToken(access_token);
      };
      listening.heardCalls.push(answer.then((response) => reportToken(response.clone())).catch(() => undefined));
    }
    return answer;
  };
};

const isService = (pathname: string): boolean => /^\/(v3|api|oauth)\//.test(pathname);

const sentCall = ({ method, url, body }: Heard): SentCall => {
  const { pathname, searchParams } = new URL(url);
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: body === "" ? undefined : (JSON.parse(body) as unknown),
  };
};

/** Every call the add-in made to the service since somebody listens. */
export interface SentCalls {
  readonly all: () => Promise<readonly SentCall[]>;
  /** Those made while an action runs, and until nothing moves. */
  readonly during: (action: () => Promise<unknown>) => Promise<readonly SentCall[]>;
  /** Every token that the service issued to the add-in since somebody listens. */
  readonly tokens: ReadonlySet<string>;
}

/** Listens to the calls from now on, also after the page was loaded again. */
export const recordCalls = async (workbench: WorkbenchPage): Promise<SentCalls> => {
  const heard: Heard[] = [];
  const tokens = new Set<string>();
  await workbench.page.exposeBinding("reportToken", (_, token: string) => void tokens.add(token));
  await workbench.page.exposeBinding("reportCall", (_, call: Heard) => void heard.push(call));
  await workbench.page.addInitScript(listen);
  await workbench.pane().evaluate(listen);
  const all = async (): Promise<readonly SentCall[]> => {
    await workbench.pane().evaluate(() => Promise.all((window as unknown as Listening).heardCalls));
    return heard.filter(({ url }) => isService(new URL(url).pathname)).map(sentCall);
  };
  return {
    all,
    tokens,
    during: async (action) => {
      const before = (await all()).length;
      await action();
      await workbench.settled();
      return (await all()).slice(before);
    },
  };
};

/** The search objects of a call of `POST /v3/entities/msearch`. */
export const searchesOf = ({ body }: SentCall): readonly object[] => (body as { readonly entities: object[] }).entities;
