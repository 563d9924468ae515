import { Checkbox } from "@fluentui/react-components";
import { type FormEvent, Fragment, type ReactNode } from "react";
import type { SessionState } from "../../../../engine/session/session";
import type { TeamPerson } from "../../../../engine/session/team-sign-in";
import {
  type NewsFirst,
  newsFirst,
  settingDefinitions,
  type SettingNames,
  type WorkbookSettings,
} from "../../../../engine/state/settings";
import { formatMoment, t } from "../../../../i18n/t";
import type { PaneDeployment, ServiceAddresses } from "../../pane-deps";
import { useEditions } from "../../state/editions";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { useTeamPerson } from "../../state/use-team-person";
import { AskButton } from "../../ui/confirm";
import { DataLine } from "../../ui/data-line";
import { bindField, ChecksField, ChoiceField, TextField } from "../../ui/fields";
import { JobNotice } from "../../ui/job-form";
import { Line, Quiet, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Page, Section } from "../../ui/page";
import { RowButton } from "../../ui/row-button";
import { useAttempts } from "../../ui/use-attempts";
import { EditionSettings, EditionsToLose, namedEditions } from "../editions/keep-editions";

/** Account, workbook settings and service addresses. */
export const SettingsView = (): ReactNode => (
  <Page title={t("view.settings")}>
    <AccountSettings />
    <WorkbookForm />
    <EditionSettings />
    <AddressSettings />
  </Page>
);

const AccountSettings = (): ReactNode => {
  const { runtime, deps } = usePane();
  const session = useStore(runtime.session.state);
  return (
    <Section title={t("settings.account")}>
      <DataLine />
      {session.status === "signed-in" ? (
        <>
          <Line>
            {deps.team === undefined && session.origin === "key"
              ? `${t("signIn.key")} ${session.account}`
              : session.account}
          </Line>
          {deps.team === undefined ? (
            <Quiet>
              {t(session.origin === "key" ? "settings.byKey" : "settings.byToken", {
                until: formatMoment(session.expiresAt),
              })}
            </Quiet>
          ) : (
            <TeamAccount session={session} />
          )}
          <SignOut />
        </>
      ) : (
        <Quiet>{t("chrome.signedOut")}</Quiet>
      )}
    </Section>
  );
};

const SignOut = (): ReactNode => {
  const { session } = usePane().runtime;
  const job = useJob("sign-out");
  const signOut = (): void => void job.start(t("settings.signOut"), "", () => session.signOut());
  const text = t("settings.signOut");
  const editions = useEditions();
  return (
    <>
      <JobNotice job={job} retry={signOut} />
      <AskButton
        label={`${text}…`}
        question={t("settings.signOutAsk")}
        yes={namedEditions(editions).length === 0 ? text : t("editions.signOutYes")}
        run={signOut}
        before={<EditionsToLose now={editions} />}
      />
    </>
  );
};

/** Until when somebody is signed in at the gateway of the team, and what the budgets of today leave. */
const TeamAccount = ({
  session,
}: {
  readonly session: Extract<SessionState, { readonly status: "signed-in" }>;
}): ReactNode => (
  <>
    <Quiet>{sessionEnd(session)}</Quiet>
    <TodaysBudget key={session.generation} />
  </>
);

const sessionEnd = ({ origin, renews, expiresAt }: Parameters<typeof TeamAccount>[0]["session"]): string => {
  if (origin === "gateway-key") return t("team.byKey");
  return t(renews ? "settings.byKey" : "team.endsAt", { until: formatMoment(expiresAt) });
};

const TodaysBudget = (): ReactNode => {
  const found = useTeamPerson();
  if (found === undefined) return null;
  if (found instanceof Error) return <Quiet>{t("team.budgetUnknown", { message: found.message })}</Quiet>;
  return (
    <>
      {budgetLines(found).map((line) => (
        <Line key={line}>{line}</Line>
      ))}
      <Quiet>{t("team.resets")}</Quiet>
    </>
  );
};

