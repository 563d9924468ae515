import { t } from "../../i18n/t";
import { AddinError } from "../../engine/http/addin-error";
import type { ProviderTokens } from "../../engine/session/credentials";
import type { IdentityProvider } from "../../engine/session/identity-provider";
import { askInDialog, DialogEnded } from "../excel/dialog";
import type { SignInAnswer } from "./sign-in-answer";

/**
 * Signs in at the provider, in a window of Office that begins and ends at `page`. Only the code comes back; the pane exchanges it itself.
 * Rejects with an AddinError, or with the signal's reason.
 */
export const askProvider = async (
  provider: IdentityProvider,
  page: URL,
  signal: AbortSignal,
): Promise<ProviderTokens> => {
  const redirectUri = page.origin + page.pathname;
  const pending = await provider.begin(redirectUri);
  const message = await askInDialog(`${redirectUri}?${pending.parameters.toString()}`, signal).catch(
    (error: unknown) => {
      throw error instanceof DialogEnded ? dialogError(error.code) : error;
    },
  );
  const { parameters } = JSON.parse(message) as SignInAnswer;
  if (parameters === undefined) throw provider.unreachable();
  return provider.finish(pending, new URLSearchParams(parameters));
};

/** The codes of Office's dialog API, by what the user can do. */
const dialogError = (code: number): AddinError => {
  if (code === 12_006) return new AddinError("stopped", t("team.windowClosed"));
  if (code === 12_007) return new AddinError("unavailable", t("team.windowOpen"));
  if (code === 12_009) return new AddinError("unavailable", t("team.windowIgnored"));
  if (code === 12_011) return new AddinError("unavailable", t("team.windowBlocked"));
  if (code === 12_002 || code === 12_003) return new AddinError("unavailable", t("team.pageFailed", { code }));
  return new AddinError("unavailable", t("team.windowFailed", { code }));
};
