/** What the pane says in English: insert. */
export const englishInsert = {
  "insert.what": "Insert",
  "insert.target": "Target cell",
  "insert.targetHint": "Empty: the cell shown here.",
  "insert.targetInvalid": "Name one cell, such as C1 or Sheet1!C1.",
  "insert.formula": "Insert formula",
  "insert.values": "Insert values",
  "insert.newSheet": "Use a new sheet",
  "insert.written": "Inserted in {address}.",
  "insert.manual": "The workbook calculates manually: press F9 to show the result.",
  "insert.from1904": "This workbook counts days from 1904; dates come as it counts them.",
  "insert.protected": "The sheet of {where} is protected. Unprotect it or choose another place.",
  "insert.merged": "Cells are merged in {where}; a result cannot spill there.",
  "insert.filtered": "A filter hides rows of {where}; the result would stand in hidden rows.",
  "insert.table": "{where} is a table: nothing spills inside a table. Insert values, or use another place.",
  "insert.occupied": "{where} is not empty; the result would not fit without overwriting it.",
  "insert.outside": "The result would leave the sheet at {where}.",
} as const;
