/** What the pane says in Spanish: sign in. */
export const spanishSignIn = {
  "signIn.title": "Iniciar sesión",
  "signIn.lead": "Con la clave y el secreto de API de su cuenta, o un token de acceso.",
  "signIn.key": "Clave de API",
  "signIn.secret": "Secreto de API",
  "signIn.token": "Token de acceso",
  "signIn.tokenHint": "Sirve un token del inicio de sesión único; su contraseña no.",
  "signIn.remember": "Recordar en este dispositivo",
  "signIn.submit": "Iniciar sesión",
  "signIn.useToken": "Usar un token",
  "signIn.useKey": "Usar clave y secreto",
  "signIn.demoTitle": "¿Solo quiere probar?",
  "signIn.demoLead": "Esta instalación ofrece una cuenta de demostración con empresas ficticias.",
  "signIn.demo": "Usar la cuenta de demostración",
  "signIn.where":
    "La clave, el secreto y el token quedan en memoria salvo que marque Recordar; nunca se escriben en el libro.",
} as const;
