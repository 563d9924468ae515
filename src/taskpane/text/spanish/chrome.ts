/** What the pane says in Spanish: chrome. */
export const spanishChrome = {
  "chrome.main": "Spillway",
  "chrome.settings": "Configuración",
  "chrome.signedIn": "Sesión iniciada · {left}",
  "chrome.timeLeft": "{hours} h {minutes} min",
  "chrome.until": "{account}, hasta {until}",
  "chrome.signingIn": "Iniciando sesión…",
  "chrome.starting": "Iniciando…",
  "chrome.signedOut": "Sesión cerrada",
  "chrome.navigation": "Vistas",
  "chrome.universes": "Universos",
  "chrome.resolve": "Resolver",
  "chrome.build": "Fórmula",
  "chrome.analyses": "Análisis",
  "chrome.activity": "Actividad",
  "chrome.pending": { one: "{count} en curso", other: "{count} en curso" },
  "chrome.show": "Mostrar",
} as const;
