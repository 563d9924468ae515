import { useEffect } from "react";
import { AddinError } from "../../../../engine/http/addin-error";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { readDate } from "../../../../formulas/arguments/dates";
import { toWall } from "../../../../formulas/table/calendar";
import { isoDay } from "../../../../formulas/table/iso-dates";
import type { TimeZone } from "../../../../formulas/table/time-zone";
import { t } from "../../../../i18n/t";
import type { CompaniesAt } from "../../../excel/trace/companies-at";
import type { CurrentJob } from "../../state/job";
import { requestedCompany, type CompanyRequest } from "../../state/open-company";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { useTimeZone } from "../../state/use-time-zone";
import {
  type Ask,
  askFunctions,
  byUniverse,
  type FileAnswer,
  type FileRow,
  identityQuestion,
  listings,
  fileQuestions,
  type SectionName,
  universesQuestion,
} from "./company-file";

/** A section as it was read, or why it was not. */
export type SectionState =
  | { readonly answer: FileAnswer; readonly problem?: undefined }
  | {
      readonly answer?: undefined;
      readonly problem: string;
      /** Another try would say the same. */
      readonly isFinal: boolean;
    };

/** The company that is open, and what was read of it. */
interface OpenCompany {
  /** As it was asked for: an id, an identifier or a name. */
  readonly asked: string;
  readonly id: string;
  readonly identity: FileRow;
  readonly about: FileAnswer;
  /** Those that contain the company, as far as the account may see them. */
  readonly universes: readonly KnownUniverse[];
  /** There are more than these. */
  readonly hasMoreUniverses: boolean;
  /** Why they are not known. */
  readonly universesProblem: string | undefined;
}

interface FileDraft {
  /** What was opened last, for another try: the text that means a company, or the address of a cell. */
  readonly begun: { readonly company: string } | { readonly cell: string } | undefined;
  /** The account that all of this was read for. */
  readonly account: string | undefined;
  readonly company: OpenCompany | undefined;
  readonly universe: KnownUniverse | undefined;
  /** A date as functions take it; empty for all dates. */
  readonly from: string;
  /** The first day of the period, `yyyy-mm-dd`. */
  readonly since: string | undefined;
  readonly sections: Readonly<Partial<Record<SectionName, SectionState>>>;
  /** What the selected cell said, where that was not one company. */
  readonly cell: CompaniesAt | undefined;
  /** The view that asked for the company, and its button. */
  readonly request: CompanyRequest | undefined;
}

const emptyFile: FileDraft = {
  begun: undefined,
  account: undefined,
  company: undefined,
  universe: undefined,
  from: "-1y",
  since: undefined,
  sections: {},
  cell: undefined,
  request: undefined,
};

export interface CompanyFile {
  readonly draft: FileDraft;
  readonly job: CurrentJob;
  /** Opens a company by a text that means one. */
  readonly open: (company: string) => void;
  /** Opens the company of a cell, or shows why it is not one. */
  readonly openCell: (address: string) => void;
  readonly setUniverse: (universe_id: string) => void;
  readonly setFrom: (from: string) => void;
  /** Reads what was not read: the company, or some of its sections. */
  readonly retry: () => void;
}

/** The selected universe, else the smallest one that the catalogue has, because it takes the fewest calls, else the first. */
const chooseUniverse = (
  all: readonly KnownUniverse[],
  selected: KnownUniverse | undefined,
  catalogue: readonly KnownUniverse[],
): KnownUniverse | undefined => {
  const known = catalogue
    .filter(({ universe_id }) => all.some((one) => one.universe_id === universe_id))
    .toSorted((one, other) => (one.entities ?? Infinity) - (other.entities ?? Infinity));
  const best = all.some((one) => one.universe_id === selected?.universe_id) ? selected : known[0];
  return all.find(({ universe_id }) => universe_id === best?.universe_id) ?? all[0];
};

const toUniverse = (row: FileRow): KnownUniverse => ({
  universe_id: String(row["universe_id"] ?? ""),
  name: String(row["universe_name"] ?? ""),
});

const failureSentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The company file that the pane shows. One job reads it, so that one button stops it. */
export const useCompanyFile = (): CompanyFile => {
  const { deps, runtime, state } = usePane();
  const timeZone = useTimeZone();
  const [draft, change, store] = useDraft("company-file", emptyFile);
  const job = useJob("company-file");
  const session = useStore(runtime.session.state);
  const account = session.status === "signed-in" ? session.account : undefined;
  const request = useStore(requestedCompany(state));
  const isRunning = job.now.status === "running";

  const asker = async (signal: AbortSignal): Promise<Ask> => askFunctions(await deps.functions(), runtime, signal);

  const readIdentity = async (ask: Ask, asked: string): Promise<OpenCompany> => {
    const about = await ask(identityQuestion(asked));
    const [identity = {}] = about.rows;
    const id = String(identity["id"] ?? "");
    const found = await ask(universesQuestion(id)).catch((error: unknown) => failureSentence(error));
    return {
      ...{ asked, id, identity, about },
      universes: typeof found === "string" ? [] : found.rows.map(toUniverse),
      hasMoreUniverses: typeof found !== "string" && found.cut !== undefined,
      universesProblem: typeof found === "string" ? found : undefined,
    };
  };

  const readSections = async (ask: Ask, signal: AbortSignal, progress: (done: number, total: number) => void) => {
    const { company, universe, from, sections } = store.get();
    if (company === undefined) return 0;
    const questions = fileQuestions(company.id, universe?.universe_id, from);
    const noUniverse = company.universesProblem ?? t("file.noUniverse");
    const wanted = listings.map((names) => names.filter((name) => sections[name]?.answer === undefined));
    const total = wanted.flat().length;
    let done = 0;
    const read = async (name: SectionName): Promise<SectionState> => {
      if (universe === undefined && byUniverse.includes(name))
        return { problem: noUniverse, isFinal: company.universesProblem === undefined };
      return ask(questions[name]).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ problem: failureSentence(error), isFinal: false }),
      );
    };
    const readListing = async (names: readonly SectionName[]): Promise<void> => {
      for (const name of names) {
        const section = await read(name);
        if (signal.aborted) return;
        done += 1;
        store.set({ ...store.get(), sections: { ...store.get().sections, [name]: section } });
        progress(done, total);
      }
    };
    progress(0, total);
    await Promise.all(wanted.map(readListing));
    if (signal.aborted) throw new AddinError("stopped", t("work.stopped"));
    return total;
  };

  const start = (query: string, before?: (ask: Ask) => Promise<boolean>): void =>
    void job.start(t("view.company"), query, async ({ signal, progress }) => {
      const ask = await asker(signal);
      if (before !== undefined && !(await before(ask))) return 0;
      return readSections(ask, signal, progress);
    });

  const openIn = async (ask: Ask, asked: string): Promise<boolean> => {
    change({ company: undefined, universe: undefined, sections: {}, cell: undefined });
    const company = await readIdentity(ask, asked);
    const universe = chooseUniverse(
      company.universes,
      runtime.universes.selected.get(),
      runtime.universes.catalogue.get(),
    );
    change({ account, company, universe, since: formatSince(store.get().from, runtime.clock.now(), timeZone) });
    return true;
  };
  const open = (asked: string): void =>
    start(asked, (ask) => {
      change({ begun: { company: asked } });
      return openIn(ask, asked);
    });
  const openCell = (address: string): void =>
    start(address, async (ask) => {
      change({ begun: { cell: address }, cell: undefined, request: undefined });
      const found = await deps.whereFrom.companies(address);
      const asked = found.companies.length === 1 && !found.isCut ? found.companies[0]?.id : found.text;
      if (asked !== undefined) return openIn(ask, asked);
      change({ cell: found, company: undefined, sections: {} });
      return false;
    });
  const readAgain = (part: Partial<FileDraft>, names: readonly SectionName[]): void => {
    const left = Object.entries(draft.sections).filter(([name]) => !names.includes(name as SectionName));
    change({ ...part, sections: Object.fromEntries(left) });
    start(draft.company?.asked ?? "");
  };

  // Another view asks for a company. What runs for an earlier one is stopped first.
  useEffect(() => {
    if (request === undefined) return;
    if (isRunning) job.stop();
    else {
      requestedCompany(state).set(undefined);
      change({ request });
      open(request.company);
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `open` and `job` are new in each rendering.
  }, [request, isRunning, state]);

  return {
    draft:
      draft.account === account
        ? draft
        : { ...emptyFile, begun: draft.begun, cell: draft.cell, request: draft.request },
    job,
    open,
    openCell,
    setUniverse: (universe_id) =>
      readAgain({ universe: draft.company?.universes.find((one) => one.universe_id === universe_id) }, byUniverse),
    setFrom: (from) => readAgain({ from, since: formatSince(from, runtime.clock.now(), timeZone) }, listings.flat()),
    retry: () => {
      const { company, begun } = draft;
      // Without its universes the company is read again: without them nothing else could be.
      if (company !== undefined && company.universesProblem === undefined) start(company.asked);
      else if (company !== undefined) open(company.asked);
      else if (begun !== undefined && "cell" in begun) openCell(begun.cell);
      else if (begun !== undefined) open(begun.company);
    },
  };
};

/** The first day of a period, on the clocks of the time zone. */
const formatSince = (from: string, now: number, timeZone: TimeZone | undefined): string | undefined =>
  from === "" ? undefined : isoDay(toWall(readDate(from, { name: "from", now, timeZone }).start, timeZone));
