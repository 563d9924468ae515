import type { DataKind } from "../deployment";
import type { Runtime } from "../../engine/runtime";
import type { ProviderTokens } from "../../engine/session/credentials";
import type { KnownUniverse } from "../../engine/state/universes";
import type { Store, WritableStore } from "../../engine/store";
import type { FunctionDefinition } from "../../formulas/define/definition";
import type { QuestionGroup } from "../../formulas/define/question";
import type { PaneRequest } from "../commands";
import type { FormulaChanges, RefreshChanges } from "../../formulas/changes/refresh-changes";
import type { RecordChange } from "../../formulas/changes/compare-answers";
import type { Editions } from "../../formulas/editions/editions";
import type { Audit, AuditScope } from "../excel/trace/audit";
import type { ChangeMarks, MarkResult } from "../excel/refresh/change-marks";
import type { CompaniesAt } from "../excel/trace/companies-at";
import type { Freezer } from "../excel/freeze/freeze";
import type { RefreshScope } from "../excel/sheet/formula-cells";
import type { RefreshResult } from "../excel/refresh/recalculation";
import type { RefreshOptions } from "../excel/refresh/refresh";
import type { MissedFormula, RefreshReport } from "../excel/refresh/refresh-news";
import type { RepairState } from "../excel/repair/repair-state";
import type { ShareCopy } from "../excel/freeze/share-copy";
import type { WhereFrom } from "../excel/trace/where-from";
import type { Workbook } from "../excel/sheet/workbook";
import type { EditionChoice, EditionVerbs } from "../excel/refresh/workbook-editions";
import type { FinishWriting } from "../excel/sheet/write-cells";

/** The demo account of a deployment. */
export interface DemoAccount {
  readonly name: string;
  readonly key: string;
  readonly secret: string;
  /** Universes for the catalogue, because the service cannot list them. */
  readonly universes?: readonly KnownUniverse[];
  /** ISINs of companies, for somebody who has no list at hand. */
  readonly isins?: readonly string[];
}

/** A workbook that Start offers. */
export interface SampleWorkbook {
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  /** The address of its picture. */
  readonly picture: string;
  /** Opens it as a new workbook. */
  readonly open: () => Promise<void>;
}

export interface ServiceAddresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
}

/** The part of the deployment file that the pane shows. */
export interface PaneDeployment extends ServiceAddresses {
  readonly data?: DataKind;
  /** Fetches the demo account; undefined where the deployment has none. */
  readonly demo?: () => Promise<DemoAccount>;
  /** Fetches the list of sample workbooks; undefined where the deployment has none. */
  readonly samples?: () => Promise<readonly SampleWorkbook[]>;
  /** Whether the user may change the addresses. */
  readonly settingsAllowed: boolean;
  /** Stores other addresses on this device and signs out. They apply from the next start. `undefined` restores the deployment's. */
  readonly change?: (addresses: ServiceAddresses | undefined) => Promise<void>;
}

/** What the gateway that serves the add-in says in passing. */
export interface PaneRelease {
  /** True from when it serves another release than that of this page. */
  readonly isNewer: Store<boolean>;
  /** Milliseconds that the clock of this computer is ahead of the gateway's (its header `Date`); NaN: not known. */
  readonly clockAhead: Store<number>;
}

/** How people sign in at the gateway of their team. */
export interface PaneTeam {
  /** The name of the identity provider; undefined where there is none. */
  readonly provider: string | undefined;
  /** Personal gateway keys let people in. */
  readonly keys: boolean;
  /** Asks the user at the provider, in a window of Office. Rejects with a DialogEnded or an AddinError. */
  readonly askProvider: (signal: AbortSignal) => Promise<ProviderTokens>;
}

/** One check of the health check. The sentence says what to do where the state is bad. */
export interface HealthItem {
  readonly name: string;
  readonly state: "good" | "bad" | "unknown";
  readonly sentence: string;
}

/** The part of recalculation that the pane uses. */
interface PaneRecalculation {
  readonly refresh: (scope: RefreshScope, options?: RefreshOptions) => Promise<RefreshResult>;
  /** What the last refresh did; undefined while one runs, before the first, and once dismissed. */
  readonly report: Store<RefreshReport | undefined>;
  /** Those formulas of a report that still show older values. */
  readonly stillMissed: (missed: readonly MissedFormula[]) => readonly MissedFormula[];
  readonly dismiss: () => void;
  /** The addresses of all formulas of the workbook that call our functions. */
  readonly formulas: () => Promise<readonly string[]>;
  /** Stops all running requests. Cells keep their last rows. */
  readonly stop: () => void;
  /** The number of running invocations. */
  readonly pending: Store<number>;
}

/** The current theme of Office. */
export type PaneTheme = "light" | "dark" | "contrast";

