import { useMemo } from "react";
import { AddinError } from "../../../../engine/http/addin-error";
import type { WritableStore } from "../../../../engine/store";
import { findCandidates, mostCandidates, type SearchKey } from "../../../../formulas/arguments/entities";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/ranges";
import type { CurrentJob, JobRun } from "../../state/job";
import { type Pane, usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { callsAnswered, type Plan, planOf, type ResolveInput } from "./inputs";
import { type Answer, matchResult, type MatchResult } from "./match-result";

/** The inputs, how to interpret them, and the answers so far. */
interface ResolveDraft {
  readonly inputs: readonly CellContent[];
  /** The range of the inputs; undefined for pasted ones. */
  readonly address: string | undefined;
  readonly by: SearchKey;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** The state of the resolve form. */
export interface ResolveForm {
  readonly draft: ResolveDraft;
  readonly plan: Plan;
  readonly results: readonly MatchResult[];
  readonly job: CurrentJob;
  readonly setInputs: (inputs: readonly CellContent[], address: string | undefined) => void;
  readonly setSearchKey: (by: SearchKey) => void;
  /** Looks up the inputs that have no answer yet or failed. */
  readonly resolve: () => void;
}

const empty: ResolveDraft = { inputs: [], address: undefined, by: "auto", answers: new Map() };

/** The fields of a candidate that the form, ENTITY.RESOLVE and the default columns need. */
const candidateFields = {
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

/** The resolve form. Its state is kept while the pane is closed. */
export const useResolveForm = (): ResolveForm => {
  const pane = usePane();
  const [draft, change, store] = useDraft("resolve", empty);
  const job = useJob("resolve");
  const choices = useStore(pane.runtime.choices.all);
  const plan = useMemo(() => planOf(draft.inputs, draft.by), [draft.inputs, draft.by]);
  const results = useMemo(
    () => plan.distinct.map((input) => matchResult(input, draft.answers.get(input.key), chosenFor(pane, input))),
    // The choices decide too: chosenFor reads them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [plan, draft.answers, choices, pane],
  );
  const resolve = (): void => {
    const open = results.filter(({ status }) => status === "waiting" || status === "failed").map(({ input }) => input);
    const query = t("resolve.query", { count: open.length });
    void job.start({ what: t("resolve.title"), query }, (run) => lookUp(pane, store, open, run));
  };
  return {
    draft,
    plan,
    results,
    job,
    setInputs: (inputs, address) => {
      change({ inputs, address, answers: new Map() });
      followInputs(pane, store);
    },
    setSearchKey: (by) => change({ by }),
    resolve,
  };
};

const following = new WeakMap<WritableStore<ResolveDraft>, () => void>();

/** Follows the range of the inputs when rows of the sheet move, even while the form is hidden. Answers stay. */
const followInputs = ({ deps: { workbook } }: Pane, store: WritableStore<ResolveDraft>): void => {
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

const chosenFor = ({ runtime }: Pane, { query }: ResolveInput): string | undefined =>
  query === undefined ? undefined : runtime.choices.chosen(query);

/** The update interval of the list while answers arrive, in milliseconds. */
const updateInterval = 100;

const lookUp = async (
  { runtime }: Pane,
  store: WritableStore<ResolveDraft>,
  open: readonly ResolveInput[],
  run: JobRun,
): Promise<number> => {
  const received = new Map<string, Answer>();
  let cancelShow: (() => void) | undefined;
  // Answers from the cache arrive before the response of any call.
  let fromCache = 0;
  const report = (): void =>
    run.progress(received.size, open.length, callsAnswered(received.size - fromCache, open.length - fromCache));
  const show = (): void => {
    cancelShow = undefined;
    store.set({ ...store.get(), answers: new Map([...store.get().answers, ...received]) });
    report();
  };
  // Formulas with the same failure can now be calculated from the cache.
  const retries = open.some(({ key }) => "error" in (store.get().answers.get(key) ?? {}));
  report();
  const cancelCount = runtime.clock.after(0, () => {
    fromCache = received.size;
    report();
  });
  await Promise.all(
    open.map(async ({ key, query = {}, ticker }) => {
      const search = { query, ticker };
      received.set(
        key,
        await answerOf(() => findCandidates(runtime.entities, search, candidateFields, run.requestContext)),
      );
      cancelShow ??= runtime.clock.after(updateInterval, show);
    }),
  );
  cancelCount();
  cancelShow?.();
  show();
  if (retries && [...received.values()].some((answer) => "candidates" in answer)) runtime.choices.answered();
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
