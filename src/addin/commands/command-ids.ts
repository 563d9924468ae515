/** The `FunctionName`s of manifest.xml. They are registered at once; what a command does loads when it is used first. */
export const commandIds = [
  "resolveSelection",
  "refreshSelection",
  "refreshSheet",
  "refreshWorkbook",
  "formatResult",
  "stop",
] as const;

export type CommandId = (typeof commandIds)[number];
