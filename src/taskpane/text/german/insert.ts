/** What the pane says in German: insert. */
export const germanInsert = {
  "insert.what": "Einfügen",
  "insert.target": "Zielzelle",
  "insert.targetHint": "Leer: die angezeigte Zelle.",
  "insert.targetInvalid": "Nennen Sie eine Zelle, etwa C1 oder Tabelle1!C1.",
  "insert.formula": "Formel einfügen",
  "insert.values": "Werte einfügen",
  "insert.newSheet": "Neues Blatt verwenden",
  "insert.written": "In {address} eingefügt.",
  "insert.manual": "Die Mappe rechnet manuell: Drücken Sie F9, um das Ergebnis zu sehen.",
  "insert.from1904": "Diese Arbeitsmappe zählt Tage ab 1904; Datumswerte kommen so, wie sie zählt.",
  "insert.protected":
    "Das Blatt von {where} ist geschützt. Heben Sie den Schutz auf oder wählen Sie einen anderen Platz.",
  "insert.merged": "In {where} sind Zellen verbunden; dort kann nichts überlaufen.",
  "insert.filtered": "Ein Filter blendet Zeilen von {where} aus; das Ergebnis stünde in ausgeblendeten Zeilen.",
  "insert.table":
    "{where} ist eine Tabelle: Darin läuft nichts über. Fügen Sie Werte ein oder wählen Sie einen anderen Platz.",
  "insert.occupied": "{where} ist nicht leer; das Ergebnis würde es überschreiben.",
  "insert.noSheet": "Es gibt kein Blatt namens {where}.",
  "insert.outside": "Das Ergebnis ginge bei {where} über das Blatt hinaus.",
} as const;
