import { Button, Checkbox } from "@fluentui/react-components";
import { type FormEvent, type ReactNode, useEffect } from "react";
import type { Runtime } from "../../../../engine/runtime";
import { t } from "../../../../i18n/t";
import type { PaneDeployment } from "../../pane-deps";
import { saveFrameNote } from "../../state/frame-note";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { bindField, TextField, useFirstFocus } from "../../ui/fields";
import { JobButton, JobNotice } from "../../ui/job-form";
import { lazily } from "../../ui/lazily";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Page, Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";
import { WhySignedOut } from "./why-signed-out";

/** In a chunk of its own: most installations have no team. */
const TeamSignIn = lazily(
  async () => (await import(/* webpackChunkName: "team" */ "./team-sign-in")).TeamSignIn,
  "rare",
);

/** Signs in at the gateway of the team, if there is one, or with an account of the service. */
export const SignIn = (): ReactNode => (usePane().deps.team === undefined ? <AccountSignIn /> : <TeamSignIn />);

/** Signs in with key and secret, or with a token. */
const AccountSignIn = (): ReactNode => {
  const form = useSignIn();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Page title={t("signIn.title")} lead={t("signIn.lead")}>
      {form.job.now.status !== "failed" && isUntouched(form.draft) && <WhySignedOut />}
      <form onSubmit={submit} noValidate>
        <Stack box={form.attempts.fields}>
          {form.draft.way === "key" ? <KeyFields form={form} /> : <TokenField form={form} />}
          <Checkbox
            name="remember"
            checked={form.draft.remember}
            label={t("signIn.remember")}
            onChange={(_, { checked }) => form.change({ remember: checked === true })}
          />
          <JobNotice job={form.job} label={t("chrome.signingIn")} />
          <Row>
            <JobButton appearance="primary" job={form.job}>
              {t("signIn.submit")}
            </JobButton>
            <Button appearance="transparent" onClick={form.otherWay}>
              {t(form.draft.way === "key" ? "signIn.useToken" : "signIn.useKey")}
            </Button>
          </Row>
        </Stack>
      </form>
      <DemoOffer form={form} />
      <Quiet>{t("signIn.where")}</Quiet>
    </Page>
  );
};

/** The session keeps a refusal as its reason, so the reason goes with the first change too. */
const isUntouched = ({ key, secret, token }: SignInDraft): boolean => key + secret + token === "";

const KeyFields = ({ form }: { readonly form: SignInForm }): ReactNode => {
  const first = useFirstFocus();
  return (
    <>
      <TextField label={t("signIn.key")} name="api-key" required inputRef={first} {...bindField(form, "key")} />
      <TextField label={t("signIn.secret")} name="api-secret" required secret {...bindField(form, "secret")} />
    </>
  );
};

const TokenField = ({ form }: { readonly form: SignInForm }): ReactNode => {
  const first = useFirstFocus();
  return (
    <TextField
      label={t("signIn.token")}
      name="token"
      required
      secret
      inputRef={first}
      hint={t("signIn.tokenHint")}
      {...bindField(form, "token")}
    />
  );
};

/** Signs in to the demo account, if the deployment has one. */
const DemoOffer = ({ form }: { readonly form: SignInForm }): ReactNode => {
  const { demo, data } = usePane().deps.deployment;
  if (demo === undefined) return null;
  return (
    <Section title={t("signIn.demoTitle")} lead={t(data === "own" ? "signIn.ownLead" : "signIn.demoLead")}>
      <Row>
        <JobButton job={form.job} run={form.demo}>
          {t("signIn.demo")}
        </JobButton>
      </Row>
    </Section>
  );
};

interface SignInDraft {
  readonly way: "key" | "token";
  readonly key: string;
  readonly secret: string;
  readonly token: string;
  readonly remember: boolean;
}

type SignInProblems = Partial<Record<"key" | "secret" | "token", string>>;

export const emptyDraft: SignInDraft = { way: "key", key: "", secret: "", token: "", remember: false };
const neededFields = { key: ["key", "secret"], token: ["token"] } as const;

/** Adds the demo's universes to the catalogue, because the service cannot list universes. */
const enterDemo = async (runtime: Runtime, { demo }: PaneDeployment, remember: boolean): Promise<void> => {
  if (demo === undefined) return;
  const account = await demo();
  await runtime.session.signIn(account, remember);
  for (const universe of account.universes ?? []) runtime.universes.add(universe);
};

/** The draft stays after a failure and is cleared after success. */
const useSignIn = () => {
  const { runtime, deps } = usePane();
  const [draft, change, store] = useDraft("sign-in", emptyDraft);
  const job = useJob("sign-in");
  const attempts = useAttempts();
  const missing = neededFields[draft.way].filter((name) => draft[name].trim() === "");
  const problems: SignInProblems = Object.fromEntries(missing.map((name) => [name, t("pane.required")]));
  // Whoever is signed in, by this form or by another page, has no use for an old refusal or for a key that was typed.
  useEffect(
    () =>
      runtime.session.state.subscribe(() => {
        if (runtime.session.state.get().status !== "signed-in") return;
        job.reset();
        store.set(emptyDraft);
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the job of a key stays the same
    [runtime],
  );
  const enter = (work: () => Promise<void>, remember: boolean): void => {
    void job.start(t("signIn.submit"), "", async () => {
      await work();
      saveFrameNote({ remembered: remember });
      store.set(emptyDraft);
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
  /** A refusal is about what was typed, so it goes with the first change. */
  const edit = (part: Partial<SignInDraft>): void => {
    job.reset();
    change(part);
  };
  const demo = (): void => enter(() => enterDemo(runtime, deps.deployment, draft.remember), draft.remember);
  const otherWay = (): void => {
    attempts.forget();
    job.reset();
    change({ way: draft.way === "key" ? "token" : "key" });
  };
  const shown: SignInProblems = attempts.tried ? problems : {};
  return { draft, problems: shown, job, attempts, change: edit, otherWay, submit, demo };
};

type SignInForm = ReturnType<typeof useSignIn>;
