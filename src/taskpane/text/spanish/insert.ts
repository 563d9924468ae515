/** What the pane says in Spanish: insert. */
export const spanishInsert = {
  "insert.what": "Insertar",
  "insert.target": "Celda de destino",
  "insert.targetHint": "Vacío: la celda que se muestra.",
  "insert.targetInvalid": "Indique una celda, por ejemplo C1 u Hoja1!C1.",
  "insert.formula": "Insertar fórmula",
  "insert.values": "Insertar valores",
  "insert.newSheet": "Usar una hoja nueva",
  "insert.written": "Insertado en {address}.",
  "insert.manual": "El libro calcula manualmente: pulse F9 para ver el resultado.",
  "insert.from1904": "Este libro cuenta los días desde 1904; las fechas se dan como él las cuenta.",
  "insert.protected": "La hoja de {where} está protegida. Desprotéjala o elija otro lugar.",
  "insert.merged": "Hay celdas combinadas en {where}; el resultado no puede desbordarse ahí.",
  "insert.filtered": "Un filtro oculta filas de {where}; el resultado quedaría en filas ocultas.",
  "insert.table": "{where} es una tabla: nada se desborda dentro. Inserte valores o elija otro lugar.",
  "insert.occupied": "{where} no está vacío; el resultado lo sobrescribiría.",
  "insert.outside": "El resultado saldría de la hoja en {where}.",
} as const;
