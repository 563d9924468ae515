/** What the pane says in German: chrome. */
export const germanChrome = {
  "chrome.main": "Spillway",
  "chrome.settings": "Einstellungen",
  "chrome.signedIn": "Angemeldet · {left}",
  "chrome.timeLeft": "{hours} Std. {minutes} Min.",
  "chrome.until": "{account}, bis {until}",
  "chrome.signingIn": "Anmeldung läuft…",
  "chrome.starting": "Wird gestartet…",
  "chrome.signedOut": "Abgemeldet",
  "chrome.navigation": "Ansichten",
  "chrome.universes": "Universen",
  "chrome.resolve": "Auflösen",
  "chrome.build": "Formel",
  "chrome.analyses": "Analysen",
  "chrome.activity": "Aktivität",
  "chrome.pending": { one: "{count} läuft", other: "{count} laufen" },
  "chrome.show": "Anzeigen",
} as const;
