/** What the add-in says in Spanish about tables: fields, layout and size. */
export const spanishTable = {
  "text.or": "{first} o {last}",
  "table.unknownField": "{asked}: aquí no existe «{name}». Lo más parecido: {nearest}.",
  "table.unknownFieldAlone": "{asked}: aquí no existe «{name}». Se admiten {allowed}.",
  "table.unknownMember": "{asked}: «{name}» no tiene «{member}». Se admiten {allowed}.",
  "table.noPaths": "{asked}: «{name}» contiene un solo valor; «{member}» no lleva a ninguna parte.",
  "table.noFields": "fields: no queda nada que mostrar.",
  "table.notShown": "{option}: «{name}» no está entre las columnas mostradas, que son {allowed}.",
  "table.notExplodable": "explode: «{name}» contiene un valor, no varios.",
  "table.tooLarge":
    "El resultado tendría {rows} filas × {columns} columnas, {size} MB; Excel admite aquí {limit} MB, unas {fit} filas. Restrínjalo (limit, filtros, menos campos), o insértelo como tabla desde el panel.",
  "table.tooManyCells":
    "El resultado tendría {rows} filas × {columns} columnas; Excel admite aquí {limit} celdas, unas {fit} filas. Restrínjalo (limit, filtros, menos campos), o insértelo como tabla desde el panel.",
  "table.moreThan": "más de {rows}",
  "table.noRows": "Ninguna fila.",
} as const;
