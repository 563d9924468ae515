/** What the pane says in Spanish: usage. */
export const spanishUsage = {
  "usage.title": "Desde que se inició el complemento",
  "usage.lead": "Contado en este dispositivo; el servicio no muestra un contador.",
  "usage.calls": "Llamadas",
  "usage.failed": "Llamadas fallidas",
  "usage.translated": "Documentos pedidos con traducción",
  "usage.fromMemory": "Respuestas de la memoria",
  "usage.memory": "Memoria en este dispositivo",
  "usage.memorySize": { one: "{count} registro, {kilobytes} kB", other: "{count} registros, {kilobytes} kB" },
  "usage.clear": "Vaciar la memoria",
  "usage.clearAsk":
    "¿Vaciar lo recordado? Las celdas conservan lo que muestran; la próxima actualización lo pedirá todo de nuevo.",
  "usage.diagnostics": "Diagnóstico",
  "usage.diagnosticsLead":
    "Un archivo para soporte: qué se pidió y cómo terminó. Sin clave, secreto, token ni nombre de cuenta.",
  "usage.export": "Guardar diagnóstico",
} as const;
