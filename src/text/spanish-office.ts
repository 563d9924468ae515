/** What the add-in says in Spanish about Excel itself. */
export const spanishOffice = {
  "office.manualCalculation":
    "El libro calcula manualmente: pulse F9 (o Fórmulas, Calcular ahora) para ver los valores actualizados.",
  "office.protectedSheet": "La hoja {sheet} está protegida: quite la protección para actualizar sus fórmulas.",
  "office.unexpected": "Algo falló en el complemento.",
  "office.writingStopped": "La escritura se detuvo; las celdas están como antes.",
  "office.noTable": "El libro no tiene ninguna tabla llamada {table}.",
  "office.nothingToRefresh": "No hay ninguna fórmula de Spillway que actualizar.",
} as const;
