/** What the health check says in French. */
export const frenchHealth = {
  "health.service": "Service",
  "health.serviceReached": "Le service à l’adresse {address} répond.",
  "health.serviceOdd":
    "{address} répond avec l’état {status} au lieu de demander un jeton : vérifiez l’adresse du service.",
  "health.serviceUnreachable":
    "{address} est injoignable depuis cette page : vérifiez la connexion et l’adresse ; une autre origine doit autoriser cette page (CORS) ou se trouver derrière la passerelle.",
  "health.session": "Connexion",
  "health.sessionGood": "Un compte est connecté et son jeton est valide.",
  "health.functions": "Fonctions",
  "health.functionsGood": "{count} fonctions de feuille de calcul sont enregistrées.",
  "health.functionsMissing":
    "Cette page n’est pas ouverte dans Excel, les fonctions ne sont donc pas enregistrées : ouvrez-la depuis Excel.",
  "health.setSupported": "Cet Excel en dispose.",
  "health.setMissing": "Cet Excel ne dispose pas de {set} ; ce qui en dépend est affiché plus simplement.",
} as const;
