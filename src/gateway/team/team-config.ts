import { readFileSync } from "node:fs";
import path from "node:path";
import { isObject } from "../../facts/json";
import { type ProviderConfig, readIssuer } from "./identity-provider";
import type { AccountOptions, TeamOptions } from "./team";

/** The identity provider, as the gateway and the add-in's sign-in need it. */
export interface TeamProvider extends ProviderConfig {
  /** For the button of the sign-in. */
  readonly name: string;
  /** The id of the add-in at the provider. */
  readonly clientId: string;
  readonly scope: string;
  /** The `resource` of the authorization request (RFC 8707), where the provider needs it for tokens of this gateway. */
  readonly resource?: string | undefined;
}

/** A team, with its secrets. */
export interface TeamConfig extends TeamOptions {
  /** Whether personal gateway keys let people in. */
  readonly keys: boolean;
  readonly provider?: TeamProvider | undefined;
  /** The key of the first administrator. */
  readonly administratorKey?: string | undefined;
  /** The address of the store, which may have a password. */
  readonly store?: string | undefined;
  /**
   * What formulas in addresses can name (`GET /table`), and what the add-in lists after a sign-in: the service has no
   * list of a firm's universes.
   */
  readonly universes: readonly {
    readonly id: string;
    readonly name: string;
    /** Only members of these groups are told of it; everybody where undefined. */
    readonly groups?: readonly string[] | undefined;
  }[];
  /** Whether assistants may ask at `/mcp`. */
  readonly mcp?: boolean | undefined;
  /** Days for which the counts of the usage report are kept. */
  readonly usageDays?: number | undefined;
  /** Addresses of the proxies before the gateway, or networks (`10.0.0.0/8`); their `X-Forwarded-For` is believed. */
  readonly proxies: readonly string[];
}

/** Where secrets are: variables of the environment, and files relative to a folder. */
interface ConfigPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
}

/** Reads a value of the file. `at` is its place there: `accounts[0].key`. Throws one sentence. */
type ConfigReader<Value> = (value: unknown, at: string) => Value;

const mustBe = (at: string, takes: string, got: string): Error => new Error(`${at} must be ${takes}, got ${got}.`);

const shownValue = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

const allowed =
  <Value>(takes: string, allows: (value: unknown) => boolean): ConfigReader<Value> =>
  (value, at) => {
    if (!allows(value)) throw mustBe(at, takes, shownValue(value));
    return value as Value;
  };

const isFilledText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= 200;
const text = (takes: string): ConfigReader<string> => allowed(takes, isFilledText);
const readTexts = (takes: string): ConfigReader<readonly string[]> =>
  allowed(takes, (value) => Array.isArray(value) && value.length > 0 && value.every(isFilledText));
const whole = (lowest: number, highest: number): ConfigReader<number> =>
  allowed(
    `a whole number from ${lowest} to ${highest}`,
    (value) => Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest,
  );
const yesOrNo: ConfigReader<boolean> = allowed("true or false", (value) => typeof value === "boolean");

const unless =
  <Value, Other>(read: ConfigReader<Value>, other: Other): ConfigReader<Value | Other> =>
  (value, at) =>
    value === undefined ? other : read(value, at);

const list =
  <Value>(takes: string, read: ConfigReader<Value>): ConfigReader<readonly Value[]> =>
  (value, at) => {
    if (!Array.isArray(value) || value.length === 0) throw mustBe(at, takes, shownValue(value));
    return value.map((item, index) => read(item, `${at}[${index}]`));
  };

type ConfigValues<Readers extends Readonly<Record<string, ConfigReader<unknown>>>> = {
  readonly [Name in keyof Readers]: ReturnType<Readers[Name]>;
};

/** An object with these members and no others. */
const object =
  <Readers extends Readonly<Record<string, ConfigReader<unknown>>>>(
    readers: Readers,
  ): ConfigReader<ConfigValues<Readers>> =>
  (value, at) => {
    // The value is not shown: somebody may have written a secret there.
    if (!isObject(value)) throw mustBe(at, "an object", Array.isArray(value) ? "a list" : typeof value);
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(readers, name));
    if (unknown !== undefined)
      throw new Error(`${at} has no member "${unknown}"; there are ${Object.keys(readers).join(", ")}.`);
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(value[name], `${at}.${name}`)]);
    return Object.fromEntries(read) as ConfigValues<Readers>;
  };

/** A number for each name. */
const numbers =
  (read: ConfigReader<number>): ConfigReader<Readonly<Record<string, number>>> =>
  (value, at) => {
    if (!isObject(value)) throw mustBe(at, "an object with a number for each group", shownValue(value));
    return Object.fromEntries(Object.entries(value).map(([name, number]) => [name, read(number, `${at}.${name}`)]));
  };

