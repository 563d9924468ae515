import { isObject } from "../facts/json";
import { type Client, createClient, type SendCall } from "./http/client";
import { authorize, Session } from "./session/session";
import type { DocumentLoader } from "./batching/documents";
import type { EntityLoader } from "./batching/entities";
import type { LicenceLoader } from "./batching/licences";
import type { MembershipLoader } from "./batching/memberships";
import type { FurtherReaders } from "./further-readers";
import type { ReaderDeps } from "./readers";
import type { AnswerLoader } from "./batching/answers";
import { createChoices } from "./state/choices";
import { accountTag, createCredentialStore } from "./session/credentials";
import { createIssueToken } from "./session/token";
import { RequestLog } from "./requests/request-log";
import { createWorkbookAsOf } from "./state/workbook-as-of";
import { createSettings } from "./state/settings";
import { Universes } from "./state/universes";
import { Cache } from "./cache/cache";
import { CachePolicy } from "./cache/policy";
import { awakeClock } from "./clock";
import { AddinError } from "./http/addin-error";
import { t } from "../i18n/t";
import type { Runtime } from "./runtime";
import { Scheduler } from "./scheduler/scheduler";
import { Connection } from "./scheduler/connection";
import type { Actions } from "./scheduler/actions";
import type { Listings } from "./pagination/listing";
import type { DocumentSettings, KeyValueStorage } from "./storage";
import { Analyses } from "./state/analyses";
import type { TaskDeps, Tasks } from "./state/tasks";
import { createStore } from "./store";
import type { PageChannel, Platform } from "./platform";

/** Composes the runtime. Calls that read wait until the cache and the session of this device have been opened. */
export const createRuntime = (platform: Platform): Runtime => {
  const { addresses } = platform;
  const clock = awakeClock(platform.clock);
  const storage = partitionedStorage(platform.storage, platform.partition);
  const cache = new Cache(clock, storage);
  const requestLog: RequestLog = new RequestLog({
    clock,
    aliveAt: () => scheduler.aliveAt(),
    busy: () => scheduler.busy(),
  });
  const scheduler = new Scheduler(
    clock,
    (call) => requestLog.addCall(call),
    platform.limitDetection,
    platform.connections,
  );
  const session = createSession(
    { ...platform, clock },
    {
      storage,
      cache,
      left: () => endAccount(),
      changed: () => requestLog.accountChanged(),
      retry: () => void testConnection().catch(() => undefined),
    },
  );
  const usable = (): boolean => session.usable();
  const { team } = platform;
  const send: SendCall =
    team === undefined
      ? authorize(session)(platform.send)
      : async (...call) => (await team()).authorize(session)(...call);
  const client = createClient(addresses.baseUrl, send);
  const policy = new CachePolicy({ clock, usable });
  const deps = { client, clock, scheduler, cache, policy, usable, storage };
  const analyses = new Analyses({ ...deps, key: "analyses" });
  const watch = (instance: string): Promise<void> => analyses.whenEnded(instance);
  const workbook = createWorkbookPart(platform, storage, usable);
  const { universes } = workbook.part;
  const loaded = Promise.allSettled([workbook.read(), analyses.read(), cache.openLast()]);
  const ready = loaded.then(() => session.start());

  /** What `create` makes for one account, at its first read. */
  const openForAccount = <Opened>(create: (deps: ReaderDeps) => Opened | Promise<Opened>): OnFirstRead<Opened> =>
    openOnFirstRead(ready, () => {
      const ofAccount = cache.forAccount();
      let endReason: AddinError | undefined;
      const ofAccountOnly: Client = (...call) =>
        endReason === undefined ? client(...call) : Promise.reject(endReason);
      const end = (reason: AddinError): void => {
        endReason = reason;
        ofAccount.end();
      };
      const readers = create({ ...deps, client: ofAccountOnly, cache: ofAccount, watch, universes });
      return { readers, end };
    });
  const readers = openForAccount(platform.createReaders);
  const furtherReaders = openForAccount(platform.createFurtherReaders);
  const { read } = readers;
  const { read: readFurther } = furtherReaders;
  /** Everything that was requested for the account that leaves ends here, and its answers are discarded. */
  const endAccount = (): void => {
    const reason = new AddinError("signed-out", t("runtime.signedOut"), { accountLeft: true });
    for (const account of [readers, furtherReaders]) account.endAccount(reason);
    scheduler.endAll(reason);
    requestLog.endAccount(reason);
  };
  const listings: Listings = {
    read: read(({ listings }, ...request: Parameters<Listings["read"]>) => listings.read(...request)),
    pages: async function* (...request) {
      yield* (await readers.open()).listings.pages(...request);
    },
  };

  const testConnection = readFurther(({ testConnection: test }) => test(deps));

  const tasks = createTasks(readFurther, {
    clock,
    requestLog,
    listings,
    usable,
    universes,
    storage,
    account: () => cache.account,
  });
  void ready.then(() => tasks.resume());

  return {
    clock: platform.clock,
    session,
    team: team && { load: team, person: async () => (await team()).readPerson(send) },
    ...workbook.part,
    analyses,
    tasks,
    requestLog,
    cache,
    ofAccount: ofAccount(storage, () => cache.account),
    ready,
    listings,
    entities: {
      search: read(({ entities }, ...query: Parameters<EntityLoader["search"]>) => entities.search(...query)),
      byId: read(({ entities }, ...query: Parameters<EntityLoader["byId"]>) => entities.byId(...query)),
    },
    memberships: {
      membership: readFurther(({ memberships }, ...question: Parameters<MembershipLoader["membership"]>) =>
        memberships.membership(...question),
      ),
    },
    licences: {
      has: readFurther(({ licences }, ...question: Parameters<LicenceLoader["has"]>) => licences.has(...question)),
    },
    documents: {
      content: readFurther(({ documents }, ...query: Parameters<DocumentLoader["content"]>) =>
        documents.content(...query),
      ),
      legacy: readFurther(({ documents }, ...query: Parameters<DocumentLoader["legacy"]>) =>
        documents.legacy(...query),
      ),
    },
    answers: {
      ask: readFurther(({ answers }, ...question: Parameters<AnswerLoader["ask"]>) => answers.ask(...question)),
    },
    actions: {
      call: readFurther(({ createActions }, ...action: Parameters<Actions["call"]>) =>
        createActions({ ...deps, succeeded: tasks.acted }).call(...action),
      ),
    },
    connection: new Connection({
      ...deps,
      network: platform.network,
      tryNow: () => session.tryNow(),
      test: () => testConnection().catch(() => "offline"),
    }),
  };
};