/** The person's own requests, and those of everybody who shares a limit with the person: each of them may end first. */
const budgetLines = ({ budget: { used, limit, groups, firm } }: TeamPerson): readonly string[] => [
  limit === null ? t("team.usedFree", { used }) : t("team.used", { used, limit }),
  ...groups.flatMap((group) =>
    group.limit === null ? [] : [t("team.usedByGroup", { name: group.name, used: group.used, limit: group.limit })],
  ),
  ...(typeof firm?.limit !== "number" ? [] : [t("team.usedByAll", { used: firm.used, limit: firm.limit })]),
];

/** The service addresses, editable where the deployment allows it. */
const AddressSettings = (): ReactNode => {
  const { deployment } = usePane().deps;
  const { settingsAllowed, change } = deployment;
  return (
    <Section title={t("settings.service")}>
      {settingsAllowed && change !== undefined ? (
        <AddressForm deployment={deployment} store={change} />
      ) : (
        <>
          <Quiet>{deployment.baseUrl}</Quiet>
          <Quiet>{t("settings.fixed")}</Quiet>
        </>
      )}
    </Section>
  );
};

const isAddress = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};

const AddressForm = ({
  deployment: { baseUrl, authUrl, clientId },
  store,
}: {
  readonly deployment: PaneDeployment;
  readonly store: NonNullable<PaneDeployment["change"]>;
}): ReactNode => {
  const [draft, change] = useDraft<ServiceAddresses>("addresses", { baseUrl, authUrl, clientId });
  const job = useJob("addresses");
  const editions = useEditions();
  const attempts = useAttempts();
  const problems = findAddressProblems(draft);
  const apply = (addresses: ServiceAddresses | undefined): void =>
    void job.start(t("settings.service"), addresses?.baseUrl ?? "", () => store(addresses));
  const asking = { question: t("settings.addressesAsk"), before: <EditionsToLose now={editions} /> };
  return (
    <Stack box={attempts.fields}>
      {(["baseUrl", "authUrl", "clientId"] as const).map((member) => (
        <TextField key={member} label={t(`settings.${member}`)} {...bindField({ draft, problems, change }, member)} />
      ))}
      <JobNotice job={job} />
      {job.now.status === "done" && <Notice intent="success">{t("settings.addressesKept")}</Notice>}
      <AskButton {...asking} label={t("pane.save")} check={() => attempts.pass(problems)} run={() => apply(draft)} />
      <AskButton {...asking} label={t("settings.reset")} appearance="subtle" run={() => apply(undefined)} />
    </Stack>
  );
};

const findAddressProblems = ({
  baseUrl,
  authUrl,
  clientId,
}: ServiceAddresses): Readonly<Record<keyof ServiceAddresses, string | undefined>> => ({
  baseUrl: isAddress(baseUrl) ? undefined : t("settings.badAddress"),
  authUrl: isAddress(authUrl) ? undefined : t("settings.badAddress"),
  clientId: clientId.trim() === "" ? t("pane.required") : undefined,
});

type Flags = Readonly<Record<SettingNames<"flag">, boolean>>;
type Numbers = Readonly<Record<SettingNames<"whole">, string>>;

interface WorkbookDraft {
  readonly flags: Flags;
  /** As they are typed. */
  readonly numbers: Numbers;
  readonly refresh: string;
  readonly minutes: string;
  /** Undefined until another one is chosen here: the pane proposes one too. */
  readonly timeZone: string | undefined;
  readonly newsFirst: readonly string[];
  readonly saved: boolean;
}

const settingNames = Object.keys(settingDefinitions) as readonly (keyof WorkbookSettings)[];
const filterNames = <Kind extends string>(kind: Kind): readonly SettingNames<Kind>[] =>
  settingNames.filter((name): name is SettingNames<Kind> => {
    const setting = settingDefinitions[name];
    return "kind" in setting && setting.kind === kind;
  });
const flagNames = filterNames("flag");
const numberNames = filterNames("whole");

const mapNames = <Name extends string, Value>(names: readonly Name[], toValue: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, toValue(name)])) as Readonly<Record<Name, Value>>;

const utc = "UTC";

/** Their names, the one of the device first after UTC. A workbook may have one that this device does not know. */
const timeZoneChoices = (
  device: string,
  chosen: string,
): readonly { readonly value: string; readonly label: string }[] =>
  [...new Set([utc, device, chosen, ...Intl.supportedValuesOf("timeZone")])]
    .filter((name) => name !== "")
    .map((name) => ({ value: name, label: name }));

