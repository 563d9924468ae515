/** What single worksheet functions say in Spanish. */
export const spanishFunctions = {
  "functions.noEntity": "El servicio no conoce ninguna entidad con el identificador {id}.",
  "functions.unknownHeader":
    "table: la primera fila nombra claves de búsqueda; no existe «{name}». Lo más parecido: {nearest}.",
  "functions.noHeaders": "table: la primera fila debe nombrar claves de búsqueda como name, country o isin.",
  "functions.needsSector": 'by sector necesita en options las secciones deseadas, por ejemplo "sector=A,C".',
  "functions.notWithDocuments": "options: {key} filtra eventos; no se puede usar con of=documents.",
  "functions.notWithEvents": "options: {key} filtra documentos; necesita of=documents.",
  "functions.noDocument": "El servicio no tiene ese documento, o no en esa fecha.",
  "functions.restricted": "La licencia no cubre el contenido de este documento: {message}",
  "functions.noText": "El documento no tiene {field}.",
  "functions.entityToSort": "sort: ordenar por {field} necesita el argumento entity.",
  "functions.orderNeedsSort": "options: order necesita el argumento sort.",
  "functions.translateNeedsSummary": "options: translate solo traduce el resumen; añada summary a fields.",
  "functions.noTask": "Ninguna tarea con ese identificador es visible para usted.",
  "functions.wideNeedsPivot": "options: wide={wide} necesita {wide} entre los pivotes, que son {pivots}.",
  "functions.noRecord": "No se sabe nada de esta celda. Actualícela una vez.",
  "functions.noAddress": "cell: este anfitrión no dice de qué celda se trata. Refiérase a una celda, por ejemplo A1.",
  "functions.caseCut": "{count} eventos y documentos posteriores se omiten por limit.",
  "functions.withheld": "texto con licencia retenido",
} as const;
