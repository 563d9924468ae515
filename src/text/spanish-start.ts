/** What a failed start says in Spanish. */
export const spanishStart = {
  "start.failed": "El complemento no pudo iniciarse: {why} Vuelva a cargarlo, o pregunte a quien lo implementó.",
  "start.missing": "falta deployment.json ({what}).",
  "start.unreachable": "no se puede obtener deployment.json: no hay conexión.",
  "start.unreadable": "deployment.json no contiene ningún objeto JSON.",
  "start.lacks": "en deployment.json falta {what}.",
} as const;