/** The tasks, and what actions change. Their class comes with the readers, when it is needed first. */
const createTasks = (read: ReadOpened<FurtherReaders>, deps: Omit<TaskDeps, "changes" | "key">) => {
  const key = "coverage";
  const changes = createStore(0);
  let tasks: Tasks | undefined;
  const open = read((readers) => Promise.resolve((tasks ??= readers.createTasks({ ...deps, key, changes }))));
  const withTasks = (work: (tasks: Tasks) => void): void => void open().then(work, () => undefined);
  return {
    changes,
    watch: (...task: Parameters<Tasks["watch"]>) => withTasks((tasks) => tasks.watch(...task)),
    acted: (...action: Parameters<Tasks["acted"]>) => withTasks((tasks) => tasks.acted(...action)),
    /** Continues with the tasks of an earlier session. */
    resume: async () => {
      const coverage = await deps.storage.get(key);
      if (coverage !== undefined) withTasks((tasks) => tasks.resume(coverage));
    },
  };
};

/** A function of the readers, as the runtime offers it. */
type ReadOpened<Opened> = <Values extends readonly unknown[], Result>(
  run: (readers: Opened, ...values: Values) => Promise<Result>,
) => (...values: Values) => Promise<Result>;

/** The readers of one account. After `end` they send and store nothing. */
interface AccountReaders<Opened> {
  readonly readers: Opened | Promise<Opened>;
  readonly end: (reason: AddinError) => void;
}

interface OnFirstRead<Opened> {
  readonly open: () => Opened | Promise<Opened>;
  readonly read: ReadOpened<Opened>;
  readonly endAccount: AccountReaders<Opened>["end"];
}

/** Creates the readers at an account's first read, which waits until the runtime is ready. Later reads start at once. */
const openOnFirstRead = <Opened>(ready: Promise<void>, create: () => AccountReaders<Opened>): OnFirstRead<Opened> => {
  let isReady = false;
  ready.then(
    () => (isReady = true),
    () => undefined,
  );
  let current: AccountReaders<Opened> | undefined;
  const open = (): Opened | Promise<Opened> => {
    if (!isReady) return ready.then(open);
    if (current !== undefined) return current.readers;
    const created = (current = create());
    if (created.readers instanceof Promise)
      created.readers.then(
        (readers) => {
          if (current === created) current = { ...created, readers };
        },
        () => {
          // The next read tries again.
          if (current === created) current = undefined;
        },
      );
    return created.readers;
  };
  const read: ReadOpened<Opened> =
    (run) =>
    (...values) => {
      const readers = open();
      return readers instanceof Promise ? readers.then((loaded) => run(loaded, ...values)) : run(readers, ...values);
    };
  const endAccount = (reason: AddinError): void => {
    current?.end(reason);
    current = undefined;
  };
  return { open, read, endAccount };
};

