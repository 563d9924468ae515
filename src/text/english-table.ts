/** What the add-in says about tables: fields, layout and size. */
export const englishTable = {
  "text.or": "{first} or {last}",
  "table.unknownField": '{asked}: there is no "{name}" here. Nearest: {nearest}.',
  "table.unknownFieldAlone": '{asked}: there is no "{name}" here. Allowed are {allowed}.',
  "table.unknownMember": '{asked}: "{name}" has no "{member}". Allowed are {allowed}.',
  "table.noPaths": '{asked}: "{name}" holds one value; "{member}" leads nowhere.',
  "table.noFields": "fields: nothing is left to show.",
  "table.notShown": '{option}: "{name}" is not among the columns shown. They are {allowed}.',
  "table.notExplodable": 'explode: "{name}" holds one value, not several.',
  "table.tooLarge":
    "The result would have {rows} rows × {columns} columns, {size} MB; Excel takes {limit} MB here, about {fit} rows. Narrow it (limit, filters, fewer fields), or insert it as a table from the task pane.",
  "table.tooManyCells":
    "The result would have {rows} rows × {columns} columns; Excel takes {limit} cells here, about {fit} rows. Narrow it (limit, filters, fewer fields), or insert it as a table from the task pane.",
  "table.moreThan": "more than {rows}",
  "table.noRows": "No rows.",
} as const;
