import { Checkbox } from "@fluentui/react-components";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { team } from "../../../../i18n/locales/en/team";
import { addMessages, t } from "../../../../i18n/t";
import type { TeamCredentials } from "../../../../engine/session/credentials";
import type { PaneTeam } from "../../pane-deps";
import { saveFrameNote } from "../../state/frame-note";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { bindField, TextField, useFirstFocus } from "../../ui/fields";
import { JobButton, JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Page } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";
import { RowButton } from "../../ui/row-button";
import { WhySignedOut } from "./why-signed-out";

addMessages("en", team);

interface TeamDraft {
  readonly way: "provider" | "key";
  readonly key: string;
  readonly remember: boolean;
}

const gatewayKey = /^spw_[0-9a-f]{16}_[\w-]{43}$/;

/** Signs in at the identity provider of the firm, or with a personal gateway key. */
export const TeamSignIn = (): ReactNode => {
  const { team } = usePane().deps;
  return team === undefined ? null : <TeamForm team={team} />;
};

const useTeamSignIn = (team: PaneTeam) => {
  const { runtime } = usePane();
  const way = team.provider === undefined ? "key" : "provider";
  const empty: TeamDraft = { way, key: "", remember: false };
  const [draft, change, store] = useDraft("team-sign-in", empty);
  const job = useJob("team-sign-in");
  const attempts = useAttempts();
  const key = draft.key.trim();
  const problem = key === "" ? t("pane.required") : gatewayKey.test(key) ? undefined : t("team.notKey");
  const start = (credentials: (signal: AbortSignal) => Promise<TeamCredentials>): void => {
    void job.start(t("signIn.submit"), "", async ({ signal }) => {
      await runtime.session.signIn(await credentials(signal), draft.remember);
      saveFrameNote({ remembered: true });
      // The sign-in counts without the list, which the next one brings.
      const { universes = [] } = (await runtime.team?.person().catch(() => undefined)) ?? {};
      const known = new Set(runtime.universes.catalogue.get().map(({ universe_id }) => universe_id));
      for (const universe of universes) if (!known.has(universe.universe_id)) runtime.universes.add(universe);
      store.set(empty);
    });
  };
  const submit = (): void => {
    if (draft.way === "provider") start((signal) => team.askProvider(signal));
    else if (attempts.pass(problem === undefined ? {} : { key: problem }))
      start(() => Promise.resolve({ gatewayKey: key }));
  };
  /** A refusal is about what was typed, so it goes with the first change. */
  const edit = (part: Partial<TeamDraft>): void => {
    job.reset();
    change(part);
  };
  const otherWay = (): void => {
    attempts.forget();
    edit({ way: draft.way === "key" ? "provider" : "key" });
  };
  // The window must open while the browser still knows of the click, so its code is there before.
  useEffect(() => void runtime.team?.load().catch(() => undefined), [runtime]);
  return { draft, job, attempts, problem: attempts.tried ? problem : undefined, edit, submit, otherWay };
};

const TeamForm = ({ team }: { readonly team: PaneTeam }): ReactNode => {
  const { draft, job, attempts, problem, edit, submit, otherWay } = useTeamSignIn(team);
  const { provider: name = "" } = team;
  const isKey = draft.way === "key";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isKey) form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }, [isKey]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    submit();
  };
  return (
    <Page title={t("signIn.title")} lead={t("team.lead")}>
      {["idle", "done"].includes(job.now.status) && <WhySignedOut />}
      <form ref={form} onSubmit={send} noValidate>
        <Stack box={attempts.fields}>
          {isKey && <KeyField {...bindField({ draft, problems: { key: problem }, change: edit }, "key")} />}
          <Checkbox
            name="remember"
            checked={draft.remember}
            label={t("signIn.remember")}
            onChange={(_, { checked }) => edit({ remember: checked === true })}
          />
          <JobNotice job={job} label={t(isKey ? "chrome.signingIn" : "team.waiting")} />
          <Row>
            <JobButton appearance="primary" job={job}>
              {isKey ? t("signIn.submit") : t("team.signInWith", { name })}
            </JobButton>
          </Row>
          {team.keys && team.provider !== undefined && (
            <RowButton appearance="transparent" onClick={otherWay}>
              {isKey ? t("team.useProvider", { name }) : t("team.useKey")}
            </RowButton>
          )}
        </Stack>
      </form>
      <Quiet>{t("team.where")}</Quiet>
    </Page>
  );
};

const KeyField = (field: ReturnType<typeof bindField>): ReactNode => {
  const first = useFirstFocus();
  return (
    <TextField
      label={t("team.key")}
      name="gateway-key"
      required
      secret
      inputRef={first}
      hint={t("team.keyHint")}
      {...field}
    />
  );
};
