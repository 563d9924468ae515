/** What a failed start says in German. */
export const germanStart = {
  "start.failed":
    "Das Add-In konnte nicht starten: {why} Laden Sie es neu, oder fragen Sie die Person, die es bereitgestellt hat.",
  "start.missing": "deployment.json fehlt ({what}).",
  "start.unreachable": "deployment.json kann nicht geholt werden: Es besteht keine Verbindung.",
  "start.unreadable": "deployment.json enthält kein JSON-Objekt.",
  "start.lacks": "In deployment.json fehlt {what}.",
} as const;
