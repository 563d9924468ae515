import { Button } from "@fluentui/react-components";
import type { FormEvent, ReactNode } from "react";
import type { WorkbookSettings } from "../../runtime/workbook-settings";
import { ChoiceField, TextField } from "../parts/fields";
import { Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { Section } from "../parts/page";
import { useAttempts } from "../parts/use-attempts";
import { usePane } from "../state/pane-context";
import { useDraft } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";

interface WorkbookDraft {
  readonly rowCap: string;
  readonly refresh: string;
  readonly minutes: string;
  readonly saved: boolean;
}

const range = { rowCap: [1, 100_000], minutes: [5, 1440] } as const;

const toDraft = ({ rowCap, refresh }: WorkbookSettings): WorkbookDraft => ({
  rowCap: String(rowCap),
  refresh: typeof refresh === "string" ? refresh : "every",
  minutes: typeof refresh === "string" ? "60" : String(refresh.everyMinutes),
  saved: false,
});

const problemOf = (say: Say, text: string, [min, max]: readonly [number, number]): string | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value >= min && value <= max ? undefined : say("pane.whole", { min, max });
};

const toSettings = (draft: WorkbookDraft): WorkbookSettings => ({
  rowCap: Number(draft.rowCap),
  refresh:
    draft.refresh === "every" ? { everyMinutes: Number(draft.minutes) } : (draft.refresh as "manual" | "on-open"),
});

/** What travels with the workbook: the row cap and when formulas refresh. */
export const WorkbookForm = (): ReactNode => {
  const say = useText();
  const { settings } = usePane().runtime;
  const [draft, change] = useDraft("workbook-settings", toDraft(settings.get()));
  const rowCap = problemOf(say, draft.rowCap, range.rowCap);
  const minutes = draft.refresh === "every" ? problemOf(say, draft.minutes, range.minutes) : undefined;
  const attempts = useAttempts();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!attempts.pass({ rowCap, minutes })) return;
    settings.set(toSettings(draft));
    change({ saved: true });
  };
  return (
    <Section title={say("settings.workbook")} lead={say("settings.workbookLead")}>
      <form onSubmit={save} noValidate>
        <Stack box={attempts.fields}>
          <TextField
            label={say("settings.rowCap")}
            hint={say("settings.rowCapHint")}
            value={draft.rowCap}
            problem={rowCap}
            onChange={(value) => change({ rowCap: value, saved: false })}
          />
          <Policy draft={draft} problem={minutes} change={change} />
          <Row>
            <Button type="submit">{say("pane.save")}</Button>
          </Row>
          {draft.saved && <Notice intent="success">{say("settings.saved")}</Notice>}
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
}): ReactNode => {
  const say = useText();
  return (
    <>
      <ChoiceField
        label={say("settings.refresh")}
        value={draft.refresh}
        choices={(["manual", "on-open", "every"] as const).map((value) => ({ value, label: say(`settings.${value}`) }))}
        onChange={(refresh) => change({ refresh, saved: false })}
      />
      {draft.refresh === "every" && (
        <TextField
          label={say("settings.minutes")}
          value={draft.minutes}
          problem={problem}
          onChange={(value) => change({ minutes: value, saved: false })}
        />
      )}
    </>
  );
};
