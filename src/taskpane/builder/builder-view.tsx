import { Button, Field, Select, Spinner } from "@fluentui/react-components";
import { useEffect, useState, type ReactNode } from "react";
import type { FunctionDefinition } from "../../formula/definition";
import { InsertBar } from "../insert/insert-bar";
import { numberFormatsOf } from "../insert/number-formats";
import { JobNotice } from "../parts/job-notice";
import { Code, Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { Page, Section } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { ArgumentField } from "./argument-field";
import { forecast } from "./forecast";
import { PreviewTable } from "./preview-table";
import { useBuilder, type Builder } from "./use-builder";

/** Builds or changes a formula: choose a function, fill its form, look at five rows, insert. */
export const BuilderView = (): ReactNode => {
  const say = useText();
  const builder = useBuilder();
  if (builder.failed) return <Notice intent="error">{say("pane.chunkFailed")}</Notice>;
  if (builder.functions.length === 0) return <Spinner size="small" label={say("pane.loading")} />;
  return (
    <Page title={say("build.title")} lead={say("build.lead")}>
      <FromCell builder={builder} />
      <FunctionChoice builder={builder} />
      {builder.definition !== undefined && <Form key={builder.definition.name} builder={builder} />}
    </Page>
  );
};

/** Offers the formula of the active cell. */
const FromCell = ({ builder }: { readonly builder: Builder }): ReactNode => {
  const say = useText();
  const { workbook } = usePane().world;
  const place = useStore(workbook.place);
  const [cell, setCell] = useState<{ readonly address: string; readonly formula: string }>();
  useEffect(() => {
    let wanted = true;
    workbook.formulaAt().then(
      (found) => wanted && setCell(found),
      () => wanted && setCell(undefined),
    );
    return () => {
      wanted = false;
    };
  }, [workbook, place?.activeCell]);
  const [refused, setRefused] = useState("");
  if (builder.draft.editing !== "") return <Quiet>{say("build.editing", { address: builder.draft.editing })}</Quiet>;
  if (cell === undefined || !/[A-Z]\.[A-Z]+\(/i.test(cell.formula)) return null;
  const open = (): void => {
    if (!builder.open(cell.formula, cell.address)) setRefused(cell.address);
  };
  return (
    <Stack>
      <Row>
        <Button size="small" onClick={open}>
          {say("build.open", { address: cell.address })}
        </Button>
      </Row>
      {refused === cell.address && <Notice>{say("build.notOneCall", { address: cell.address })}</Notice>}
    </Stack>
  );
};

const groupOf = ({ name }: FunctionDefinition): string => name.slice(0, name.indexOf("."));

const FunctionChoice = ({ builder }: { readonly builder: Builder }): ReactNode => {
  const say = useText();
  const groups = [...new Set(builder.functions.map(groupOf))];
  return (
    <Field label={say("build.function")} hint={builder.definition?.description ?? ""}>
      <Select value={builder.draft.name} onChange={(_, { value }) => builder.choose(value)}>
        <option value="">{say("build.choose")}</option>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {builder.functions
              .filter((one) => groupOf(one) === group)
              .map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
};

const Form = ({ builder }: { readonly builder: Builder }): ReactNode => {
  const say = useText();
  const { definition, draft } = builder;
  if (definition === undefined) return null;
  return (
    <>
      <Examples builder={builder} />
      <Section title={say("build.arguments")} lead={say("build.argumentsLead")}>
        <Stack box={builder.attempts.fields}>
          {definition.parameters.map((parameter, index) => (
            <ArgumentField
              key={parameter.name}
              {...{ definition, parameter, problem: problemOf(builder, parameter.name) }}
              written={draft.written[index] ?? ""}
              onChange={(text) => builder.write(index, text)}
            />
          ))}
        </Stack>
      </Section>
      <Preview builder={builder} />
      <Inserting builder={builder} definition={definition} />
    </>
  );
};

const Inserting = ({
  builder,
  definition,
}: {
  readonly builder: Builder;
  readonly definition: FunctionDefinition;
}): ReactNode => {
  const say = useText();
  const { attempts, problems, missing, formula, formulaElsewhere, draft } = builder;
  const changes = draft.editing !== "";
  return (
    <Section title={say("build.insert")}>
      {missing.length > 0 ? (
        <Quiet>{say("build.missing", { names: missing.join(", ") })}</Quiet>
      ) : (
        <InsertBar
          insertion={{
            ...{ formula, formulaElsewhere, sheetName: definition.name },
            key: changes ? `builder:${draft.editing}` : "builder",
            numberFormats: numberFormatsOf(definition, draft.written),
            // An edited formula stands in its own spill, so only its cell is looked at.
            size: definition.result === "value" || changes ? single : spilling,
            check: () => attempts.pass(problems),
            ...(changes && { target: draft.editing }),
          }}
        />
      )}
    </Section>
  );
};

/** What must be filled and is not is no fault before the first look at rows. */
const problemOf = ({ attempts, missing, problems }: Builder, name: string): string | undefined =>
  !attempts.tried && missing.includes(name) ? undefined : problems[name];

const single = { rows: 1, columns: 1 };
const spilling = { rows: 20, columns: 5 };

const Examples = ({ builder }: { readonly builder: Builder }): ReactNode => {
  const say = useText();
  const examples = builder.definition?.examples.filter(({ formula }) => !formula.includes("{")) ?? [];
  if (examples.length === 0) return null;
  return (
    <Stack>
      {examples.slice(0, 2).map(({ formula, shows }) => (
        <Row key={formula}>
          <Button size="small" appearance="subtle" title={formula} onClick={() => builder.open(formula, "")}>
            {say("build.example")}
          </Button>
          <Quiet>{shows}</Quiet>
        </Row>
      ))}
    </Stack>
  );
};

const Preview = ({ builder }: { readonly builder: Builder }): ReactNode => {
  const say = useText();
  const settings = useStore(usePane().runtime.settings);
  const { definition, draft, job } = builder;
  if (definition === undefined) return null;
  const written = Object.fromEntries(
    definition.parameters.map(({ name }, index) => [name, draft.written[index] ?? ""]),
  );
  return (
    <Section title={say("build.preview")} lead={forecast(say, definition, { written, rowCap: settings.rowCap })}>
      <Code>{builder.formula}</Code>
      <JobNotice job={job} />
      {!builder.previewable && <Quiet>{say("build.noPreview")}</Quiet>}
      <Row>
        <Button disabledFocusable={!builder.previewable || job.now.status === "running"} onClick={builder.preview}>
          {say("build.previewDo")}
        </Button>
      </Row>
      {draft.shown !== undefined && <PreviewTable matrix={draft.shown} />}
    </Section>
  );
};