/** The state that is stored in the workbook; the catalogue is stored on the device too. */
const createWorkbookPart = (
  platform: Platform,
  storage: KeyValueStorage,
  usable: () => boolean,
): {
  readonly part: Pick<Runtime, "universes" | "choices" | "settings" | "asOf">;
  readonly read: () => Promise<void>;
} => {
  let settingsOfDocument: DocumentSettings | undefined;
  const document = (): DocumentSettings | undefined => settingsOfDocument;
  const universes = new Universes({ storage, key: "catalogue", document, usable });
  const choices = createChoices(document);
  const settings = createSettings(document);
  const asOf = createWorkbookAsOf(document);
  const read = async (): Promise<void> => {
    settingsOfDocument = await platform.workbookSettings;
    settings.read();
    asOf.read();
    choices.read();
    await universes.read().catch(() => undefined);
  };
  return { part: { universes, choices, settings, asOf }, read };
};

interface SessionParts {
  readonly storage: KeyValueStorage;
  readonly cache: Cache;
  readonly left: () => void;
  /** Called when another account than the last one has signed in. */
  readonly changed: () => void;
  readonly retry: () => void;
}

const createSession = (
  { addresses, clock, crypto, send, pages, team }: Platform,
  { storage, cache, left, changed, retry }: SessionParts,
): Session => {
  const notifyOtherPages = (event: AccountEvent["event"], account: string | undefined): void => {
    if (account !== undefined) pages?.post({ event, account } satisfies AccountEvent);
  };
  let lastAccount: string | undefined;
  const session = new Session({
    issue:
      team === undefined
        ? createIssueToken(createClient(addresses.authUrl, send), addresses, clock)
        : async (...request) => (await team()).issue(...request),
    clock,
    stored: createCredentialStore("credentials", storage, crypto),
    left,
    retry,
    opened: async (identity) => {
      const account = await accountTag(identity, crypto);
      if (cache.account !== undefined && cache.account !== account) {
        // What was requested since the sign-in began may have read from the cache of the account before.
        left();
        notifyOtherPages("replaced", cache.account);
      }
      await cache.open(account);
      if (lastAccount !== undefined && lastAccount !== account) changed();
      lastAccount = account;
    },
    wiped: (credentials) => {
      const { account } = cache;
      team?.().then(
        (signIn) => signIn.signedOut(credentials),
        () => undefined,
      );
      const wiped = Promise.all([cache.wipe(), deletePrefix(storage, accountKey("", account))]).then(() => undefined);
      notifyOtherPages("signed-out", account);
      return wiped;
    },
  });
  followOtherPages(pages, cache, session);
  return session;
};

/** The key of a value of an account. */
const accountKey = (key: string, account: string | undefined): string => `of account ${account ?? ""} ${key}`;

const ofAccount = (storage: KeyValueStorage, tag: () => string | undefined): Runtime["ofAccount"] => ({
  tag,
  storage,
  get: (key) => storage.get(accountKey(key, tag())),
  // Work that ends after sign-out must not leave anything behind.
  set: async (key, value) => tag() !== undefined && storage.set(accountKey(key, tag()), value),
});

const deletePrefix = async (storage: KeyValueStorage, prefix: string): Promise<void> => {
  for (const key of await storage.keys()) if (key.startsWith(prefix)) await storage.delete(key);
};

/** What one page sends to the others of its browser profile: the account, by its tag, that left. */
interface AccountEvent {
  readonly event: "signed-out" | "replaced";
  readonly account: string;
}

const isAccountEvent = (value: unknown): value is AccountEvent =>
  isObject(value) && "event" in value && "account" in value;

/** A page that uses the account, or its cache, leaves it too. */
const followOtherPages = (pages: PageChannel | undefined, cache: Cache, session: Session): void =>
  pages?.onMessage((message) => {
    if (!isAccountEvent(message) || message.account !== cache.account) return;
    session.endedElsewhere(
      t(message.event === "replaced" ? "runtime.replacedElsewhere" : "runtime.signedOutElsewhere"),
    );
    // This page may have written to the device after the other one had deleted everything there.
    if (message.event === "signed-out") cache.wipe().catch(() => undefined);
  });

/**
 * The storage of one partition of the device: keys get a prefix. Calls wait until the partition is known. Storage failures (private mode,
 * quota) are ignored: reads find nothing and writes resolve with `false`.
 */
export const partitionedStorage = (storage: KeyValueStorage, partition: string | Promise<string>): KeyValueStorage => {
  const prefix = Promise.resolve(partition).then((name) => `${name} spillway `);
  const tolerant = async <Value>(work: (own: string) => Promise<Value>, fallback: Value): Promise<Value> => {
    try {
      return await work(await prefix);
    } catch {
      return fallback;
    }
  };
  return {
    get: (key) => tolerant((own) => storage.get(own + key), undefined),
    set: (key, value) => tolerant<unknown>((own) => storage.set(own + key, value), false),
    delete: (key) => tolerant((own) => storage.delete(own + key), undefined),
    keys: () =>
      tolerant(async (own) => {
        const all = await storage.keys();
        return all.filter((key) => key.startsWith(own)).map((key) => key.slice(own.length));
      }, []),
  };
};
