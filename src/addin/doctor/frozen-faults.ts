import { ifReadable } from "../../ooxml/ooxml-error";
import type { OpenWorkbook } from "../../ooxml/open-workbook";
import { childOf, childrenOf } from "../../ooxml/xml";
import { frozenNamespace, namePrefix } from "../excel/freeze/frozen-part";
import { type FrozenRecord, readRecords } from "../excel/freeze/frozen-record";
import type { Diagnosis } from "./causes";

/** Examines what a workbook keeps of frozen formulas. Lost formulas cannot be repaired. */
export const examineFrozen = (open: OpenWorkbook): Diagnosis[] => {
  const names = new Set(
    childrenOf(childOf(open.root, "definedNames"), "definedName")
      .map(({ attributes }) => (attributes["name"] ?? "").toUpperCase())
      .filter((name) => name.startsWith(namePrefix.toUpperCase())),
  );
  const parts = frozenParts(open);
  const [part, second] = parts;
  if (part === undefined)
    return names.size === 0
      ? []
      : [
          {
            ...lost(`names ${namePrefix}…`),
            detail: `The part with the formulas is gone; ${names.size} hidden names are left.`,
          },
        ];
  if (second !== undefined)
    return [
      { ...lost(`part ${second}`), cause: "frozen-unreadable", detail: "The file has two parts with frozen formulas." },
    ];
  const records = ifReadable(() => readRecords(open.parts.text(part)));
  if (records === undefined)
    return [{ ...lost(`part ${part}`), cause: "frozen-unreadable", detail: "The part is no well-formed XML." }];
  return records
    .filter(({ state }) => state !== "thawed")
    .flatMap((record, index): Diagnosis[] => {
      const gone = collectNumbers(record).filter((number) => !names.has(`${namePrefix}${number}`.toUpperCase()));
      if (gone.length === 0) return [];
      const detail = `Without the hidden name ${gone.map((number) => `${namePrefix}${number}`).join(", ")}.`;
      return [{ ...lost(`frozen formula ${index + 1}`), detail, formula: record.formula }];
    });
};

const lost = (place: string): Omit<Diagnosis, "detail"> => ({ cause: "frozen-lost", place, repairable: false });

const collectNumbers = ({ place, references }: FrozenRecord): number[] =>
  [place, ...references].filter((number) => number !== undefined);

const frozenParts = ({ parts, part }: OpenWorkbook): string[] =>
  parts
    .relatedParts(part, "customXml")
    .filter((target) => new TextDecoder().decode(parts.bytes(target)).includes(`"${frozenNamespace}"`));
