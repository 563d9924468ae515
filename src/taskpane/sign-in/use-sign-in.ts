import { note } from "../frame/frame-note";
import type { Runtime } from "../../runtime/runtime";
import type { PaneDeployment } from "../pane-world";
import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { useText } from "../text/use-text";

interface SignInDraft {
  readonly way: "key" | "token";
  readonly key: string;
  readonly secret: string;
  readonly token: string;
  readonly remember: boolean;
}

type Problems = Partial<Record<"key" | "secret" | "token", string>>;

/** The sign-in form: what is typed, what is wrong with it, and how far signing in is. */
export interface SignInForm {
  readonly draft: SignInDraft;
  readonly problems: Problems;
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  readonly change: (part: Partial<SignInDraft>) => void;
  readonly otherWay: () => void;
  readonly submit: () => void;
  readonly demo: () => void;
}

/** A form in which nothing is typed. */
export const emptyDraft: SignInDraft = { way: "key", key: "", secret: "", token: "", remember: false };
const needed = { key: ["key", "secret"], token: ["token"] } as const;

/** The service cannot list universes, so the demo says which ones there are. */
const enterDemo = async (runtime: Runtime, { demo }: PaneDeployment): Promise<void> => {
  if (demo === undefined) return;
  const account = await demo();
  await runtime.session.signIn(account, false);
  for (const universe of account.universes ?? []) runtime.universes.add(universe);
};

/** Signing in. What was typed stays where it fails (lost network) and is forgotten where it succeeds. */
export const useSignIn = (): SignInForm => {
  const say = useText();
  const { runtime, world } = usePane();
  const [draft, change, store] = useDraft("sign-in", emptyDraft);
  const job = useJob("sign-in");
  const attempts = useAttempts();
  const missing = needed[draft.way].filter((name) => draft[name].trim() === "");
  const problems: Problems = Object.fromEntries(missing.map((name) => [name, say("pane.required")]));
  const enter = (work: () => Promise<void>, remember: boolean): void => {
    void job.start({ what: say("signIn.submit"), query: "" }, async () => {
      await work();
      note({ remembered: remember });
      store.set(emptyDraft);
      return undefined;
    });
  };
  const submit = (): void => {
    if (!attempts.pass(problems)) return;
    const { session } = runtime;
    enter(
      () =>
        draft.way === "key"
          ? session.signIn({ key: draft.key.trim(), secret: draft.secret.trim() }, draft.remember)
          : session.useToken(draft.token.trim().replace(/^Bearer\s+/i, ""), draft.remember),
      draft.remember,
    );
  };
  const demo = (): void => enter(() => enterDemo(runtime, world.deployment), false);
  const otherWay = (): void => {
    attempts.forget();
    job.reset();
    change({ way: draft.way === "key" ? "token" : "key" });
  };
  return { draft, problems: attempts.tried ? problems : {}, job, attempts, change, otherWay, submit, demo };
};
