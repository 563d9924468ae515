import { cellAddress, parseCell } from "../../../facts/addresses";
import type { RequestLog, RequestLogEntry } from "../../../engine/requests/request-log";
import type { Edition } from "../../../formulas/editions/edition-store";
import { t } from "../../../i18n/t";
import { fileEnding } from "../../../ooxml/open-workbook";
import { runStepsWithPauses } from "../../../ooxml/steps";
import { type AboutRow, type CopiedBlock, valuesCopySteps } from "../../../ooxml/values-copy";
import { settingsPrefix } from "../document-settings";
import type { FrozenFormula } from "./frozen-book";
import { namePrefix } from "./frozen-part";
import { FunctionNames } from "../function-names";
import { findLatestEntry, findValueProblem } from "../sheet/value-problems";

/** A formula whose values a reader of the copy could take for more than they are. */
export interface UnreadyFormula {
  readonly address: string;
  /** What is wrong with its values, as a sentence. */
  readonly reason: string;
}

/** A copy of the workbook for people without the add-in. */
export interface ShareCopy {
  /** The .xlsx file. */
  readonly bytes: Uint8Array;
  /** How many formulas became values. */
  readonly formulas: number;
  /** How many were frozen already. */
  readonly frozen: number;
  readonly unready: readonly UnreadyFormula[];
  /** Parts of the file that still name a function. */
  readonly left: readonly string[];
}

export interface ShareCopyDeps {
  /** The edition that the workbook shows; undefined: the values of now. */
  readonly edition: Pick<Edition, "name" | "at"> | undefined;
  readonly requestLog: RequestLog;
  /** The worksheet functions, without a namespace. */
  readonly functions: readonly string[];
  readonly namespace: string;
  readonly nameInCells: (name: string) => string;
  /** The ids of the add-in's manifests. */
  readonly ids: readonly string[];
  /** Formulas whose cells have values already. */
  readonly frozen: readonly FrozenFormula[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Gives the host time to answer its user. @throws to end the work */
  readonly pause: () => Promise<void> | undefined;
  /** How many of all steps are done. */
  readonly progress: (done: number, total: number) => void;
}

/** All custom XML parts that Spillway ever writes have a namespace that begins so. */
const ownNamespaces = "urn:spillway:";

/** Bytes of a slice; Office allows up to 4 MB. */
const sliceSize = 4_194_304;

/** Reads the open workbook as an .xlsx file (`Document.getFileAsync`). @throws what Office answers, for example where a host has no files. */
const readFile = async (): Promise<Uint8Array> => {
  const file = await new Promise<Office.File>((resolve, reject) => {
    Office.context.document.getFileAsync(Office.FileType.Compressed, { sliceSize }, (result) =>
      result.status === Office.AsyncResultStatus.Succeeded ? resolve(result.value) : reject(asError(result.error)),
    );
  });
  try {
    const bytes = new Uint8Array(file.size);
    let at = 0;
    for (let index = 0; index < file.sliceCount; index += 1) {
      const slice = await readSlice(file, index);
      bytes.set(slice, at);
      at += slice.length;
    }
    return bytes;
  } finally {
    // Office keeps two files open at most.
    file.closeAsync();
  }
};

const readSlice = (file: Office.File, index: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    file.getSliceAsync(index, (result) =>
      result.status === Office.AsyncResultStatus.Succeeded
        ? resolve(Uint8Array.from(result.value.data as Iterable<number>))
        : reject(asError(result.error)),
    );
  });

const asError = ({ name, message }: Office.Error): Error => new Error(message || name);

/**
 * Makes a copy of the workbook in which formulas of ours are values, with a sheet that tells where each came from. Makes no call.
 * @throws OoxmlError or what Office answers
 */
export const makeShareCopy = async ({
  edition,
  requestLog,
  functions,
  namespace,
  nameInCells,
  ids,
  frozen,
  now,
  pause,
  progress,
}: ShareCopyDeps): Promise<ShareCopy> => {
  const stateOf = (block: CopiedBlock): BlockState => readState(block, requestLog);
  const names = new FunctionNames(functions, namespace, nameInCells, []);
  const steps = valuesCopySteps(await readFile(), {
    custom: names.inCells,
    isOwnFunction: (call) => names.read(call) !== undefined,
    addin: { ids, settingsPrefix },
    progress,
    kept: { namespace: ownNamespaces, namePrefix },
    about: {
      name: t("share.sheet"),
      widths: [24, 60, 20, 12, 60],
      rows: (copied) => aboutRows(copied, frozen, stateOf, { edition, now }),
    },
  });
  const { bytes, blocks, left } = await runStepsWithPauses(steps, pause);
  const unready = blocks.flatMap((block) => {
    const { problem } = stateOf(block);
    return problem === undefined ? [] : [{ address: blockRange(block), reason: problem }];
  });
  return { bytes, formulas: blocks.length, frozen: frozen.length, unready, left };
};

