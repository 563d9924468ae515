import type { Runtime } from "../engine/runtime";

type Session = Runtime["session"];
type EarlierSignIn = { readonly credentials: Parameters<Session["signIn"]>[0] } | { readonly token: string };

/** In the memory of the workbench's page, which outlives the add-in's page. */
interface Keeper {
  current?: EarlierSignIn | undefined;
}

const findKeeper = (): Keeper | undefined => {
  if (location.hostname !== "localhost" || window.parent === window) return undefined;
  return (window.parent as Window & { readonly workbench?: { readonly keptSignIn?: Keeper } }).workbench?.keptSignIn;
};

/**
 * Only in the builds of `npm run dev`, and only at localhost: a sign-in that is not stored on the device survives the
 * next build in the memory of the workbench's page. Call it before the session starts.
 */
export const keepSignIn = (session: Session): void => {
  const keeper = findKeeper();
  if (keeper === undefined) return;
  const original = {
    signIn: session.signIn.bind(session),
    useToken: session.useToken.bind(session),
    signOut: session.signOut.bind(session),
  };
  const overrides: Pick<Session, "signIn" | "useToken" | "signOut"> = {
    signIn: async (credentials, remember) => {
      await original.signIn(credentials, remember);
      keeper.current = remember ? undefined : { credentials };
    },
    useToken: async (token, remember) => {
      await original.useToken(token, remember);
      keeper.current = remember ? undefined : { token };
    },
    signOut: () => {
      keeper.current = undefined;
      return original.signOut();
    },
  };
  Object.assign(session, overrides);
  // In the turn in which the session finds nothing stored, so that no cell sees it signed out.
  const stop = session.state.subscribe(() => {
    stop();
    const { current } = keeper;
    if (current === undefined || session.state.get().status !== "signed-out") return;
    const signedIn =
      "credentials" in current ? original.signIn(current.credentials, false) : original.useToken(current.token, false);
    signedIn.catch(() => undefined);
  });
};