const toDraft = (settings: WorkbookSettings): WorkbookDraft => ({
  flags: mapNames(flagNames, (name) => settings[name]),
  numbers: mapNames(numberNames, (name) => String(settings[name])),
  refresh: typeof settings.refresh === "string" ? settings.refresh : "every",
  minutes: typeof settings.refresh === "string" ? "60" : String(settings.refresh.everyMinutes),
  timeZone: undefined,
  newsFirst: settings.newsFirst,
  saved: false,
});

const toSettings = ({
  flags,
  numbers,
  refresh,
  minutes,
  newsFirst: first,
}: WorkbookDraft): Omit<WorkbookSettings, "timeZone"> => ({
  ...flags,
  ...mapNames(numberNames, (name) => Number(numbers[name])),
  newsFirst: first as readonly NewsFirst[],
  refresh: refresh === "every" ? { everyMinutes: Number(minutes) } : (refresh as "manual" | "on-open"),
});

const findNumberProblem = (text: string, min: number, max: number): string | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value >= min && value <= max ? undefined : t("pane.whole", { min, max });
};

const findProblems = ({ numbers, refresh, minutes }: WorkbookDraft) => ({
  ...mapNames(numberNames, (name) => {
    const { least, most } = settingDefinitions[name];
    return findNumberProblem(numbers[name], least, most);
  }),
  minutes: refresh === "every" ? findNumberProblem(minutes, 5, 1440) : undefined,
});

/** The settings that the workbook stores (src/engine/state/settings.ts). */
const WorkbookForm = (): ReactNode => {
  const { deps, runtime } = usePane();
  const { settings } = runtime;
  const [draft, setDraft] = useDraft("workbook-settings", toDraft(settings.get()));
  const stored = useStore(settings).timeZone;
  const timeZone = draft.timeZone ?? stored;
  const problems = findProblems(draft);
  const attempts = useAttempts();
  const change = (part: Partial<WorkbookDraft>): void => setDraft({ ...part, saved: false });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!attempts.pass(problems)) return;
    settings.set({ ...toSettings(draft), timeZone });
    setDraft({ saved: true });
  };
  return (
    <Section title={t("settings.workbook")} lead={t("settings.workbookLead")}>
      <form onSubmit={save} noValidate>
        <Stack box={attempts.fields}>
          {numberNames.map((name) => (
            <TextField
              key={name}
              label={t(`settings.${name}`)}
              hint={t(`settings.${name}Hint`)}
              value={draft.numbers[name]}
              problem={problems[name]}
              onChange={(value) => change({ numbers: { ...draft.numbers, [name]: value } })}
            />
          ))}
          <ChoiceField
            label={t("settings.timeZone")}
            hint={t("settings.timeZoneHint")}
            value={timeZone ?? utc}
            choices={timeZoneChoices(deps.timeZone, timeZone ?? utc)}
            onChange={(name) => change({ timeZone: name })}
          />
          <ChoiceField
            label={t("settings.refresh")}
            choices={(["manual", "on-open", "every"] as const).map((value) => ({
              value,
              label: t(`settings.${value}`),
            }))}
            {...bindField({ draft, change }, "refresh")}
          />
          {draft.refresh === "every" && (
            <TextField label={t("settings.minutes")} {...bindField({ draft, problems, change }, "minutes")} />
          )}
          {flagNames.map((name) => (
            <Fragment key={name}>
              <Checkbox
                label={t(`settings.${name}`)}
                checked={draft.flags[name]}
                onChange={(_, { checked }) => change({ flags: { ...draft.flags, [name]: checked === true } })}
              />
              <Quiet>{t(`settings.${name}Hint`)}</Quiet>
            </Fragment>
          ))}
          <ChecksField
            label={t("settings.newsFirst")}
            choices={newsFirst.map((value) => ({ value, label: t(`changes.first.${value}`) }))}
            chosen={draft.newsFirst}
            onChange={(chosen) => change({ newsFirst: chosen })}
          />
          <RowButton type="submit">{t("pane.save")}</RowButton>
          {draft.saved && <Notice intent="success">{t("settings.saved")}</Notice>}
        </Stack>
      </form>
    </Section>
  );
};
