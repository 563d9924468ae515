/** What the health check says in German. */
export const germanHealth = {
  "health.service": "Dienst",
  "health.serviceReached": "Der Dienst unter {address} antwortet.",
  "health.serviceOdd":
    "{address} antwortet mit Status {status}, statt nach einem Token zu fragen: Prüfen Sie die Adresse des Dienstes.",
  "health.serviceUnreachable":
    "{address} ist von dieser Seite aus nicht erreichbar: Prüfen Sie Verbindung und Adresse; ein anderer Ursprung muss diese Seite erlauben (CORS) oder hinter dem Gateway stehen.",
  "health.session": "Anmeldung",
  "health.sessionGood": "Ein Konto ist angemeldet, und sein Token ist gültig.",
  "health.functions": "Funktionen",
  "health.functionsGood": "{count} Tabellenfunktionen sind registriert.",
  "health.functionsMissing":
    "Diese Seite läuft nicht in Excel, darum sind die Funktionen nicht registriert: Öffnen Sie sie aus Excel.",
  "health.setSupported": "Dieses Excel hat es.",
  "health.setMissing": "Diesem Excel fehlt {set}; was es braucht, wird einfacher gezeigt.",
} as const;
