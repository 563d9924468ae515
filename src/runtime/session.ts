import type { Store } from "./store";

/** Who is signed in, for the pane to show; never the token. `origin`: how. `expiresAt`: ms since 1970. */
export type SessionState =
  | { readonly status: "starting" }
  | { readonly status: "signed-out"; readonly reason?: string }
  | { readonly status: "signing-in" }
  | {
      readonly status: "signed-in";
      readonly account: string;
      readonly origin: "key" | "token";
      readonly expiresAt: number;
    };

/** Signs in and out. A failed sign-in rejects with an AddinError and leaves the state signed-out with the reason. */
export interface Session {
  readonly state: Store<SessionState>;
  readonly signIn: (credentials: { readonly key: string; readonly secret: string }, remember: boolean) => Promise<void>;
  readonly useToken: (token: string, remember: boolean) => Promise<void>;
  /** Forgets token, remembered credentials and the memory. */
  readonly signOut: () => Promise<void>;
}
