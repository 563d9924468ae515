import { Button, Checkbox, Input, makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useState, type ReactNode } from "react";
import { Quiet, Row, Tight } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { loadHelpVoice } from "../../text/help-voice";
import { useText } from "../text/use-text";
import type { ArgumentProps } from "./argument-field";
import { isExpression } from "./written";

const useStyles = makeStyles({
  box: {
    maxHeight: "240px",
    overflowY: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: tokens.spacingHorizontalS,
  },
});

const namesIn = (written: string): readonly string[] =>
  written
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** What the fields of a resource mean, in the language of a locale. */
const loadDescriptions = async (
  resource: string | undefined,
  locale: string,
): Promise<Readonly<Record<string, string>>> => {
  const [{ fieldDescriptions }, voice] = await Promise.all([
    import(/* webpackChunkName: "field-descriptions" */ "../../wire/field-descriptions"),
    loadHelpVoice(locale),
  ]);
  const all = { ...fieldDescriptions["entity"], ...(resource === undefined ? {} : fieldDescriptions[resource]) };
  return Object.fromEntries(Object.entries(all).map(([name, description]) => [name, voice(description)]));
};

/** The descriptions of a resource's fields, loaded when the picker opens. */
const useDescriptions = (resource: string | undefined): Readonly<Record<string, string>> => {
  const { locale } = usePane().world;
  const [descriptions, setDescriptions] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    void loadDescriptions(resource, locale).then(setDescriptions, () => undefined);
  }, [resource, locale]);
  return descriptions;
};

/** Columns to tick, each with what it holds; the order of ticking is the order of the columns. */
export const FieldPicker = (props: ArgumentProps): ReactNode => {
  const say = useText();
  const [open, setOpen] = useState(false);
  return (
    <Tight>
      <Row>
        <Button
          size="small"
          appearance="subtle"
          aria-expanded={open}
          disabled={isExpression(props.written)}
          onClick={() => setOpen(!open)}
        >
          {say("build.pickFields")}
        </Button>
      </Row>
      {open && <Picker {...props} />}
    </Tight>
  );
};

const Picker = ({ definition, written, onChange }: ArgumentProps): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const descriptions = useDescriptions(definition.resource);
  const [search, setSearch] = useState("");
  const chosen = namesIn(written);
  const wanted = search.trim().toLowerCase();
  const shown = definition.columns.filter(({ name }) =>
    `${name} ${descriptions[name] ?? ""}`.toLowerCase().includes(wanted),
  );
  const current =
    chosen.length > 0 ? chosen : definition.columns.filter((column) => column.shown).map(({ name }) => name);
  const toggle = (name: string, on: boolean): void =>
    onChange([...current.filter((one) => one !== name), ...(on ? [name] : [])].join(","));
  return (
    <>
      <Input
        size="small"
        aria-label={say("build.searchFields")}
        placeholder={say("build.searchFields")}
        value={search}
        onChange={(_, { value }) => setSearch(value)}
      />
      <div className={styles.box} role="group" aria-label={say("build.pickFields")}>
        {shown.map(({ name, type }) => (
          <div key={name}>
            <Checkbox
              checked={current.includes(name)}
              label={{ children: <FieldLabel name={name} description={descriptions[name] ?? type} /> }}
              onChange={(_, { checked }) => toggle(name, checked === true)}
            />
          </div>
        ))}
      </div>
    </>
  );
};

const FieldLabel = ({ name, description }: { readonly name: string; readonly description: string }): ReactNode => (
  <>
    {name}
    <Quiet>{description}</Quiet>
  </>
);
