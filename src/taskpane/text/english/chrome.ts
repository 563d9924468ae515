/** What the pane says in English: chrome. */
export const englishChrome = {
  "chrome.main": "Spillway",
  "chrome.settings": "Settings",
  "chrome.signedIn": "Signed in · {left}",
  "chrome.timeLeft": "{hours} h {minutes} min",
  "chrome.until": "{account}, until {until}",
  "chrome.signingIn": "Signing in…",
  "chrome.starting": "Starting…",
  "chrome.signedOut": "Signed out",
  "chrome.navigation": "Views",
  "chrome.universes": "Universes",
  "chrome.resolve": "Resolve",
  "chrome.build": "Formula",
  "chrome.analyses": "Analyses",
  "chrome.activity": "Activity",
  "chrome.pending": { one: "{count} under way", other: "{count} under way" },
  "chrome.show": "Show",
} as const;
