import { useEffect, useState, type ReactNode } from "react";
import { Button } from "@fluentui/react-components";
import { ChoiceField, LinesField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Line, Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { Page } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useDraft, useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { OutcomeList } from "./outcome-list";
import { mostInputs } from "./plan";
import { searchKeys, type SearchKey } from "../../formula/search-object";
import { useDesk, type Desk } from "./use-desk";
import { ResolveUses } from "./resolve-uses";

/** Finds the entities behind identifiers and names, and lets a person decide where the service cannot. */
export const ResolveView = (): ReactNode => {
  const say = useText();
  const desk = useDesk();
  const answered = desk.outcomes.some(({ status }) => status !== "waiting" && status !== "invalid");
  return (
    <Page title={say("resolve.title")} lead={say("resolve.lead")}>
      <Source desk={desk} />
      {desk.draft.inputs.length > 0 && <PlanLine desk={desk} />}
      {answered && <OutcomeList desk={desk} />}
      {answered && <ResolveUses desk={desk} />}
    </Page>
  );
};

/** Takes the selection as soon as the view opens or a command asks, while nothing is on the desk or in work. */
const useSelection = (desk: Desk): { readonly take: () => void; readonly failure: string | undefined } => {
  const { world, state } = usePane();
  const request = useStore(world.request);
  const place = useStore(world.workbook.place);
  const [failure, setFailure] = useState<string>();
  const take = (): void => {
    setFailure(undefined);
    world.workbook.selection().then(
      ({ values, address }) => desk.lay(values.flat(), address),
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
  };
  const idle = desk.job.now.status !== "running" && place !== undefined;
  const unused = desk.draft.answers.size === 0 && (desk.draft.inputs.length === 0 || desk.draft.address !== undefined);
  const asked = request?.view === "resolve" ? request.serial : -1;
  useEffect(() => {
    const handled = state.draft("resolve-request", -1);
    const commanded = asked !== handled.get();
    handled.set(asked);
    // A pasted list and results on the desk are replaced only where a command asks for the selection.
    if (idle && (commanded ? asked !== -1 : unused && place.rowCount > 1)) take();
    // Only a new selection or a new request takes it anew, not every rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, place?.address]);
  return { take, failure };
};

const Source = ({ desk }: { readonly desk: Desk }): ReactNode => {
  const say = useText();
  const { take, failure } = useSelection(desk);
  const [{ pasting, pasted }, change] = useDraft("resolve-paste", { pasting: false, pasted: "" });
  const lay = (text: string): void => {
    change({ pasted: text });
    desk.lay(text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/), undefined);
  };
  return (
    <Stack>
      <Row>
        <Button onClick={take} disabledFocusable={desk.job.now.status === "running"}>
          {say("resolve.takeSelection")}
        </Button>
        <Button appearance="subtle" aria-expanded={pasting} onClick={() => change({ pasting: !pasting })}>
          {say("resolve.paste")}
        </Button>
      </Row>
      {pasting && <LinesField label={say("resolve.pasteLabel")} rows={5} value={pasted} onChange={lay} />}
      {failure !== undefined && <Notice intent="error">{failure}</Notice>}
    </Stack>
  );
};

const PlanLine = ({ desk }: { readonly desk: Desk }): ReactNode => {
  const say = useText();
  const { plan, draft, job } = desk;
  const tooMany = plan.inputs.length > mostInputs;
  const open = desk.outcomes.filter(({ status }) => status === "waiting").length;
  const failed = desk.outcomes.filter(({ status }) => status === "failed").length;
  const auto = plan.reading === undefined ? "" : ` (${say(`resolve.by.${plan.reading}`)})`;
  return (
    <Stack>
      {draft.address !== undefined && <Quiet>{draft.address}</Quiet>}
      <ChoiceField
        label={say("resolve.by")}
        value={draft.by}
        disabled={job.now.status === "running"}
        choices={searchKeys.map((by) => ({ value: by, label: say(`resolve.by.${by}`) + (by === "auto" ? auto : "") }))}
        onChange={(by) => desk.read(by as SearchKey)}
      />
      <Line>{planText(say, plan)}</Line>
      {tooMany && <Notice intent="error">{say("resolve.tooMany", { most: mostInputs })}</Notice>}
      <JobNotice job={job} label={say("resolve.working")} />
      <Row>
        {open > 0 && (
          <Button
            appearance="primary"
            disabledFocusable={tooMany || job.now.status === "running"}
            onClick={desk.resolve}
          >
            {say("resolve.do")}
          </Button>
        )}
        {open === 0 && failed > 0 && (
          <Button appearance="primary" disabledFocusable={job.now.status === "running"} onClick={desk.resolve}>
            {say("resolve.retryFailed", { count: failed })}
          </Button>
        )}
      </Row>
    </Stack>
  );
};

const planText = (say: ReturnType<typeof useText>, plan: Desk["plan"]): string =>
  [
    say("resolve.cells", { count: plan.inputs.length }),
    plan.blank > 0 && say("resolve.blank", { count: plan.blank }),
    plan.duplicates > 0 && say("resolve.duplicates", { count: plan.duplicates }),
    plan.invalid > 0 &&
      say("resolve.invalid", { count: plan.invalid, kind: say(`resolve.by.${plan.invalidKind ?? "auto"}`) }),
    say("resolve.searches", { count: plan.searches }),
    say("pane.calls", { count: plan.calls }),
  ]
    .filter((part) => part !== false)
    .join(" · ");
