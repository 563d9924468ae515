import { createPage } from "../listing/page";
import {
  type RouteRequest,
  type RouteHandler,
  requestedLicensedEntity,
  requestedUniverse,
  toPageRequest,
} from "./route";
import { ApiError, forbidden, invalid, notFound, wrongElement } from "../http/problems";
import type { UniverseChange } from "../store/universes";

/** GET /v3/entities/{entity_id}/universes: those the caller may see, by name. */
export const listEntityUniverses: RouteHandler = (request) => {
  const { backend, account } = request;
  const entity = requestedLicensedEntity(request);
  const { universes } = backend;
  const byOrdinal = new Map(universes.all().map((universe) => [universe.ordinal, universe]));
  const compare = (a: number, b: number): number => {
    const [first = "", second = ""] = [byOrdinal.get(a)?.name, byOrdinal.get(b)?.name];
    return first === second ? a - b : first < second ? -1 : 1;
  };
  const containing = universes
    .all()
    .filter((universe) => universes.visibleTo(account, universe) && universes.members(universe).has(entity));
  const ordinals = Int32Array.from(containing, (universe) => universe.ordinal).sort(compare);
  return createPage(
    { key: `universes ${entity} ${account.user}`, ordinals, compare },
    toPageRequest(request),
    (ordinal) => {
      const universe = byOrdinal.get(ordinal);
      return {
        universe_name: universe?.name,
        universe_id: universe?.id,
        type: universe?.type,
        description: universe?.description ?? null,
      };
    },
  );
};

interface UniverseInput {
  readonly name: string;
  readonly type: string;
  readonly owner?: string | null;
  readonly company?: string;
  readonly description?: string | null;
}

const conflict = (): ApiError => new ApiError(409, "A universe of this name exists already.");

/** Requires a character that is seen. @throws 400 */
const refuseBlankName = (name: string | undefined): void => {
  if (name !== undefined && !/[^\s\p{C}]/u.test(name)) throw invalid([wrongElement("body.name", "The name is blank")]);
};

const refuseProvider = (type: string | undefined): void => {
  if (type === "PROVIDER") throw forbidden("Universes of type PROVIDER are the provider's.");
};

/** Requires that owner and company belong to the caller's company: nobody gives another company a universe. @throws 404. */
const checkParties = ({ backend, account }: RouteRequest, { owner, company }: Partial<UniverseInput>): void => {
  const colleagues = backend.accounts.filter((each) => each.company === account.company);
  if (owner !== undefined && owner !== null && !colleagues.some(({ user }) => user === owner.toLowerCase()))
    throw notFound("The owner");
  if (company !== undefined && account.company !== company.toLowerCase()) throw notFound("The company");
};

/** POST /v3/universes. */
export const createUniverse: RouteHandler = (request) => {
  const { backend, account, reply } = request;
  const input = request.body as UniverseInput;
  refuseBlankName(input.name);
  if (!account.manages) throw forbidden("The account may not create universes.");
  refuseProvider(input.type);
  checkParties(request, input);
  if (backend.universes.isNameTaken(account.company, input.name)) throw conflict();
  const universe = backend.universes.create({
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    owner: input.owner?.toLowerCase() ?? account.user,
    company: account.company,
  });
  reply.code(201);
  return { universe_id: universe.id };
};

/** PATCH /v3/universes/{universe_id}. */
export const updateUniverse: RouteHandler = (request) => {
  const { backend, account, reply } = request;
  const universe = requestedUniverse(request);
  const input = request.body as Partial<UniverseInput>;
  refuseBlankName(input.name);
  if (!backend.universes.managedBy(account, universe)) throw forbidden("The account may not update this universe.");
  refuseProvider(input.type);
  checkParties(request, input);
  const mayConflict = [input.name, input.type, input.owner, input.company].some((member) => member !== undefined);
  if (mayConflict && backend.universes.isNameTaken(account.company, input.name ?? universe.name, universe))
    throw conflict();
  const change: UniverseChange = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.type === undefined ? {} : { type: input.type }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.owner === undefined || input.owner === null ? {} : { owner: input.owner.toLowerCase() }),
    ...(input.company === undefined ? {} : { company: account.company }),
  };
  backend.universes.update(universe, change);
  return reply.code(204).send();
};
