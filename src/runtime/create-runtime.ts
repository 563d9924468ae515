import { createClient } from "../client/client";
import { authorize } from "./authorize";
import { createChoices } from "./choices";
import { Documents } from "./documents";
import { Entities } from "./entities";
import { identityTag } from "./identity-tag";
import { createIssueToken } from "./issue-token";
import { KeptLedger } from "./kept-ledger";
import { createSettings } from "./kept-settings";
import { KnownUniverses } from "./known-universes";
import { LiveSession } from "./live-session";
import type { Listings } from "./listing";
import { Memory } from "./memory";
import { partitionedStorage } from "./partitioned-storage";
import { Recall } from "./recall";
import { RememberedAnswers } from "./remembered-answers";
import { createRememberedCredentials } from "./remembered-credentials";
import type { Runtime } from "./runtime";
import { Schedule } from "./schedule";
import { createActions } from "./sent-actions";
import { SharedDocuments } from "./shared-documents";
import type { DocumentSettings, KeyValueStorage } from "./storage";
import { WalkedListings } from "./walked-listings";
import { WatchedAnalyses } from "./watched-analyses";
import { WatchedTasks } from "./watched-tasks";
import type { World } from "./world";

const gathering = { max: 500, quiet: 10, maxWait: 60, nagle: 2, second: 64 };

/** Puts the runtime together: schedule → authorize → fetch, the loaders and listings above them, the memory above those. */
export const createRuntime = (world: World): Runtime => {
  const { clock, addresses, lateParts } = world;
  const storage = partitionedStorage(world.storage, world.partition);
  const memory = new Memory(clock, storage, lateParts);
  const ledger: KeptLedger = new KeptLedger({ clock, aliveAt: () => schedule.aliveAt() });
  const schedule = new Schedule(clock, (call) => ledger.called(call), world.loadLearnLimit);
  const turned = (): void => {
    entities.reset();
    listings.reset();
  };
  const session = createLiveSession(world, { storage, memory, turned });
  const usable = (): boolean => session.usable();
  const client = createClient(addresses.baseUrl, authorize(session)(world.send));
  const recall = new Recall({ clock, usable });
  const doors = { client, clock, schedule, memory, recall, usable, storage, gathering, lateParts };
  const entities = new Entities(client, doors);
  const documents = new Documents(client, doors);
  const listings = new WalkedListings(doors);
  const analyses = new WatchedAnalyses({ ...doors, key: "analyses" });
  const answers = new RememberedAnswers({ ...doors, watch: (instance) => analyses.watched(instance) });
  const workbook = createWorkbookPart(world, storage);
  const begun = Promise.allSettled([workbook.read(), analyses.read(), memory.openLast()]);
  const ready = begun.then(() => session.start());
  const once = afterwards(ready);

  return {
    clock,
    session,
    ...workbook.part,
    analyses,
    tasks: new WatchedTasks({ clock, ledger, listings, usable }),
    ledger,
    memory,
    ready,
    listings: { read: once(readListings(listings, world)) },
    entities: { search: once(entities.search.bind(entities)), byId: once(entities.byId.bind(entities)) },
    documents: { content: once(documents.content.bind(documents)), legacy: once(documents.legacy.bind(documents)) },
    answers: { ask: once(answers.ask.bind(answers)) },
    actions: createActions(doors),
  };
};

/** Chains where asked for, which is rare: they come with the definitions; else shared where it can be, else alone. */
const readListings = (listings: WalkedListings, { clock, lateParts }: World): Listings["read"] => {
  const shared = new SharedDocuments(listings, clock);
  const readChained: Listings["read"] = async (request, extent, inquiry) => {
    const { readInChains } = await lateParts();
    return readInChains(listings, request, extent)?.(inquiry) ?? shared.read(request, extent, inquiry);
  };
  return (request, extent, inquiry) =>
    request.chains === true ? readChained(request, extent, inquiry) : shared.read(request, extent, inquiry);
};

type Asynchronous<Arguments extends readonly unknown[], Result> = (...values: Arguments) => Promise<Result>;

/** Calls that come before the runtime is ready wait; later ones pass at once. */
const afterwards = (
  ready: Promise<void>,
): (<A extends readonly unknown[], R>(run: Asynchronous<A, R>) => Asynchronous<A, R>) => {
  let started = false;
  ready.then(
    () => (started = true),
    () => undefined,
  );
  return (run) =>
    (...values) =>
      started ? run(...values) : ready.then(() => run(...values));
};

/** What travels with the workbook, and the catalogue, which does so in part. */
const createWorkbookPart = (
  world: World,
  storage: KeyValueStorage,
): { readonly part: Pick<Runtime, "universes" | "choices" | "settings">; readonly read: () => Promise<void> } => {
  let settingsOfDocument: DocumentSettings | undefined;
  const document = (): DocumentSettings | undefined => settingsOfDocument;
  const universes = new KnownUniverses({ storage, key: "catalogue", document });
  const choices = createChoices(document);
  const settings = createSettings(document);
  const read = async (): Promise<void> => {
    settingsOfDocument = await world.workbookSettings;
    settings.read();
    choices.read();
    await universes.read().catch(() => undefined);
  };
  return { part: { universes, choices, settings }, read };
};

const createLiveSession = (
  { addresses, clock, crypto, send }: World,
  {
    storage,
    memory,
    turned,
  }: { readonly storage: KeyValueStorage; readonly memory: Memory; readonly turned: () => void },
): LiveSession =>
  new LiveSession({
    issue: createIssueToken(createClient(addresses.authUrl, send), addresses, clock),
    clock,
    remembered: createRememberedCredentials("credentials", storage, crypto),
    opened: async (identity) => {
      if (await memory.open(await identityTag(identity, crypto))) turned();
    },
    wiped: async () => {
      await memory.wipe();
      turned();
    },
  });
