import { ApiError, forbidden, notFound } from "../http/api-error";
import type { UniverseChange } from "../store/universes";
import { universeOf } from "./reading";
import type { Call, Handler } from "./route";

interface UniverseInput {
  readonly name: string;
  readonly type: string;
  readonly owner?: string | null;
  readonly company?: string;
  readonly description?: string | null;
}

const conflict = (): ApiError => new ApiError(409, "A universe of this name exists already.");

const refuseProvider = (type: string | undefined): void => {
  if (type === "PROVIDER") throw forbidden("Universes of type PROVIDER are the provider's.");
};

/** Owner and company must be known. */
const checkParties = ({ backend }: Call, { owner, company }: Partial<UniverseInput>): void => {
  const known = backend.accounts;
  if (owner !== undefined && owner !== null && !known.some((account) => account.user === owner.toLowerCase()))
    throw notFound("The owner");
  if (company !== undefined && !known.some((account) => account.company === company.toLowerCase()))
    throw notFound("The company");
};

/** POST /v3/universes. */
export const createUniverse: Handler = (call) => {
  const { backend, account, reply } = call;
  const input = call.body as UniverseInput;
  if (!account.manages) throw forbidden("The account may not create universes.");
  refuseProvider(input.type);
  checkParties(call, input);
  const company = input.company?.toLowerCase() ?? account.company;
  if (backend.universes.nameTaken(company, input.name)) throw conflict();
  const made = backend.universes.create({
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    owner: input.owner?.toLowerCase() ?? account.user,
    company,
  });
  reply.code(201);
  return { universe_id: made.id };
};

/** PATCH /v3/universes/{universe_id}. */
export const updateUniverse: Handler = (call) => {
  const { backend, account, reply } = call;
  const universe = universeOf(call);
  const input = call.body as Partial<UniverseInput>;
  if (!backend.universes.managedBy(account, universe)) throw forbidden("The account may not update this universe.");
  refuseProvider(input.type);
  checkParties(call, input);
  const company = input.company?.toLowerCase();
  if (backend.universes.nameTaken(company ?? universe.company, input.name ?? universe.name, universe)) throw conflict();
  const change: UniverseChange = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.type === undefined ? {} : { type: input.type }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.owner === undefined || input.owner === null ? {} : { owner: input.owner.toLowerCase() }),
    ...(company === undefined ? {} : { company }),
  };
  backend.universes.update(universe, change);
  return reply.code(204).send();
};