/** A secret stands in a variable of the environment or in a file of its own, so that the configuration can be shown. */
const secret =
  ({ environment, folder }: ConfigPlace, leastCharacters = 1): ConfigReader<string> =>
  (value, at) => {
    const takes = '{"env": the name of an environment variable} or {"file": a file}';
    const entries = isObject(value) ? Object.entries(value) : [];
    const [[kind, name] = ["", ""]] = entries;
    if (entries.length !== 1 || !isFilledText(name) || (kind !== "env" && kind !== "file"))
      throw mustBe(at, takes, typeof value === "string" ? "the secret itself" : "something else");
    const text = kind === "env" ? environment[name] : readSecretFile(path.resolve(folder, name), at);
    if (text === undefined || text.trim() === "")
      throw new Error(
        `${at}: ${kind === "env" ? `the environment variable ${name} is not set` : `the file ${name} is empty`}.`,
      );
    if (text.trim().length < leastCharacters)
      throw new Error(`${at} must have at least ${leastCharacters} characters, got ${text.trim().length}.`);
    return text.trim();
  };

const readSecretFile = (file: string, at: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${at}: the file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? "error"}).`, {
      cause: error,
    });
  }
};

const address: ConfigReader<string> = (value, at) => {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === "";
  if (isBase && url.password === "") return String(value);
  throw mustBe(at, "an http or https address without user, query and fragment", shownValue(value));
};

const issuer: ConfigReader<string> = (value, at) => {
  try {
    return readIssuer(typeof value === "string" ? value : JSON.stringify(value ?? "")).href && String(value);
  } catch {
    throw mustBe(at, "an https address without query and fragment", shownValue(value));
  }
};

/** A name of an account is part of the store's keys. */
const accountName: ConfigReader<string> = allowed(
  "a name of 1 to 40 letters, digits and hyphens",
  (value) => typeof value === "string" && /^[\w-]{1,40}$/.test(value),
);

const budget = whole(1, 1_000_000_000);
const shownBudget = object({
  person: unless(budget, undefined),
  groups: unless(numbers(budget), undefined),
  firm: unless(budget, undefined),
});

const provider = object({
  name: text("the name of the provider, for the sign-in"),
  issuer,
  audience: text("the audience of the tokens for this gateway"),
  clientId: text("the id of the add-in at the provider"),
  scope: unless(text("the scopes to request, separated by spaces"), "openid profile"),
  resource: unless(text("the resource to request"), undefined),
  groupsMember: unless(text("the member of the token with the groups"), "groups"),
  adminGroups: unless(readTexts("a list of groups"), []),
});

const teamIn = (place: ConfigPlace) =>
  object({
    service: address,
    accounts: list(
      "a list of at least one account",
      object({
        name: accountName,
        groups: unless(readTexts("a list of groups"), undefined),
        key: secret(place),
        secret: secret(place),
        audience: text("the audience that the service has named"),
        clientId: text("the client id that the service has given"),
      }),
    ),
    keys: unless(yesOrNo, true),
    provider: unless(provider, undefined),
    administratorKey: unless(secret(place, 32), undefined),
    store: unless(secret(place), undefined),
    budgets: unless(shownBudget, undefined),
    freshMinutes: unless(whole(0, 1_440), undefined),
    privateAnalyses: unless(yesOrNo, false),
    universes: unless(
      list(
        "a list of universes",
        object({
          id: text("the id of a universe"),
          name: text("its name in formulas"),
          groups: unless(readTexts("a list of groups"), undefined),
        }),
      ),
      [],
    ),
    mcp: unless(yesOrNo, undefined),
    usageDays: unless(whole(1, 3_660), undefined),
    proxies: unless(readTexts("a list of addresses or networks"), []),
  });

/**
 * Reads the configuration of a team. Its files are relative to its folder.
 * @param environment the variables that may hold secrets
 * @throws one sentence that names the file, the member, what is allowed and what came; never a secret
 */
export const readTeamConfig = (
  file: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): TeamConfig => {
  const name = path.basename(file);
  const place = { environment, folder: path.dirname(path.resolve(file)) };
  const { service, freshMinutes, ...config } = teamIn(place)(parseTeamConfig(file), name);
  checkAccounts(config.accounts, name);
  if (!config.keys && config.provider === undefined)
    throw new Error(`${name}: nobody could sign in: name a provider, or set keys to true.`);
  if (config.administratorKey === undefined && (config.provider?.adminGroups.length ?? 0) === 0)
    throw new Error(
      `${name}: nobody could open the admin page: name an administratorKey, or adminGroups of a provider.`,
    );
  return { ...config, address: service, freshFor: freshMinutes === undefined ? undefined : freshMinutes * 60_000 };
};

/** Each account is a class of its own, so it has a name of its own; an account for everybody hides those after it. */
const checkAccounts = (accounts: readonly AccountOptions[], file: string): void => {
  const names = accounts.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${file}: two accounts have the name "${twice}".`);
  const open = accounts.findIndex(({ groups }) => groups === undefined);
  const hidden = open === -1 ? undefined : accounts[open + 1];
  if (hidden !== undefined)
    throw new Error(
      `${file}: nobody would use the account "${hidden.name}": the account before it has no groups and is for everybody.`,
    );
};

const parseTeamConfig = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch (error) {
    // The parser's own sentence would show a part of the file.
    const isSyntax = error instanceof SyntaxError;
    throw new Error(`${file} cannot be read${isSyntax ? " as JSON" : `: ${String(error)}`}.`, { cause: error });
  }
};
