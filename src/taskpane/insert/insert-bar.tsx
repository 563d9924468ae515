import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { TextField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Code, Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { usePane } from "../state/pane-context";
import { useText } from "../text/use-text";
import type { Insertion } from "./insertion";
import { useInsert, type Insert } from "./use-insert";

/** Where to insert and the buttons that do it; shows the formula, and what is in the way before anything is written. */
export const InsertBar = ({ insertion }: { readonly insertion: Insertion }): ReactNode => {
  const say = useText();
  const insert = useInsert(insertion);
  const { insertValues } = insert;
  const busy = insert.job.now.status === "running";
  return (
    <Stack box={insert.attempts.fields}>
      {insertion.formula !== undefined && <Code>{insertion.formula}</Code>}
      <TextField
        label={say("insert.target")}
        value={insert.state.target}
        placeholder={insert.target}
        hint={say("insert.targetHint")}
        problem={insert.wrong}
        onChange={insert.setTarget}
      />
      <JobNotice job={insert.job} retry={insert.insert} />
      <InTheWay insert={insert} />
      <Row>
        {insertion.formula !== undefined && (
          <Button appearance="primary" disabledFocusable={busy || insert.target === ""} onClick={insert.insert}>
            {say("insert.formula")}
          </Button>
        )}
        {insertValues !== undefined && (
          <Button disabledFocusable={busy || insert.target === ""} onClick={insertValues}>
            {say("insert.values")}
          </Button>
        )}
      </Row>
      <Written insert={insert} />
    </Stack>
  );
};

const InTheWay = ({ insert }: { readonly insert: Insert }): ReactNode => {
  const say = useText();
  const { problem } = insert.state;
  if (problem === undefined) return null;
  const actions = [{ label: say("insert.newSheet"), run: insert.insertOnNewSheet }];
  if (problem.kind === "table" && insert.insertValues !== undefined)
    actions.push({ label: say("insert.values"), run: insert.insertValues });
  return (
    <Notice intent="warning" actions={actions}>
      {say(`insert.${problem.kind}`, { where: problem.where })}
    </Notice>
  );
};

const Written = ({ insert }: { readonly insert: Insert }): ReactNode => {
  const say = useText();
  const { workbook } = usePane().world;
  const { written, manual, from1904 } = insert.state;
  if (written === undefined || insert.job.now.status === "running") return null;
  const go = { label: say("pane.goToCell", { address: written }), run: () => void workbook.goTo(written) };
  return (
    <>
      <Notice intent="success" actions={[go]}>
        {say("insert.written", { address: written })}
      </Notice>
      {manual && <Quiet>{say("insert.manual")}</Quiet>}
      {from1904 && <Quiet>{say("insert.from1904")}</Quiet>}
    </>
  );
};
