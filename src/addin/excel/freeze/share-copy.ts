import { cellAddress, parseCell } from "../../../facts/addresses";
import type { RequestLog, RequestLogEntry } from "../../../engine/requests/request-log";
import { t } from "../../../i18n/t";
import { type AboutRow, type CopiedBlock, valuesCopy } from "../../../ooxml/values-copy";
import { settingsPrefix } from "../document-settings";
import type { FrozenFormula } from "./frozen-book";
import { frozenNamespace, namePrefix } from "./frozen-part";
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
  readonly requestLog: RequestLog;
  /** The worksheet functions as cells have them. */
  readonly functions: readonly string[];
  /** The ids of the add-in's manifests. */
  readonly ids: readonly string[];
  /** Formulas whose cells have values already. */
  readonly frozen: readonly FrozenFormula[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

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
export const makeShareCopy = async ({ requestLog, functions, ids, frozen, now }: ShareCopyDeps): Promise<ShareCopy> => {
  const stateOf = (block: CopiedBlock): BlockState => readState(block, requestLog);
  const { bytes, blocks, left } = valuesCopy(await readFile(), {
    custom: functions,
    addin: { ids, settingsPrefix },
    kept: { namespace: frozenNamespace, namePrefix },
    about: {
      name: t("share.sheet"),
      widths: [24, 60, 20, 12, 60],
      rows: (copied) => aboutRows(copied, frozen, stateOf, now),
    },
  });
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

const blockRange = (block: CopiedBlock): string => blockAddress(block).replace(/[^!]+$/, block.range);

/** `2026-11-23 12:40`, in UTC. */
const fileMoment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");

const aboutRows = (
  blocks: readonly CopiedBlock[],
  frozen: readonly FrozenFormula[],
  stateOf: (block: CopiedBlock) => BlockState,
  now: number,
): readonly AboutRow[] => [
  { cells: [t("share.sheet")], look: "title" },
  { cells: [t("share.made", { moment: fileMoment(now) })] },
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

/** The name of the copy's file, after that of the workbook. */
export const copyName = (): string => {
  const url = Office.context.document.url || "";
  const name = /([^/\\]+?)(?:\.xl\w+)?$/.exec(decodeURIComponent(url.replace(/[?#].*$/, "")))?.[1] ?? "";
  return `${t("share.file", { name: name === "" ? "Spillway" : name })}.xlsx`;
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
