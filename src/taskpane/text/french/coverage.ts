/** What the pane says in French: coverage. */
export const frenchCoverage = {
  "coverage.title": "Demander la couverture",
  "coverage.lead":
    "Le fournisseur est prié de couvrir ces sociétés et de les ajouter aux univers. Expérimental ; {most} au plus par demande.",
  "coverage.entities": "Sociétés, un identifiant par ligne",
  "coverage.count": { one: "{count} société", other: "{count} sociétés" },
  "coverage.tooMany": "{count}, c’est trop : {most} au plus par demande.",
  "coverage.universes": "Univers qui les reçoivent",
  "coverage.noUniverse": "Choisissez au moins un univers.",
  "coverage.ask": "Envoyer 1 demande : {companies} dans {universes} ?",
  "coverage.universeCount": { one: "{count} univers", other: "{count} univers" },
  "coverage.send": "Demander la couverture…",
  "coverage.sent": "Envoyé. La tâche {task} est en attente ; voir Tâches.",
  "coverage.queued": "3 tâches attendent déjà.",
  "coverage.whenFree": "Envoyer dès que possible",
  "coverage.waiting": "En attente d’une place…",
} as const;
