/** What the pane says in Spanish: coverage. */
export const spanishCoverage = {
  "coverage.title": "Solicitar cobertura",
  "coverage.lead":
    "Se pide al proveedor que cubra estas empresas y las añada a los universos. Experimental; {most} como máximo por solicitud.",
  "coverage.entities": "Empresas, un identificador por línea",
  "coverage.count": { one: "{count} empresa", other: "{count} empresas" },
  "coverage.tooMany": "{count} son demasiadas: {most} como máximo por solicitud.",
  "coverage.universes": "Universos que las reciben",
  "coverage.noUniverse": "Elija al menos un universo.",
  "coverage.ask": "¿Enviar 1 solicitud: {companies} en {universes}?",
  "coverage.universeCount": { one: "{count} universo", other: "{count} universos" },
  "coverage.send": "Solicitar cobertura…",
  "coverage.sent": "Enviado. La tarea {task} está pendiente; vea Tareas.",
  "coverage.queued": "Ya hay 3 tareas en cola.",
  "coverage.whenFree": "Enviar cuando haya sitio",
  "coverage.waiting": "Esperando un sitio libre…",
} as const;
