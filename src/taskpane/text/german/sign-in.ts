/** What the pane says in German: sign in. */
export const germanSignIn = {
  "signIn.title": "Anmelden",
  "signIn.lead": "Mit API-Schlüssel und Geheimnis Ihres Kontos oder einem Zugriffstoken.",
  "signIn.key": "API-Schlüssel",
  "signIn.secret": "API-Geheimnis",
  "signIn.token": "Zugriffstoken",
  "signIn.tokenHint": "Ein Token aus dem Single Sign-on genügt; dessen Kennwort nicht.",
  "signIn.remember": "Auf diesem Gerät merken",
  "signIn.submit": "Anmelden",
  "signIn.useToken": "Stattdessen Token verwenden",
  "signIn.useKey": "Schlüssel und Geheimnis verwenden",
  "signIn.demoTitle": "Nur zum Ausprobieren?",
  "signIn.demoLead": "Diese Installation hat ein Demokonto mit erfundenen Unternehmen.",
  "signIn.demo": "Demokonto verwenden",
  "signIn.where":
    "Schlüssel, Geheimnis und Token bleiben im Arbeitsspeicher, außer Sie wählen Merken; in die Arbeitsmappe kommen sie nie.",
} as const;
