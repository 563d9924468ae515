/** What the pane says in French: sign in. */
export const frenchSignIn = {
  "signIn.title": "Se connecter",
  "signIn.lead": "Avec la clé et le secret d’API de votre compte, ou un jeton d’accès.",
  "signIn.key": "Clé d’API",
  "signIn.secret": "Secret d’API",
  "signIn.token": "Jeton d’accès",
  "signIn.tokenHint": "Un jeton issu de l’authentification unique convient ; son mot de passe non.",
  "signIn.remember": "Mémoriser sur cet appareil",
  "signIn.submit": "Se connecter",
  "signIn.useToken": "Utiliser un jeton",
  "signIn.useKey": "Utiliser clé et secret",
  "signIn.demoTitle": "Juste pour essayer ?",
  "signIn.demoLead": "Cette installation offre un compte de démonstration avec des sociétés fictives.",
  "signIn.demo": "Utiliser le compte de démonstration",
  "signIn.where":
    "Clé, secret et jeton restent en mémoire, sauf si vous cochez Mémoriser ; ils ne sont jamais écrits dans le classeur.",
} as const;
