import { Button, Checkbox } from "@fluentui/react-components";
import type { FormEvent, ReactNode } from "react";
import { type NewsFirst, newsFirst, type WorkbookSettings } from "../../../../engine/state/settings";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft } from "../../state/use-store";
import { ChecksField, ChoiceField, TextField } from "../../ui/fields";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";

interface WorkbookDraft {
  readonly rowCap: string;
  readonly refresh: string;
  readonly minutes: string;
  readonly formatInserted: boolean;
  readonly newsFirst: readonly string[];
  readonly saved: boolean;
}

const range = { rowCap: [1, 100_000], minutes: [5, 1440] } as const;

const toDraft = ({ rowCap, refresh, formatInserted, newsFirst: first }: WorkbookSettings): WorkbookDraft => ({
  rowCap: String(rowCap),
  refresh: typeof refresh === "string" ? refresh : "every",
  minutes: typeof refresh === "string" ? "60" : String(refresh.everyMinutes),
  formatInserted,
  newsFirst: first,
  saved: false,
});

const problemOf = (text: string, [min, max]: readonly [number, number]): string | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value >= min && value <= max ? undefined : t("pane.whole", { min, max });
};

const toSettings = (draft: WorkbookDraft): WorkbookSettings => ({
  rowCap: Number(draft.rowCap),
  formatInserted: draft.formatInserted,
  newsFirst: draft.newsFirst as readonly NewsFirst[],
  refresh:
    draft.refresh === "every" ? { everyMinutes: Number(draft.minutes) } : (draft.refresh as "manual" | "on-open"),
});

/** The settings stored in the workbook: row cap, refresh policy, whether the pane formats what it inserts, and which news come first. */
export const WorkbookForm = (): ReactNode => {
  const { settings } = usePane().runtime;
  const [draft, change] = useDraft("workbook-settings", toDraft(settings.get()));
  const rowCap = problemOf(draft.rowCap, range.rowCap);
  const minutes = draft.refresh === "every" ? problemOf(draft.minutes, range.minutes) : undefined;
  const attempts = useAttempts();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!attempts.pass({ rowCap, minutes })) return;
    settings.set(toSettings(draft));
    change({ saved: true });
  };
  return (
    <Section title={t("settings.workbook")} lead={t("settings.workbookLead")}>
      <form onSubmit={save} noValidate>
        <Stack box={attempts.fields}>
          <TextField
            label={t("settings.rowCap")}
            hint={t("settings.rowCapHint")}
            value={draft.rowCap}
            problem={rowCap}
            onChange={(value) => change({ rowCap: value, saved: false })}
          />
          <Policy draft={draft} problem={minutes} change={change} />
          <Checkbox
            label={t("settings.format")}
            checked={draft.formatInserted}
            onChange={(_, { checked }) => change({ formatInserted: checked === true, saved: false })}
          />
          <Quiet>{t("settings.formatHint")}</Quiet>
          <ChecksField
            label={t("settings.newsFirst")}
            choices={newsFirst.map((value) => ({ value, label: t(`changes.first.${value}`) }))}
            chosen={draft.newsFirst}
            onChange={(chosen) => change({ newsFirst: chosen, saved: false })}
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

const Policy = ({
  draft,
  problem,
  change,
}: {
  readonly draft: WorkbookDraft;
  readonly problem: string | undefined;
  readonly change: (part: Partial<WorkbookDraft>) => void;
}): ReactNode => (
  <>
    <ChoiceField
      label={t("settings.refresh")}
      value={draft.refresh}
      choices={(["manual", "on-open", "every"] as const).map((value) => ({ value, label: t(`settings.${value}`) }))}
      onChange={(refresh) => change({ refresh, saved: false })}
    />
    {draft.refresh === "every" && (
      <TextField
        label={t("settings.minutes")}
        value={draft.minutes}
        problem={problem}
        onChange={(value) => change({ minutes: value, saved: false })}
      />
    )}
  </>
);
