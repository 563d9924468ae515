/** What the pane says in English: sign in. */
export const englishSignIn = {
  "signIn.title": "Sign in",
  "signIn.lead": "With the API key and secret of your account, or an access token.",
  "signIn.key": "API key",
  "signIn.secret": "API secret",
  "signIn.token": "Access token",
  "signIn.tokenHint": "A token from single sign-on works; its password does not.",
  "signIn.remember": "Remember on this device",
  "signIn.submit": "Sign in",
  "signIn.useToken": "Use a token instead",
  "signIn.useKey": "Use key and secret",
  "signIn.demoTitle": "Just trying?",
  "signIn.demoLead": "This installation has a demo account with made-up companies.",
  "signIn.demo": "Use the demo account",
  "signIn.where":
    "Key, secret and token stay in memory unless you tick Remember; they are never written to the workbook.",
} as const;
