/** What the pane says in French: usage. */
export const frenchUsage = {
  "usage.title": "Depuis le démarrage du complément",
  "usage.lead": "Compté sur cet appareil ; le service n’affiche pas de compteur.",
  "usage.calls": "Appels",
  "usage.failed": "Appels échoués",
  "usage.translated": "Documents demandés avec traduction",
  "usage.fromMemory": "Réponses de la mémoire",
  "usage.memory": "Mémoire sur cet appareil",
  "usage.memorySize": {
    one: "{count} enregistrement, {kilobytes} ko",
    other: "{count} enregistrements, {kilobytes} ko",
  },
  "usage.clear": "Vider la mémoire",
  "usage.clearAsk":
    "Vider la mémoire ? Les cellules gardent leur contenu ; la prochaine actualisation récupère tout à nouveau.",
  "usage.diagnostics": "Diagnostic",
  "usage.diagnosticsLead":
    "Un fichier pour l’assistance : ce qui a été demandé et le résultat. Sans clé, secret, jeton ni nom de compte.",
  "usage.export": "Enregistrer le diagnostic",
} as const;
