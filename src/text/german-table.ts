/** What the add-in says in German about tables: fields, layout and size. */
export const germanTable = {
  "text.or": "{first} oder {last}",
  "table.unknownField": "{asked}: „{name}“ gibt es hier nicht. Am nächsten kommt {nearest}.",
  "table.unknownFieldAlone": "{asked}: „{name}“ gibt es hier nicht. Erlaubt sind {allowed}.",
  "table.unknownMember": "{asked}: „{name}“ hat kein „{member}“. Erlaubt sind {allowed}.",
  "table.noPaths": "{asked}: „{name}“ enthält einen einzigen Wert; „{member}“ führt ins Leere.",
  "table.noFields": "fields: Es bleibt nichts zu zeigen.",
  "table.notShown": "{option}: „{name}“ ist nicht unter den gezeigten Spalten. Das sind {allowed}.",
  "table.notExplodable": "explode: „{name}“ enthält einen Wert, nicht mehrere.",
  "table.tooLarge":
    "Das Ergebnis hätte {rows} Zeilen × {columns} Spalten, {size} MB; Excel nimmt hier {limit} MB, etwa {fit} Zeilen. Schränken Sie es ein (limit, Filter, weniger Felder), oder fügen Sie es aus dem Aufgabenbereich als Tabelle ein.",
  "table.tooManyCells":
    "Das Ergebnis hätte {rows} Zeilen × {columns} Spalten; Excel nimmt hier {limit} Zellen, etwa {fit} Zeilen. Schränken Sie es ein (limit, Filter, weniger Felder), oder fügen Sie es aus dem Aufgabenbereich als Tabelle ein.",
  "table.moreThan": "mehr als {rows}",
  "table.noRows": "Keine Zeilen.",
} as const;
