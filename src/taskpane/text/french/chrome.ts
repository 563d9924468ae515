/** What the pane says in French: chrome. */
export const frenchChrome = {
  "chrome.main": "Spillway",
  "chrome.settings": "Paramètres",
  "chrome.signedIn": "Connecté · {left}",
  "chrome.timeLeft": "{hours} h {minutes} min",
  "chrome.until": "{account}, jusqu’au {until}",
  "chrome.signingIn": "Connexion…",
  "chrome.starting": "Démarrage…",
  "chrome.signedOut": "Déconnecté",
  "chrome.navigation": "Vues",
  "chrome.universes": "Univers",
  "chrome.resolve": "Identifier",
  "chrome.build": "Formule",
  "chrome.analyses": "Analyses",
  "chrome.activity": "Activité",
  "chrome.pending": { one: "{count} en cours", other: "{count} en cours" },
  "chrome.show": "Afficher",
} as const;
