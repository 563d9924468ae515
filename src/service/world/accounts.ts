import { createHash } from "node:crypto";
import { isObject } from "../../facts/json";
import { createNumbering } from "./ids";

/** Somebody who signs in with a key and a secret. */
export interface Account {
  readonly name: string;
  readonly key: string;
  readonly secret: string;
  readonly user: string;
  readonly company: string;
  /** May create and update universes and request coverage. */
  readonly manages: boolean;
  /** May read ESG and SDG signals. */
  readonly reads: boolean;
  /** May read and search licensed and premium news. */
  readonly premium: boolean;
  readonly note: string;
}

/** An account that owns nothing: what it sees, everybody sees. */
export const anyone = { company: "" } as Account;

/** The public client id of the local service. */
export const clientId = "spillway-local-client";

const credential = (seed: number | string, name: string, part: string): string =>
  createHash("sha256").update(`${seed}/${name}/${part}`).digest("base64url").slice(0, 32);

interface Role {
  readonly name: string;
  readonly company: number;
  readonly manages: boolean;
  readonly reads: boolean;
  readonly premium: boolean;
  readonly note: string;
}

const roles: readonly Role[] = [
  {
    name: "demo",
    company: 0,
    manages: true,
    reads: true,
    premium: false,
    note: "An analyst: manages universes, reads standard news.",
  },
  {
    name: "colleague",
    company: 0,
    manages: true,
    reads: true,
    premium: false,
    note: "Another user of the same company: sees what is shared.",
  },
  {
    name: "reader",
    company: 0,
    manages: false,
    reads: true,
    premium: false,
    note: "The same company without the permission to change anything (403).",
  },
  {
    name: "premium",
    company: 0,
    manages: true,
    reads: true,
    premium: true,
    note: "The same company with licensed and premium news.",
  },
  {
    name: "rival",
    company: 1,
    manages: true,
    reads: true,
    premium: false,
    note: "A user of another company: sees none of the first one's universes.",
  },
  {
    name: "restricted",
    company: 0,
    manages: false,
    reads: false,
    premium: false,
    note: "The same company without the permission to read ESG and SDG signals (403).",
  },
];

/**
 * The demo accounts. They depend on the seed only, so they are the same after a restart. Own data have a `salt`, a random
 * text, so that nobody knows the secrets from this code.
 */
export const createAccounts = (seed: number, salt?: string): readonly Account[] => {
  const [users, companies] = [createNumbering(seed, "user"), createNumbering(seed, "company")];
  return roles.map((role, index) => ({
    ...role,
    key: `demo-${role.name}-${credential(salt ?? seed, role.name, "key").slice(0, 8)}`,
    secret: credential(salt ?? seed, role.name, "secret"),
    user: users.idOf(index),
    company: companies.idOf(role.company),
  }));
};

/** Shorter secrets can be guessed. */
const shortestSecret = 16;
const permissions: readonly unknown[] = ["manage", "read", "premium"];
const memberNames = ["name", "company", "key", "secret", "may"];

/** The uuid (version 4 in format) that a name has on each start and in each process. */
const uuidOfName = (kind: string, name: string): string => {
  const hex = createHash("sha256").update(`${kind}/${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const readAccount = (row: unknown, at: string): Account => {
  if (!isObject(row)) throw new Error(`${at} is not an object with ${memberNames.join(", ")}.`);
  const unknown = Object.keys(row).find((name) => !memberNames.includes(name));
  if (unknown !== undefined) throw new Error(`${at} has "${unknown}"; allowed are ${memberNames.join(", ")}.`);
  const text = (name: string, shortest = 1): string => {
    const value = row[name];
    if (typeof value !== "string" || value.trim().length < shortest)
      throw new Error(`${at} needs "${name}", a text of ${shortest} characters or more.`);
    return value;
  };
  const may = row["may"] ?? ["manage", "read"];
  if (!Array.isArray(may) || may.some((each) => !permissions.includes(each)))
    throw new Error(`${at} has a "may" that is not a list of ${permissions.join(", ")}.`);
  const [name, company, key] = [text("name"), text("company"), text("key", 8)];
  return {
    name,
    key,
    secret: text("secret", shortestSecret),
    user: uuidOfName("user", JSON.stringify([company, name])),
    company: uuidOfName("company", company),
    manages: may.includes("manage"),
    reads: may.includes("read"),
    premium: may.includes("premium"),
    note: "",
  };
};

/**
 * The accounts of a file: a JSON array of `{name, company, key, secret, may}`. Who has the same `company` sees what is
 * shared in it; `may` is a list of `manage` (change universes, request coverage), `read` (ESG and SDG signals) and `premium`
 * (licensed news), the first two if absent. User and company keep their ids as long as their names stay.
 *
 * @throws Error that names the account by its number, counted from 1, and never shows a secret.
 */
export const readAccounts = (text: string): readonly Account[] => {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    throw new Error("The file of accounts is not JSON.");
  }
  if (!Array.isArray(rows) || rows.length === 0) throw new Error("The file of accounts is not an array with accounts.");
  const accounts = rows.map((row, index) => readAccount(row, `Account ${index + 1}`));
  for (const [what, value] of [
    ["key", ({ key }: Account) => key],
    ["name and company", ({ user }: Account) => user],
  ] as const) {
    const values = accounts.map(value);
    const second = values.findIndex((each, index) => values.indexOf(each) < index);
    if (second !== -1) throw new Error(`Account ${second + 1} has the ${what} of an earlier one.`);
  }
  return accounts;
};
