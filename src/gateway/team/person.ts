import type { KnownUniverse } from "../../engine/state/universes";

/** The id of whoever has the administrator key: nobody else may have it, or one that looks like it. */
export const administratorId = "administrator";

/** Somebody who uses the gateway. */
export interface Person {
  /** Stays the same for as long as the person has access: budgets, usage and ownership go by it. At most 200 characters. */
  readonly id: string;
  /** For the admin page. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly admin: boolean;
  /** The function of the catalogue whose request this is; for the usage report. */
  readonly asking?: string;
  /** Whether nobody waits for the answer any more. */
  readonly isGone?: (() => boolean) | undefined;
}

/** Nobody waits for an answer any more, so the service was not asked for it. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** Why somebody is not let in. The engine of the add-in shows `message` and asks for a sign-in. */
export interface Refusal {
  readonly status: 401 | 403;
  /** Machine-readable: the `reason` of the v3 error body. */
  readonly reason: string;
  /** One sentence that says what the user can do. */
  readonly message: string;
}

/** Knows who may use the gateway. */
export interface People {
  /**
   * Who has sent a request, by its `Authorization` header; revoked access is refused within a minute.
   * Rejects only where the store or the identity provider cannot be reached: the request is then answered with 503.
   */
  readonly authenticate: (authorization: string | undefined) => Promise<Person | Refusal>;
}

/** A universe to which the configuration gives a name. */
export interface NamedUniverse extends KnownUniverse {
  /** Only members of these groups are told of it; everybody where undefined. */
  readonly groups?: readonly string[] | undefined;
}

/** The universes of the configuration that a person is told of. */
export const visibleUniverses = (
  { groups: own }: Person,
  universes: readonly NamedUniverse[],
): readonly KnownUniverse[] =>
  universes
    .filter(({ groups }) => groups?.some((group) => own.includes(group)) ?? true)
    .map(({ universe_id, name, type }) => ({ universe_id, name, ...(type !== undefined && { type }) }));

export const isRefusal = (known: Person | Refusal): known is Refusal => "status" in known;
