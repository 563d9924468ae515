// The page of the sign-in window. It sends the user to the identity provider, and hands the provider's answer to the pane.
import { team } from "../../i18n/locales/en/team";
import { addMessages, t } from "../../i18n/t";
import { loadTranslation } from "../../i18n/translations";
import type { SignInAnswer } from "./sign-in-answer";

addMessages("en", team);

/** What the pane may ask the provider for. */
const parameters = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "code_challenge",
  "code_challenge_method",
  "state",
  "nonce",
  "resource",
];

const showSentence = (text: string): void => {
  const state = document.getElementById("state");
  if (state !== null) state.textContent = text;
};

const answerPane = (answer: SignInAnswer): void =>
  Office.context.ui.messageParent(JSON.stringify(answer), { targetOrigin: location.origin });

interface TeamPage {
  readonly team?: { readonly provider?: { readonly issuer: string } };
}

/** The address of the firm's provider, which is the only one that this page goes to. */
const authorizationEndpoint = async (): Promise<string> => {
  const { team } = (await (await fetch("deployment.json", { cache: "no-cache" })).json()) as TeamPage;
  const issuer = team?.provider?.issuer ?? "";
  const document = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const found = (await document.json()) as { readonly issuer?: string; readonly authorization_endpoint?: string };
  if (found.issuer !== issuer || found.authorization_endpoint === undefined)
    throw new Error("Another issuer answered.");
  return found.authorization_endpoint;
};

const goToProvider = async (asked: URLSearchParams): Promise<void> => {
  const address = new URL(await authorizationEndpoint());
  for (const name of parameters) if (asked.has(name)) address.searchParams.set(name, asked.get(name) ?? "");
  location.replace(address);
};

const completeSignIn = async (): Promise<void> => {
  const given = new URLSearchParams(location.search);
  const isAnswer = given.has("code") || given.has("error");
  // Nobody should find the code in the history of the window.
  if (isAnswer) history.replaceState(null, "", location.pathname);
  const { host } = (await Office.onReady()) as { readonly host: unknown };
  if (host === null || host === undefined) return;
  await loadTranslation(Office.context.displayLanguage || "en-US", "cells");
  showSentence(t("team.wait"));
  if (isAnswer) answerPane({ parameters: given.toString() });
  else await goToProvider(given).catch(() => answerPane({ parameters: undefined }));
};

void completeSignIn();
