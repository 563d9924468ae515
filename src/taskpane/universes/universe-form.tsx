import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { Confirm } from "../parts/confirm";
import { ChoiceField, LinesField, TextField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";
import { useUniverseForm, type Member, type UniverseForm } from "./use-universe-form";

/** Creates a universe at the service. */
export const CreateUniverse = (): ReactNode => <Form form={useUniverseForm(undefined)} />;

/** Changes the selected universe at the service; what is left alone is not sent. */
export const EditUniverse = (): ReactNode => {
  const say = useText();
  const universe = useStore(usePane().runtime.universes.selected);
  const form = useUniverseForm(universe);
  if (universe?.type === "PROVIDER") return <Quiet>{say("universe.notYours")}</Quiet>;
  return <Form form={form} />;
};

const Form = ({ form }: { readonly form: UniverseForm }): ReactNode => {
  const say = useText();
  const [asking, setAsking] = useState(false);
  const submit = (): void => {
    if (form.check()) {
      if (form.asksFirst) setAsking(true);
      else form.send();
    }
  };
  const busy = form.job.now.status === "running";
  return (
    <Stack box={form.attempts.fields}>
      <Members form={form} />
      <JobNotice job={form.job} />
      {asking && !busy ? (
        <Confirm
          question={say("universe.companyAsk")}
          yes={say("pane.confirm")}
          onYes={() => {
            setAsking(false);
            form.send();
          }}
          onNo={() => setAsking(false)}
        />
      ) : (
        <Row>
          <Button appearance="primary" disabledFocusable={busy} onClick={submit}>
            {say(form.editing ? "universe.update" : "universe.create")}
          </Button>
          <Quiet>{say("pane.calls", { count: 1 })}</Quiet>
        </Row>
      )}
      {form.draft.done !== "" && <Notice intent="success">{form.draft.done}</Notice>}
    </Stack>
  );
};

const Members = ({ form }: { readonly form: UniverseForm }): ReactNode => {
  const say = useText();
  const { draft, problems, editing } = form;
  const leave = editing ? [{ value: "", label: say("universe.leave") }] : [];
  return (
    <>
      <TextField
        label={say("pane.name")}
        required={!editing}
        value={draft.name}
        problem={problems.name}
        hint={editing ? say("universe.emptyLeaves") : undefined}
        onChange={(name) => form.change({ name })}
      />
      <ChoiceField
        label={say("universe.type")}
        value={draft.type}
        hint={typeHint(say, draft.type)}
        choices={[
          ...leave,
          { value: "PRIVATE", label: say("universes.private") },
          { value: "SHARED", label: say("universes.shared") },
        ]}
        onChange={(type) => form.change({ type })}
      />
      <ThreeWay form={form} member="description" clearable />
      <ThreeWay form={form} member="owner" clearable={!editing} />
      <ThreeWay form={form} member="company" />
    </>
  );
};

const typeHint = (say: Say, type: string): string | undefined => {
  if (type === "") return undefined;
  return say(type === "SHARED" ? "universe.sharedHint" : "universe.privateHint");
};

/** A member that can be left as it is, cleared, or set: three different things to the service. */
const ThreeWay = ({
  form,
  member,
  clearable = false,
}: {
  readonly form: UniverseForm;
  readonly member: Member;
  readonly clearable?: boolean;
}): ReactNode => {
  const say = useText();
  const how = form.draft[`${member}How`];
  const choices = [
    { value: "leave", label: say(form.editing ? "universe.leave" : "universe.leaveOut") },
    { value: "set", label: say("universe.set") },
    ...(clearable ? [{ value: "clear", label: say("universe.clear") }] : []),
  ];
  const Entry = member === "description" ? LinesField : TextField;
  return (
    <>
      <ChoiceField
        label={say(`universe.${member}`)}
        value={how}
        choices={choices}
        hint={say(`universe.${member}Hint`)}
        onChange={(value) => form.change({ [`${member}How`]: value })}
      />
      {how === "set" && (
        <Entry
          label={say("universe.newValue", { member: say(`universe.${member}`) })}
          required
          value={form.draft[member]}
          problem={form.problems[member]}
          onChange={(value) => form.change({ [member]: value })}
        />
      )}
    </>
  );
};
