/** What the health check says in Spanish. */
export const spanishHealth = {
  "health.service": "Servicio",
  "health.serviceReached": "El servicio en {address} responde.",
  "health.serviceOdd":
    "{address} responde con el estado {status} en lugar de pedir un token: compruebe la dirección del servicio.",
  "health.serviceUnreachable":
    "No se puede acceder a {address} desde esta página: compruebe la conexión y la dirección; otro origen debe permitir esta página (CORS) o estar detrás de la pasarela.",
  "health.session": "Inicio de sesión",
  "health.sessionGood": "Hay una cuenta con sesión iniciada y su token es válido.",
  "health.functions": "Funciones",
  "health.functionsGood": "{count} funciones de hoja de cálculo están registradas.",
  "health.functionsMissing":
    "Esta página no se ejecuta en Excel, por lo que las funciones no están registradas: ábrala desde Excel.",
  "health.setSupported": "Este Excel lo tiene.",
  "health.setMissing": "Este Excel no tiene {set}; lo que lo necesita se muestra de forma más sencilla.",
} as const;
