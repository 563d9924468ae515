import { createPage, cutListing, toSliceRequest } from "../listing/page";
import {
  type RouteRequest,
  type RouteHandler,
  requestedLicensedEntity,
  requestedUniverse,
  toPageRequest,
} from "./route";
import { ApiError, forbidden, invalid, notFound, wrongElement } from "../http/problems";
import { isManagedBy, isVisibleTo, type UniverseChange } from "../store/universes";

/** GET /v3/entities/{entity_id}/universes: those the caller may see, by name. */
export const listEntityUniverses: RouteHandler = async (request) => {
  const { backend, account } = request;
  const entity = await requestedLicensedEntity(request);
  const containing = (await backend.universes.containing(entity)).filter((universe) => isVisibleTo(account, universe));
  const byOrdinal = new Map((await backend.universes.all()).map((universe) => [universe.ordinal, universe]));
  const compare = (a: number, b: number): number => {
    const [first = "", second = ""] = [byOrdinal.get(a)?.name, byOrdinal.get(b)?.name];
    return first === second ? a - b : first < second ? -1 : 1;
  };
  const ordinals = Int32Array.from(containing, ({ ordinal }) => ordinal).sort(compare);
  const key = `universes ${entity.id} ${account.user}`;
  const page = toPageRequest(request);
  const slice = cutListing({ ordinals, compare }, toSliceRequest(key, page), (ordinal) => ({ ordinal }));
  return createPage(key, page.size, slice, ({ ordinal }) => {
    const universe = byOrdinal.get(ordinal);
    return {
      universe_name: universe?.name,
      universe_id: universe?.id,
      type: universe?.type,
      description: universe?.description ?? null,
    };
  });
};

interface UniverseInput {
  readonly name: string;
  readonly type: string;
  readonly owner?: string | null;
  readonly company?: string;
  readonly description?: string | null;
}

const conflict = (): ApiError => new ApiError(409, "A universe of this name exists already.");

/** A character that fonts draw: the empty pattern of Braille and the fillers of Hangul are none. */
const drawnSign = /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Requires a character that is seen. @throws 400 */
const refuseBlankName = (name: string | undefined): void => {
  if (name !== undefined && !drawnSign.test(name)) throw invalid([wrongElement("body.name", "The name is blank")]);
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
export const createUniverse: RouteHandler = async (request) => {
  const { backend, account, reply } = request;
  const input = request.body as UniverseInput;
  refuseBlankName(input.name);
  if (!account.manages) throw forbidden("The account may not create universes.");
  refuseProvider(input.type);
  checkParties(request, input);
  const universe = await backend.universes.create({
    name: input.name,
    type: input.type,
    description: input.description ?? null,
    owner: input.owner?.toLowerCase() ?? account.user,
    company: account.company,
  });
  if (universe === undefined) throw conflict();
  reply.code(201);
  return { universe_id: universe.id };
};

/** PATCH /v3/universes/{universe_id}. */
export const updateUniverse: RouteHandler = async (request) => {
  const { backend, account, reply } = request;
  const universe = await requestedUniverse(request);
  const input = request.body as Partial<UniverseInput>;
  refuseBlankName(input.name);
  if (!isManagedBy(account, universe)) throw forbidden("The account may not update this universe.");
  refuseProvider(input.type);
  checkParties(request, input);
  const mayConflict = [input.name, input.type, input.owner, input.company].some((member) => member !== undefined);
  const change: UniverseChange = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.type === undefined ? {} : { type: input.type }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.owner === undefined || input.owner === null ? {} : { owner: input.owner.toLowerCase() }),
    ...(input.company === undefined ? {} : { company: account.company }),
  };
  if (!(await backend.universes.update(universe, change, account, mayConflict))) throw conflict();
  return reply.code(204).send();
};
