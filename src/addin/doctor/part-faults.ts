import {
  examineExtensions,
  type ExtensionFaultKind,
  removeSetting,
  type StoredSetting,
} from "../../ooxml/extension-faults";
import type { OpenWorkbook } from "../../ooxml/open-workbook";
import { settingsPrefix } from "../excel/document-settings";
import type { Diagnosis } from "./causes";

/** What Office keeps for an add-in and a file, in bytes (`Office.Settings.set`). */
const mostSettings = 2_000_000;

const details: Readonly<Record<ExtensionFaultKind, string>> = {
  "list missing": "The file names a list of task panes that it does not have.",
  "list unreadable": "The list of task panes cannot be read.",
  "list unlinked": "No relation leads to the list of task panes.",
  "pane without part": "An entry of the list of task panes leads to nothing. It may be of another add-in.",
  unlisted: "No task pane leads to Spillway's part, so that Excel passes over it.",
  unreadable: "Spillway's part cannot be read.",
  "wrong type": "The part has a wrong content type.",
  doubled: "The file has Spillway twice.",
  "other id": "The part is of another release of Spillway, for example a test release, and Excel may ask for it.",
};

/** Examines the parts by which Excel finds the add-in, and the settings in them. */
export const examineParts = (
  { parts }: OpenWorkbook,
  ids: readonly string[],
): { readonly diagnoses: readonly Diagnosis[]; readonly isNamed: boolean } => {
  const { faults, settings, isNamed } = examineExtensions(parts, { ids, settingsPrefix });
  const size = settings.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  const diagnoses = [
    ...settings.flatMap((setting): Diagnosis[] => {
      const place = `setting ${setting.name}`;
      const value = parseSetting(setting);
      const repair = (): void => removeSetting(parts, setting);
      if (value === undefined && secretValue.test(setting.value))
        return [{ cause: "secret", place, detail: "Its text", repairable: false }];
      if (value === undefined)
        return [{ cause: "setting-unreadable", place, detail: "No valid JSON.", repairable: true, repair }];
      return secretsIn(value.json, setting.name).map((name) => ({
        cause: "secret",
        place,
        detail: name === setting.name ? "Its value" : `Its member ${name}`,
        repairable: false,
      }));
    }),
    ...(size > mostSettings
      ? [
          {
            cause: "settings-too-large" as const,
            place: `part ${settings[0]?.part ?? ""}`,
            detail: `${size.toLocaleString("en")} characters in ${settings.length} settings.`,
            repairable: false,
          },
        ]
      : []),
    ...faults.map(({ kind, part, repair }): Diagnosis => ({
      cause: "start-parts",
      place: `part ${part}`,
      detail: details[kind],
      repairable: repair !== undefined,
      ...(repair !== undefined && { repair }),
    })),
  ];
  return { diagnoses, isNamed };
};

const parseSetting = ({ value }: StoredSetting): { readonly json: unknown } | undefined => {
  try {
    return { json: JSON.parse(value) as unknown };
  } catch {
    return undefined;
  }
};

const secretName =
  /(?:api|access|private|secret|auth)[-_. ]?key|token|secret|passw|credential|authori[sz]ation|bearer/i;
/** A JSON Web Token, the value of an authorization header, or a key with a usual prefix. */
const secretValue =
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.|\b(?:Bearer|Basic)\s+[\w+/=.-]{8,}|\b(?:sk|pk|ghp|xox[abp])[-_][\w-]{16,}/;

/** The names of what looks like a secret, in a value of JSON. */
const secretsIn = (value: unknown, name: string): string[] => {
  if (typeof value === "string" && value !== "") return secretName.test(name) || secretValue.test(value) ? [name] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, Array.isArray(value) ? name : key));
};
