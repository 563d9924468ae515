import * as oauth from "oauth4webapi";
import { t } from "../../i18n/t";
import type { Clock } from "../clock";
import { AddinError, type ErrorDetails } from "../http/addin-error";
import type { Send } from "../http/client";
import type { ProviderTokens } from "./credentials";

/** The firm's provider of OpenID Connect, and the add-in's registration there; from deployment.json. */
export interface ProviderConfig {
  /** For display. */
  readonly name: string;
  /** As the provider's discovery document says it, to the character. */
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** What access tokens are for, where the provider asks for it (RFC 8707). */
  readonly resource?: string;
}

/** A sign-in that waits for the provider's answer. Its members stay in memory; only the derived `parameters` travel. */
export interface PendingSignIn {
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** Of the authorization request. They hold no secret. */
  readonly parameters: URLSearchParams;
}

export interface ProviderDeps {
  readonly send: Send;
  readonly clock: Clock;
}

/** Milliseconds until the end of an access token whose answer does not say it. */
const usualLifetime = 3_600_000;

const isLoopback = (address: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(address);

/** Signs in at the provider with an authorization code and PKCE, and renews what it gave. */
export class IdentityProvider {
  readonly #config: ProviderConfig;
  readonly #deps: ProviderDeps;
  readonly #client: oauth.Client;
  #server: oauth.AuthorizationServer | undefined;

  constructor(config: ProviderConfig, deps: ProviderDeps) {
    this.#config = config;
    this.#deps = deps;
    this.#client = { client_id: config.clientId };
  }

  /** Rejects with an AddinError `unavailable` if the provider cannot be reached. */
  async begin(redirectUri: string): Promise<PendingSignIn> {
    await this.#discover(undefined);
    const verifier = oauth.generateRandomCodeVerifier();
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const { clientId, scope } = this.#config;
    const parameters = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
      ...this.#resource(),
    });
    return { redirectUri, verifier, state, nonce, parameters };
  }

  /** The tokens for the provider's answer to a sign-in. Rejects with an AddinError. */
  async finish(
    { redirectUri, verifier, state, nonce }: PendingSignIn,
    answer: URLSearchParams,
  ): Promise<ProviderTokens> {
    const server = await this.#discover(undefined);
    let parameters: URLSearchParams;
    try {
      parameters = oauth.validateAuthResponse(server, this.#client, answer, state);
    } catch (cause) {
      if (cause instanceof oauth.AuthorizationResponseError)
        throw this.#refused(cause.error_description ?? cause.error);
      throw this.#unusable(cause);
    }
    const options = { ...this.#options(undefined), additionalParameters: this.#resource() };
    const response = await this.#reach(() =>
      oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        oauth.None(),
        parameters,
        redirectUri,
        verifier,
        options,
      ),
    );
    const check = { expectedNonce: nonce, requireIdToken: true };
    return this.#read(
      () => oauth.processAuthorizationCodeResponse(server, this.#client, response, check),
      (message) => this.#refused(message),
    );
  }

  /** New tokens for a refresh token, which is void afterwards where the provider rotates them. Rejects with an AddinError. */
  async refresh(refreshToken: string, signal: AbortSignal): Promise<ProviderTokens> {
    const server = await this.#discover(signal);
    const options = { ...this.#options(signal), additionalParameters: this.#resource() };
    const response = await this.#reach(() =>
      oauth.refreshTokenGrantRequest(server, this.#client, oauth.None(), refreshToken, options),
    );
    const tokens = await this.#read(
      () => oauth.processRefreshTokenResponse(server, this.#client, response),
      () => new AddinError("signed-out", t("team.sessionEnded")),
    );
    return { refreshToken, ...tokens };
  }

  /** Ends a sign-in at the provider (RFC 7009), where the provider has an address for that. Rejects where it cannot be reached. */
  async revoke(refreshToken: string): Promise<void> {
    const server = await this.#discover(undefined);
    if (server.revocation_endpoint === undefined) return;
    const options = { ...this.#options(undefined), additionalParameters: { token_type_hint: "refresh_token" } };
    await oauth.revocationRequest(server, this.#client, oauth.None(), refreshToken, options);
  }

  /** The error where the provider cannot be reached. */
  unreachable(details: ErrorDetails = {}): AddinError {
    return new AddinError("unavailable", t("team.providerUnreachable", { name: this.#config.name }), details);
  }

  async #discover(signal: AbortSignal | undefined): Promise<oauth.AuthorizationServer> {
    if (this.#server !== undefined) return this.#server;
    const issuer = new URL(this.#config.issuer);
    const response = await this.#reach(() => oauth.discoveryRequest(issuer, this.#options(signal)));
    try {
      // Rejects if the document is that of another issuer.
      return (this.#server = await oauth.processDiscoveryResponse(issuer, response));
    } catch (cause) {
      throw this.#unusable(cause);
    }
  }

  #options(signal: AbortSignal | undefined) {
    return {
      [oauth.customFetch]: (
        address: string,
        { body, headers, method, signal: end }: oauth.CustomFetchOptions<string, unknown>,
      ) =>
        this.#deps.send(
          new Request(address, {
            method,
            headers,
            redirect: "error",
            ...(body instanceof URLSearchParams && { body: body.toString() }),
            ...(end !== undefined && { signal: end }),
          }),
        ),
      // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; for a provider on this machine only
      [oauth.allowInsecureRequests]: isLoopback(this.#config.issuer),
      ...(signal !== undefined && { signal }),
    };
  }

  #resource(): Record<string, string> {
    const { resource } = this.#config;
    return resource === undefined ? {} : { resource };
  }

  async #reach(request: () => Promise<Response>): Promise<Response> {
    let response: Response;
    try {
      response = await request();
    } catch (cause) {
      throw this.unreachable({ cause });
    }
    const { status } = response;
    if (status !== 429 && status < 500) return response;
    throw this.unreachable({ status });
  }

  async #read(
    process: () => Promise<oauth.TokenEndpointResponse>,
    refusal: (message: string) => AddinError,
  ): Promise<ProviderTokens> {
    try {
      const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = await process();
      const lifetime = seconds === undefined ? usualLifetime : seconds * 1_000;
      const expiresAt = this.#deps.clock.now() + lifetime;
      return { accessToken, expiresAt, ...(refreshToken !== undefined && { refreshToken }) };
    } catch (cause) {
      if (cause instanceof oauth.ResponseBodyError) throw refusal(cause.error_description ?? cause.error);
      throw this.#unusable(cause);
    }
  }

  #refused(message: string): AddinError {
    return new AddinError("signed-out", t("team.providerRefused", { name: this.#config.name, message }));
  }

  /** Without the cause: it may hold the answer, with tokens. */
  #unusable(cause: unknown): AddinError {
    const code = cause instanceof Error ? cause.name : "unknown";
    return new AddinError("signed-out", t("team.providerUnusable", { name: this.#config.name }), { cause: code });
  }
}
