import { createHash } from "node:crypto";
import { createNumbering } from "./ids";

/** A demo account. */
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

/** The public client id of the local service. */
export const clientId = "spillway-local-client";

const credential = (seed: number, name: string, part: string): string =>
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

/** The demo accounts. They depend on the seed only, so they are the same after a restart. */
export const createAccounts = (seed: number): readonly Account[] => {
  const [users, companies] = [createNumbering(seed, "user"), createNumbering(seed, "company")];
  return roles.map((role, index) => ({
    ...role,
    key: `demo-${role.name}-${credential(seed, role.name, "key").slice(0, 8)}`,
    secret: credential(seed, role.name, "secret"),
    user: users.idOf(index),
    company: companies.idOf(role.company),
  }));
};
