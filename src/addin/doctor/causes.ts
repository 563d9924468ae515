/** What can be wrong with our formulas in a workbook file, and what a person can do. The keys are in the reports for tickets: they stay. */
export const causes = {
  "wrong-name": {
    title: "Function name in a form that Excel does not find",
    what: "Excel shows #NAME? although the add-in is there. Other programs write such names, and so does Excel after a load that failed.",
    todo: "Repair writes the name as Excel stores it. In Excel: select the cell, press F2, correct the name, press Enter.",
  },
  "linked-name": {
    title: "Function name that leads to another file",
    what: "Another add-in (COM or XLL) made Excel take our function for one of its own file, and the cell shows #NAME? or #REF!.",
    todo: "Repair takes the other file's name away. If Excel then still asks to update links: Data > Edit Links > Break Link.",
  },
  "other-namespace": {
    title: "Function of another release",
    what: "The name has the prefix of another release, for example a test release. Excel finds it only where that release is installed.",
    todo: "Install that release; or repair with --from-namespace and the prefix, if this release is meant (none: --from-namespace NONE).",
  },
  "unknown-function": {
    title: "Function that does not exist",
    what: "The name begins like one of Spillway's functions. It is misspelled, of another version, or of another add-in.",
    todo: "Ask the author which function was meant. It is never changed.",
  },
  "lost-name": {
    title: "Call whose name is lost",
    what: "A program has replaced the name of a function with #REF!, which Excel on the web does when cells are pasted into another workbook.",
    todo: "Enter the formula again, or paste it as text from the workbook it came from. It may be of another add-in.",
  },
  "saved-error": {
    title: "Error that was saved as the result",
    what: "The workbook was saved while the cell waited or while Excel did not know the function. Excel shows the saved error until it calculates the cell.",
    todo: "Repair removes the saved error: Excel then calculates the cell when it opens the file. In Excel: select the cell, press F2 and Enter.",
  },
  "blocked-spill": {
    title: "Result without room",
    what: "Cells in the way have content, or are merged, so that the result shows #SPILL!.",
    todo: "Clear the cells below and to the right of the formula. Nothing is deleted by a repair.",
  },
  "fixed-array": {
    title: "Result of a fixed size",
    what: "The formula is stored as an array formula in braces: the mark of a result that spills is missing (cm, xl/metadata.xml). More rows than at the time of saving are not shown, and #N/A fills those that are gone.",
    todo: "Repair restores the mark. A formula that was entered with Ctrl+Shift+Enter on purpose then spills too.",
  },
  "one-cell": {
    title: "Result cut to one cell",
    what: "Excel shows @ before the function and only the first cell of its result, which is harmless for a result of one cell. Cells next to it may hold old values of the result.",
    todo: "Delete old values next to the cell, then remove the @ in Excel. Repair does it where the cells next to it are empty and no argument is a range.",
  },
  "defined-name": {
    title: "Call in a defined name",
    what: "Excel runs functions of add-ins in cells. Charts, rules and lists that use such a name show errors (office-js #1870).",
    todo: "Put the formula into a cell, and let the name refer to that cell's result (Sheet1!$A$1#).",
  },
  "rule-or-chart": {
    title: "Call in a rule or a chart",
    what: "Excel does not run functions of add-ins in conditional formats, data validation and charts: the rule never applies (office-js #6135).",
    todo: "Put the formula into a cell, and let the rule refer to that cell.",
  },
  "start-parts": {
    title: "Parts that start the add-in",
    what: "Excel finds the add-in of this workbook by web extension parts. A broken one stops the start, loses settings, or makes Excel offer a repair.",
    todo: "Repair puts the parts right where nothing is lost by it.",
  },
  "setting-unreadable": {
    title: "Setting that cannot be read",
    what: "The value is no valid JSON, so that the add-in uses its default.",
    todo: "Repair removes the setting. Then choose it again in the pane.",
  },
  "settings-too-large": {
    title: "Settings too large",
    what: "Office keeps up to 2 MB of settings for each add-in and file. Above that it may not save or not return them.",
    todo: "Report it with this list: Spillway stores far less.",
  },
  secret: {
    title: "Possible secret in the file",
    what: "A setting looks like a key, token or password. Everybody who has the file can read it. The value is not printed.",
    todo: "Have the key or password replaced at once, then delete the setting.",
  },
  "frozen-unreadable": {
    title: "Frozen formulas cannot be read",
    what: "The part with the frozen formulas is damaged, or the file has two. The values in the cells are not affected.",
    todo: "Take the formulas from an earlier copy of the file.",
  },
  "frozen-lost": {
    title: "Frozen formula that cannot be put back",
    what: "A hidden name or the part with the formulas is gone, for example after a program that drops what it does not know. The values in the cells are not affected.",
    todo: "Take the formula from an earlier copy of the file, or enter it again.",
  },
} as const;

export type Cause = keyof typeof causes;

/** Something that is wrong at one place of a file. It has no values of cells. */
export interface Finding {
  readonly cause: Cause;
  /** `Sheet1!B3`, or what else it is: a name, a part, a setting. */
  readonly place: string;
  readonly detail: string;
  readonly repairable: boolean;
  /** As it is typed, with `=`. */
  readonly formula?: string;
}

/** A finding, and how it is repaired in the open workbook. */
export interface Diagnosis extends Finding {
  /** Undefined if it cannot be repaired without loss. */
  readonly repair?: () => void;
}