/** Texts by resource and field. */
export type FieldDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A copy for people without the add-in. */
export interface MadeCopy {
  /** The id of the edition whose values it has, or `now`. */
  readonly of: string;
  readonly copy: ShareCopy;
  /** The user takes its values as they are. */
  readonly accepted: boolean;
}

/** The editions of the account that is open. */
export type PaneEditions = Pick<
  Editions,
  | "changes"
  | "list"
  | "listAll"
  | "listElsewhere"
  | "copyFromElsewhere"
  | "lastOfEarlierSession"
  | "usage"
  | "setLimit"
  | "name"
  | "delete"
  | "toFile"
  | "fromFile"
  | "has"
>;

/** What the pane needs from the add-in. */
export interface PaneDeps {
  readonly runtime: Runtime;
  readonly workbook: Workbook;
  /** The worksheet functions with their help, loaded on the first call. */
  readonly functions: () => Promise<readonly FunctionDefinition[]>;
  /** Loads the questions of the formula form. */
  readonly questions: () => Promise<readonly QuestionGroup[]>;
  readonly fieldDescriptions: () => Promise<FieldDescriptions>;
  /** Loads an example of each field, as a cell shows it. */
  readonly fieldExamples: () => Promise<FieldDescriptions>;
  readonly deployment: PaneDeployment;
  /** Undefined where everybody signs in with an account of the service. */
  readonly team: PaneTeam | undefined;
  readonly recalculation: PaneRecalculation;
  readonly health: () => Promise<readonly HealthItem[]>;
  readonly theme: Store<PaneTheme>;
  /** The last view that a command requested; each request has a new serial number. */
  readonly request: Store<PaneRequest | undefined>;
  /** Messages of commands to the user, newest last. */
  readonly notices: WritableStore<readonly string[]>;
  /** What the gateway that serves the add-in says in passing. */
  readonly release: PaneRelease;
  /** Loads the page again: pane and functions start anew, and cells keep their values. */
  readonly reload: () => void;
  /**
   * Whether Excel has the functions of this release: `reopen`, when this workbook is opened next; `unsure`, within a day.
   */
  readonly functionList: WritableStore<"current" | "reopen" | "unsure">;
  /** Formats what the pane inserts: a result when it arrives, and values with a header row. */
  readonly formats: {
    readonly formatNext: (address: string) => Promise<void>;
    readonly valuesFormat: () => Promise<FinishWriting>;
  };
  /** Copies of the workbook for people without the add-in. */
  readonly share: {
    /** The copy that was made last, kept while the pane is closed, until sign-out. */
    readonly made: WritableStore<MadeCopy | undefined>;
    readonly make: (
      choice: EditionChoice,
      signal: AbortSignal,
      progress: (done: number, total: number) => void,
    ) => Promise<ShareCopy>;
    /** The name of a copy's file. */
    readonly nameOf: (copy: ShareCopy) => Promise<string>;
    readonly open: (copy: ShareCopy) => Promise<void>;
  };
  /** What refreshes of this session changed, and its marks in the sheet. */
  readonly changes: {
    /** The newest last. */
    readonly refreshes: Store<readonly RefreshChanges[]>;
    readonly mark: (formulas: readonly FormulaChanges[]) => Promise<MarkResult>;
    readonly clearMarks: ChangeMarks["clear"];
    /** Selects a record in the sheet; the formula where the record is not shown. */
    readonly show: (formula: FormulaChanges, record: RecordChange) => Promise<void>;
  };
  /** Where the values of cells come from. */
  readonly whereFrom: {
    /** Follows a cell to the formulas and records behind it, without a call. */
    readonly trace: (address: string) => Promise<WhereFrom>;
    /** Lists the formulas of a part of the workbook with their requests, without a call. */
    readonly audit: (scope: AuditScope) => Promise<Audit>;
    /** The companies that a cell stands for, without a call. */
    readonly companies: (address: string) => Promise<CompaniesAt>;
  };
  /** Turns formulas into values, and back. */
  readonly freeze: Pick<Freezer, "plan" | "freeze" | "list" | "thaw" | "forget">;
  /** What refreshes stored, and what is done with it. */
  readonly editions: Pick<EditionVerbs, "compare" | "plan" | "show" | "prove" | "check"> & {
    readonly load: () => Promise<PaneEditions>;
  };
  /** Cells that do not show what was answered for them. */
  readonly repair: {
    readonly state: Store<RepairState>;
    /** Enters the listed formulas with unknown names again; returns why some were left alone. */
    readonly putNamesRight: () => Promise<readonly string[]>;
    readonly tryAgain: () => Promise<void>;
    readonly dismiss: () => Promise<void>;
  };
  /** True while Excel refuses changes because a cell is being edited. */
  readonly cellEdit: Store<boolean>;
  /** The display language of Office, such as `de-DE`. */
  readonly locale: string;
  /** The IANA name of the device's time zone, such as `Europe/Berlin`; blank where it is not known. */
  readonly timeZone: string;
}
