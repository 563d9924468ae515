import { AddinError } from "../../error/addin-error";
import type { WritableStore } from "../../runtime/store";
import type { Job, JobRun, JobState } from "../state/job";
import { usePane, type Pane } from "../state/pane-context";
import { useDraft, useJob, useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { useMemo } from "react";
import { outcomeOf, type Answer, type Outcome } from "./outcome";
import { callsAnswered, planOf, type Plan, type Wanted } from "./plan";
import { mostCandidates } from "../../formula/entity-id";
import type { SearchKey } from "../../formula/search-object";
import type { CellContent } from "../../office/workbook-door";

/** What lies on the desk: the inputs, how to read them, and the answers so far. */
export interface DeskDraft {
  readonly inputs: readonly CellContent[];
  /** Where the inputs stand in the workbook; undefined for pasted ones. */
  readonly address: string | undefined;
  readonly by: SearchKey;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** The resolve desk. */
export interface Desk {
  readonly draft: DeskDraft;
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
  readonly job: Job & { readonly now: JobState };
  readonly lay: (inputs: readonly CellContent[], address: string | undefined) => void;
  readonly read: (by: SearchKey) => void;
  /** Asks for what has no answer yet; what failed is asked for again. */
  readonly resolve: () => void;
}

const empty: DeskDraft = { inputs: [], address: undefined, by: "auto", answers: new Map() };

/** What is asked of every candidate: what the desk shows, and what ENTITY.RESOLVE and the usual columns need. */
const wantedFields = {
  fields: [
    "id",
    "name",
    "isin",
    "lei",
    "figi",
    "ticker",
    "alias",
    "country",
    "website",
    "registration_codes",
    "client_code",
  ],
  maxCandidates: mostCandidates,
} as const;

/** The desk, kept while the pane is closed. */
export const useDesk = (): Desk => {
  const say = useText();
  const pane = usePane();
  const [draft, change, store] = useDraft("resolve", empty);
  const job = useJob("resolve");
  const choices = useStore(pane.runtime.choices.all);
  const plan = useMemo(() => planOf(draft.inputs, draft.by), [draft.inputs, draft.by]);
  const outcomes = useMemo(
    () => plan.wanted.map((wanted) => outcomeOf(wanted, draft.answers.get(wanted.key), chosenFor(pane, wanted))),
    // The choices decide too: chosenFor reads them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [plan, draft.answers, choices, pane],
  );
  const resolve = (): void => {
    const open = outcomes
      .filter(({ status }) => status === "waiting" || status === "failed")
      .map(({ wanted }) => wanted);
    const query = say("resolve.query", { count: open.length });
    void job.start({ what: say("resolve.title"), query }, (run) => ask(pane, store, { open, run }));
  };
  return {
    draft,
    plan,
    outcomes,
    job,
    lay: (inputs, address) => {
      change({ inputs, address, answers: new Map() });
      followInputs(pane, store);
    },
    read: (by) => change({ by }),
    resolve,
  };
};

const following = new WeakMap<WritableStore<DeskDraft>, () => void>();

/** Where the inputs stand changes with the rows of the sheet, whether the desk is in sight or not; what was answered stays. */
const followInputs = ({ world: { workbook } }: Pane, store: WritableStore<DeskDraft>): void => {
  following.get(store)?.();
  following.delete(store);
  const { address } = store.get();
  if (address === undefined) return;
  const moved = async (now: string | undefined): Promise<void> => {
    if (now === undefined) store.set({ ...store.get(), address: now });
    else {
      const { values } = await workbook.read(now);
      store.set({ ...store.get(), address: now, inputs: values.flat() });
    }
  };
  following.set(
    store,
    workbook.follow(address, (now) => void moved(now)),
  );
};

const chosenFor = ({ runtime }: Pane, { query }: Wanted): string | undefined =>
  query === undefined ? undefined : runtime.choices.chosen(query);

/** How often the list is shown anew while answers come, in milliseconds. */
const calm = 100;

const ask = async (
  { runtime }: Pane,
  store: WritableStore<DeskDraft>,
  { open, run }: { readonly open: readonly Wanted[]; readonly run: JobRun },
): Promise<number> => {
  const came = new Map<string, Answer>();
  let showing: (() => void) | undefined;
  // What the memory answers comes before any call can.
  let remembered = 0;
  const tell = (): void =>
    run.progress(came.size, open.length, callsAnswered(came.size - remembered, open.length - remembered));
  const show = (): void => {
    showing = undefined;
    store.set({ ...store.get(), answers: new Map([...store.get().answers, ...came]) });
    tell();
  };
  // Formulas may show the same failure; they find the answers in the memory.
  const again = open.some(({ key }) => "error" in (store.get().answers.get(key) ?? {}));
  tell();
  const begun = runtime.clock.after(0, () => {
    remembered = came.size;
    tell();
  });
  await Promise.all(
    open.map(async ({ key, query }) => {
      came.set(key, await answerOf(() => runtime.entities.search(query ?? {}, wantedFields, run.inquiry)));
      showing ??= runtime.clock.after(calm, show);
    }),
  );
  begun();
  showing?.();
  show();
  if (again && [...came.values()].some((answer) => "candidates" in answer)) runtime.choices.answered();
  return open.length;
};

const answerOf = async (search: () => ReturnType<Pane["runtime"]["entities"]["search"]>): Promise<Answer> => {
  try {
    return { candidates: await search() };
  } catch (error) {
    return {
      error: error instanceof AddinError ? error : new AddinError("unexpected", String(error), { cause: error }),
    };
  }
};
