/** What the pane says in German: coverage. */
export const germanCoverage = {
  "coverage.title": "Abdeckung anfordern",
  "coverage.lead":
    "Der Anbieter wird gebeten, diese Unternehmen abzudecken und den Universen hinzuzufügen. Experimentell; höchstens {most} je Anfrage.",
  "coverage.entities": "Unternehmen, eine Kennung je Zeile",
  "coverage.count": { one: "{count} Unternehmen", other: "{count} Unternehmen" },
  "coverage.tooMany": "{count} sind zu viele: höchstens {most} je Anfrage.",
  "coverage.universes": "Universen, die sie aufnehmen",
  "coverage.noUniverse": "Wählen Sie mindestens ein Universum.",
  "coverage.ask": "1 Anfrage senden: {companies} in {universes}?",
  "coverage.universeCount": { one: "{count} Universum", other: "{count} Universen" },
  "coverage.send": "Abdeckung anfordern…",
  "coverage.sent": "Gesendet. Aufgabe {task} wartet; siehe Aufgaben.",
  "coverage.queued": "Es warten schon 3 Aufgaben.",
  "coverage.whenFree": "Senden, sobald Platz ist",
  "coverage.waiting": "Wartet auf einen freien Platz…",
} as const;
