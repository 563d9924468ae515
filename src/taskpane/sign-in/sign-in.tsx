import { Button, Checkbox } from "@fluentui/react-components";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { JobNotice } from "../parts/job-notice";
import { TextField } from "../parts/fields";
import { Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { Page } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { DemoOffer } from "./demo-offer";
import { useSignIn } from "./use-sign-in";

/** Signs in with key and secret or with a pasted token. */
export const SignIn = (): ReactNode => {
  const say = useText();
  const form = useSignIn();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Page title={say("signIn.title")} lead={say("signIn.lead")}>
      {form.job.now.status !== "failed" && <WhySignedOut />}
      <form onSubmit={submit} noValidate>
        <Stack box={form.attempts.fields}>
          {form.draft.way === "key" ? <KeyFields form={form} /> : <TokenField form={form} />}
          <Checkbox
            name="remember"
            checked={form.draft.remember}
            label={say("signIn.remember")}
            onChange={(_, { checked }) => form.change({ remember: checked === true })}
          />
          <JobNotice job={form.job} label={say("chrome.signingIn")} />
          <Row>
            <Button type="submit" appearance="primary" disabledFocusable={form.job.now.status === "running"}>
              {say("signIn.submit")}
            </Button>
            <Button appearance="transparent" onClick={form.otherWay}>
              {say(form.draft.way === "key" ? "signIn.useToken" : "signIn.useKey")}
            </Button>
          </Row>
        </Stack>
      </form>
      <DemoOffer form={form} />
      <Quiet>{say("signIn.where")}</Quiet>
    </Page>
  );
};

/** The first field has the focus, so that typing begins at once. */
const useFirstFocus = (): React.RefObject<HTMLInputElement> => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
};

const KeyFields = ({ form }: { readonly form: ReturnType<typeof useSignIn> }): ReactNode => {
  const say = useText();
  const first = useFirstFocus();
  return (
    <>
      <TextField
        label={say("signIn.key")}
        name="api-key"
        required
        inputRef={first}
        value={form.draft.key}
        problem={form.problems.key}
        onChange={(key) => form.change({ key })}
      />
      <TextField
        label={say("signIn.secret")}
        name="api-secret"
        required
        secret
        value={form.draft.secret}
        problem={form.problems.secret}
        onChange={(secret) => form.change({ secret })}
      />
    </>
  );
};

const TokenField = ({ form }: { readonly form: ReturnType<typeof useSignIn> }): ReactNode => {
  const say = useText();
  const first = useFirstFocus();
  return (
    <TextField
      label={say("signIn.token")}
      name="token"
      required
      secret
      inputRef={first}
      hint={say("signIn.tokenHint")}
      value={form.draft.token}
      problem={form.problems.token}
      onChange={(token) => form.change({ token })}
    />
  );
};

const WhySignedOut = (): ReactNode => {
  const session = useStore(usePane().runtime.session.state);
  if (session.status !== "signed-out" || session.reason === undefined) return null;
  return <Notice intent="warning">{session.reason}</Notice>;
};
