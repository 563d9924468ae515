/** What a failed start says in French. */
export const frenchStart = {
  "start.failed": "Le complément n’a pas pu démarrer : {why} Rechargez-le, ou demandez à la personne qui l’a déployé.",
  "start.missing": "deployment.json est introuvable ({what}).",
  "start.unreachable": "deployment.json ne peut pas être lu : il n’y a pas de connexion.",
  "start.unreadable": "deployment.json ne contient pas d’objet JSON.",
  "start.lacks": "dans deployment.json, il manque {what}.",
} as const;
