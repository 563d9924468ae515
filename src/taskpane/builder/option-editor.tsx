import { Button, Select } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { TextField } from "../parts/fields";
import { Quiet, Row, Tight } from "../parts/layout";
import { useText } from "../text/use-text";
import type { ArgumentProps } from "./argument-field";
import { isExpression } from "./written";

/** A value as it stands in `key=value`: in single quotes where it holds a separator. */
const quoted = (value: string): string => (/[;,']/.test(value) ? `'${value.replaceAll("'", "''")}'` : value);

/** Adds one option after the other, each with its description. */
export const OptionEditor = ({ definition, written, onChange }: ArgumentProps): ReactNode => {
  const say = useText();
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const option = definition.options.find((one) => one.key === key);
  const add = (): void => {
    const rest = written
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair !== "" && !pair.toLowerCase().startsWith(`${key.toLowerCase()}=`));
    onChange([...rest, `${key}=${value.includes(",") ? value : quoted(value)}`].join("; "));
    setKey("");
    setValue("");
  };
  if (isExpression(written)) return null;
  return (
    <Tight>
      <Select size="small" aria-label={say("build.addOption")} value={key} onChange={(_, data) => setKey(data.value)}>
        <option value="">{say("build.addOption")}</option>
        {definition.options.map((one) => (
          <option key={one.key} value={one.key}>
            {one.key}
          </option>
        ))}
      </Select>
      {option !== undefined && (
        <>
          <TextField label={key} hint={option.description} value={value} onChange={setValue} />
          {option.values !== undefined && <Quiet>{option.values.join(", ")}</Quiet>}
          <Row>
            <Button size="small" disabled={value.trim() === ""} onClick={add}>
              {say("pane.add")}
            </Button>
          </Row>
        </>
      )}
    </Tight>
  );
};
