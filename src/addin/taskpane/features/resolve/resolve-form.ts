import { useMemo } from "react";
import type { WireRecord } from "../../../../contract/page";
import { AddinError } from "../../../../engine/http/addin-error";
import type { WritableStore } from "../../../../engine/store";
import { notACompany } from "../../../../engine/state/choices";
import { invalidEntity, searchFor, type SearchKey } from "../../../../formulas/arguments/entities";
import {
  carriesIdentifier,
  comparedWith,
  findCandidates,
  mostCandidates,
  onlyMatch,
} from "../../../../formulas/arguments/company-search";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { CurrentJob, JobRun } from "../../state/job";
import { type Pane, usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { planSearch, type ResolveInput } from "./inputs";
import { type SearchResult, type Correction, matchResult, type MatchResult } from "./match-result";

/** The inputs, how to interpret them, and the answers so far. */
interface ResolveDraft {
  readonly inputs: readonly CellContent[];
  /** The range of the inputs; undefined for pasted ones. */
  readonly address: string | undefined;
  readonly by: SearchKey;
  readonly answers: ReadonlyMap<string, SearchResult>;
  /** The companies of suggested identifiers, by identifier; those that do not exist are missing. */
  readonly suggested: ReadonlyMap<string, WireRecord>;
  /** What the user wrote in place of inputs, by the key of the input. */
  readonly corrections: ReadonlyMap<string, Correction>;
  /** The key of the input that is searched for again. */
  readonly searching: string | undefined;
}

/** A correction as the list gets it. */
export interface ListCorrection {
  readonly result: MatchResult;
  readonly text: string;
}

const noAnswers = { answers: new Map(), suggested: new Map(), corrections: new Map(), searching: undefined };

const emptyResolve: ResolveDraft = { inputs: [], address: undefined, by: "auto", ...noAnswers };

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

/** The resolve form, or another list of companies under its own `id`. Its state is kept while the pane is closed. */
export const useResolveForm = (id = "resolve") => {
  const pane = usePane();
  const [draft, change, store] = useDraft(id, emptyResolve);
  const job = useJob(id);
  const choices = useStore(pane.runtime.choices.all);
  const plan = useMemo(() => planSearch(draft.inputs, draft.by), [draft.inputs, draft.by]);
  const again = useJob(`${id}-again`);
  const results = useMemo(
    () =>
      plan.distinct.map((input) =>
        matchResult(
          input,
          draft.answers.get(input.key),
          pane.runtime.choices.chosen(input.choice),
          draft.corrections.get(input.key),
        ),
      ),
    // The choices decide too.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [plan, draft.answers, draft.corrections, choices, pane],
  );
  const resolve = (): void => {
    const open = results.filter(({ status }) => status === "waiting" || status === "failed").map(({ input }) => input);
    const query = t("resolve.query", { count: open.length });
    void job.start(t("view.resolve"), query, async (run) => {
      const near = results.flatMap(({ input }) => input.near ?? []);
      const [rows] = await Promise.all([lookUp(pane, store, open, run), lookUpSuggestions(pane, store, near, run)]);
      return rows;
    });
  };
  return {
    draft,
    plan,
    results,
    job,
    setInputs: (inputs: readonly CellContent[], address: string | undefined) => {
      change({ inputs, address, ...noAnswers });
      followInputs(pane, store);
    },
    setSearchKey: (by: SearchKey) => change({ by, corrections: new Map() }),
    /** Looks up the inputs that have no answer yet or failed. */
    resolve,
    /** The search for the correction of one input. */
    again,
    ...openReview(pane, store, again),
  };
};

export type ResolveForm = ReturnType<typeof useResolveForm>;

/** Opens a list of companies in the view Resolve, with what was found. */
export const openInResolve = (pane: Pane, { draft }: ResolveForm): void => {
  const store = pane.state.draft("resolve", emptyResolve);
  store.set(draft);
  followInputs(pane, store);
  pane.state.view.set("resolve");
};

/** What the user does with one input. Decisions are stored in the workbook, where formulas read them. */
const openReview = (pane: Pane, store: WritableStore<ResolveDraft>, again: CurrentJob) => {
  const { choices } = pane.runtime;
  const change = (part: Partial<ResolveDraft>): void => store.set({ ...store.get(), ...part });
  const correct = ({ input }: MatchResult, correction: Correction | undefined): void => {
    const corrections = new Map(store.get().corrections);
    if (correction === undefined) corrections.delete(input.key);
    else corrections.set(input.key, correction);
    change({ corrections });
  };
  /** Takes an identifier that exists in place of the input. */
  const accept = (result: MatchResult, text: string, entity: WireRecord): void => {
    correct(result, { text, answer: { candidates: { total_candidates: 1, matches: [entity] } } });
    choices.choose(result.input.choice, String(entity["id"]));
  };
  return {
    accept,
    searchAgain: (result: MatchResult, text: string) => {
      const { key } = result.input;
      change({ searching: key });
      void again.start(t("resolve.searchAgain"), text, async ({ requestContext }) => {
        const search = searchFor(text);
        if (search.state === "blank") return 0;
        if (search.state === "invalid") throw invalidEntity(search, text);
        const candidates = await findCandidates(pane.runtime.entities, search, candidateFields, requestContext);
        const compared = comparedWith(search);
        const one = onlyMatch(compared, candidates);
        // An identifier leaves no doubt; a name is confirmed by the user.
        if (one !== undefined && carriesIdentifier(compared, one)) accept(result, search.written, one);
        else correct(result, { text: search.written, answer: { candidates } });
        return candidates.matches.length;
      });
    },
    choose: ({ input }: MatchResult, entity_id: string) => choices.choose(input.choice, entity_id),
    markAsNoCompany: ({ input }: MatchResult) => choices.choose(input.choice, notACompany),
    /** Takes back what the user decided about an input. */
    undo: (result: MatchResult) => {
      correct(result, undefined);
      choices.choose(result.input.choice, undefined);
    },
    /** Replaces the inputs by what was written into their cells. */
    corrected: (written: readonly ListCorrection[]) => {
      const { inputs, by, answers, corrections } = store.get();
      const [nextInputs, nextAnswers, left] = [[...inputs], new Map(answers), new Map(corrections)];
      for (const { result, text } of written) {
        for (const row of result.input.rows) nextInputs[row] = text;
        left.delete(result.input.key);
        const [input] = planSearch([text], by).distinct;
        const { entity } = result;
        if (input !== undefined && entity !== undefined)
          nextAnswers.set(input.key, { candidates: { total_candidates: 1, matches: [entity] } });
      }
      change({ inputs: nextInputs, answers: nextAnswers, corrections: left });
    },
  };
};

/** Looks up suggested identifiers in the calls of the inputs. A suggestion that cannot be checked is not offered. */
const lookUpSuggestions = async (
  { runtime }: Pane,
  store: WritableStore<ResolveDraft>,
  near: readonly string[],
  run: JobRun,
): Promise<void> => {
  const open = near.filter((identifier) => !store.get().suggested.has(identifier));
  const found = await Promise.all(
    open.map(async (identifier) => {
      const search = searchFor(identifier);
      if (search.state !== "search") return [];
      const answer = await toAnswer(() =>
        findCandidates(runtime.entities, search, candidateFields, run.requestContext),
      );
      const entity = "candidates" in answer ? onlyMatch(search.query, answer.candidates) : undefined;
      return entity === undefined ? [] : [[identifier, entity] as const];
    }),
  );
  store.set({ ...store.get(), suggested: new Map([...store.get().suggested, ...found.flat()]) });
};

/** What ends the following of a form. A form has one store, which lives as long as the form. */
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

/** The update interval of the list while answers arrive, in milliseconds. */
const updateInterval = 100;

const lookUp = async (
  { runtime }: Pane,
  store: WritableStore<ResolveDraft>,
  open: readonly ResolveInput[],
  run: JobRun,
): Promise<number> => {
  const received = new Map<string, SearchResult>();
  let cancelShow: (() => void) | undefined;
  const report = (): void => run.progress(received.size, open.length);
  const show = (): void => {
    cancelShow = undefined;
    store.set({ ...store.get(), answers: new Map([...store.get().answers, ...received]) });
    report();
  };
  // Formulas with the same failure can now be calculated from the cache.
  const retries = open.some(({ key }) => "error" in (store.get().answers.get(key) ?? {}));
  report();
  await Promise.all(
    open.map(async ({ key, query = {}, ticker }) => {
      const search = { query, ticker };
      received.set(
        key,
        await toAnswer(() => findCandidates(runtime.entities, search, candidateFields, run.requestContext)),
      );
      cancelShow ??= runtime.clock.after(updateInterval, show);
    }),
  );
  cancelShow?.();
  show();
  if (retries && [...received.values()].some((answer) => "candidates" in answer)) runtime.choices.answered();
  return open.length;
};

const toAnswer = async (search: () => ReturnType<typeof findCandidates>): Promise<SearchResult> => {
  try {
    return { candidates: await search() };
  } catch (error) {
    return {
      error: error instanceof AddinError ? error : new AddinError("unexpected", String(error), { cause: error }),
    };
  }
};