interface BlockState {
  readonly entry: RequestLogEntry | undefined;
  /** Why a reader could take the values for more than they are. */
  readonly problem: string | undefined;
}

const readState = (block: CopiedBlock, requestLog: RequestLog): BlockState => {
  const entry = findLatestEntry(blockAddress(block), requestLog);
  return { entry, problem: findValueProblem(block.formula, entry, block.errors) };
};

const blockAddress = ({ sheet, cell }: CopiedBlock): string => {
  const { row = 0, column = 0 } = parseCell(cell) ?? {};
  return cellAddress(sheet, row, column);
};

const blockRange = (block: CopiedBlock): string => {
  const address = blockAddress(block);
  return address.slice(0, address.lastIndexOf("!") + 1) + block.range;
};

/** `2026-11-23 12:40`, in UTC. */
const fileMoment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");

const aboutRows = (
  blocks: readonly CopiedBlock[],
  frozen: readonly FrozenFormula[],
  stateOf: (block: CopiedBlock) => BlockState,
  { edition, now }: Pick<ShareCopyDeps, "edition" | "now">,
): readonly AboutRow[] => [
  { cells: [t("share.sheet")], look: "title" },
  { cells: [t("share.made", { moment: fileMoment(now) })] },
  ...(edition === undefined ? [] : [{ cells: [editionSentence(edition)] }]),
  { cells: [] },
  {
    cells: [t("share.cells"), t("share.formula"), t("share.fetched"), t("share.rows"), t("share.state")],
    look: "header",
  },
  ...blocks.map((block): AboutRow => {
    const { entry, problem } = stateOf(block);
    const { fetchedAt, rows, error, truncated } = entry ?? {};
    const state =
      problem ?? error?.message ?? truncated ?? (block.errors.length > 0 ? block.errors.join(", ") : undefined);
    return {
      cells: [
        blockRange(block),
        block.formula,
        fetchedAt === undefined ? "" : fileMoment(fetchedAt),
        rows ?? "",
        state ?? t(entry === undefined ? "share.calculated" : "share.complete"),
      ],
    };
  }),
  ...frozen.map(({ address, formula, fetchedAt, frozenAt, changed }): AboutRow => {
    const state = t("share.frozen", { moment: fileMoment(frozenAt) });
    const changes = changed.length === 0 ? [] : [t("freeze.changed", { cells: changed.slice(0, 3).join(", ") })];
    return {
      cells: [
        address,
        formula,
        fetchedAt === undefined ? "" : fileMoment(fetchedAt),
        "",
        [state, ...changes].join(" "),
      ],
    };
  }),
];

const editionSentence = ({ name, at }: Pick<Edition, "name" | "at">): string => {
  const moment = fileMoment(at);
  return name === undefined ? t("share.edition", { moment }) : t("share.namedEdition", { name, moment });
};

/** The name of a copy's file, after that of the workbook, with the ending that fits its content. */
export const copyName = (bytes: Uint8Array): string => {
  const file = fileOf(Office.context.document.url || "");
  const name = file.replace(/\.xl\w+$/i, "");
  return t("share.file", { name: name === "" ? "Spillway" : name }) + fileEnding(bytes);
};

/** The name of the file that the host names by a path, or by an address in which it is encoded. */
const fileOf = (place: string): string => {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(place))
    return place.slice(Math.max(place.lastIndexOf("/"), place.lastIndexOf("\\")) + 1);
  const name = place.split(/[?#]/, 1).at(0)?.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    // Some hosts give the name as it is.
    return name;
  }
};

/** Opens a file as a new workbook (`Excel.createWorkbook`). @throws what Excel answers; some versions refuse files (office-js #3646). */
export const openAsWorkbook = (bytes: Uint8Array): Promise<void> => {
  let text = "";
  // More arguments would overflow the stack.
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return openFile(btoa(text));
};

/** Opens an .xlsx file in base64 as a new workbook. */
export const openFile = (base64: string): Promise<void> => Excel.createWorkbook(base64);
