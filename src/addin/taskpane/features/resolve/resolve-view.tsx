import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useStore } from "../../state/use-store";
import { LinesField } from "../../ui/fields";
import { JobButton } from "../../ui/job-form";
import { Row, Stack } from "../../ui/layout";
import { Page } from "../../ui/page";
import { readSelectedList, useSelectedCells } from "../../ui/take-selection";
import { FillNotice } from "./fill-form";
import { readCompanyList } from "./list-columns";
import { MatchList } from "./match-list";
import { PlanLine } from "./plan-line";
import { type ResolveForm, useResolveForm } from "./resolve-form";
import { ResultActions } from "./result-actions";

/** Finds entities by identifiers and names. The user decides where the service cannot. */
export const ResolveView = (): ReactNode => {
  const form = useResolveForm();
  const answered = form.results.some(({ status }) => status !== "waiting" && status !== "invalid");
  return (
    <Page title={t("view.resolve")}>
      <FillNotice />
      <InputSource form={form} />
      {form.draft.inputs.length > 0 && <PlanLine form={form} />}
      {answered && <MatchList form={form} />}
      {answered && <ResultActions form={form} />}
    </Page>
  );
};

/** Takes the selection, of one cell the list in its column, when the view opens or a command requests it, while the form is empty and no job runs. */
const useSelection = (form: ResolveForm): { readonly take: () => void; readonly failure: ReactNode } => {
  const { deps, state } = usePane();
  const request = useStore(deps.request);
  const place = useStore(deps.workbook.place);
  // A view that is only opened takes a list, not one cell.
  const least = useRef(1);
  const { run, failure } = useSelectedCells(
    () => readSelectedList(deps.workbook),
    (selected) => {
      const { inputs, address } = readCompanyList(selected);
      if (inputs.length >= least.current) form.setInputs(inputs, address);
    },
  );
  const take = (count = 1): void => {
    least.current = count;
    run();
  };
  const idle = form.job.now.status !== "running" && place !== undefined;
  const unused = form.draft.answers.size === 0 && (form.draft.inputs.length === 0 || form.draft.address !== undefined);
  const requested = request?.view === "resolve" ? request.serial : -1;
  useEffect(() => {
    const handled = state.draft("resolve-request", -1);
    const commanded = requested !== handled.get();
    handled.set(requested);
    // Only a command replaces pasted inputs or existing results.
    if (!idle) return;
    if (commanded && requested !== -1) take();
    else if (!commanded && unused && (place.rowCount > 1 || form.draft.inputs.length === 0)) take(2);
    // Runs for a new selection or a new request only.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [requested, place?.address]);
  return { take: () => take(), failure };
};

const InputSource = ({ form }: { readonly form: ResolveForm }): ReactNode => {
  const { take, failure } = useSelection(form);
  const [{ pasting, pasted }, change] = useDraft("resolve-paste", { pasting: false, pasted: "" });
  const paste = (text: string): void => {
    change({ pasted: text });
    form.setInputs(text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/), undefined);
  };
  return (
    <Stack>
      <Row>
        <JobButton job={form.job} run={take}>
          {t("resolve.takeSelection")}
        </JobButton>
        <Button appearance="subtle" aria-expanded={pasting} onClick={() => change({ pasting: !pasting })}>
          {t("resolve.paste")}
        </Button>
      </Row>
      {pasting && <LinesField label={t("resolve.pasteLabel")} rows={5} value={pasted} onChange={paste} />}
      {failure}
    </Stack>
  );
};
