import { Button, Checkbox } from "@fluentui/react-components";
import { type FormEvent, Fragment, type ReactNode } from "react";
import {
  type NewsFirst,
  newsFirst,
  type SettingNames,
  settingDefinitions,
  type WorkbookSettings,
} from "../../../../engine/state/settings";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useStore } from "../../state/use-store";
import { bindField, ChecksField, ChoiceField, TextField } from "../../ui/fields";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";

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
export const WorkbookForm = (): ReactNode => {
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
          <Row>
            <Button type="submit">{t("pane.save")}</Button>
          </Row>
          {draft.saved && <Notice intent="success">{t("settings.saved")}</Notice>}
        </Stack>
      </form>
    </Section>
  );
};
