import { ToggleButton } from "@fluentui/react-components";
import { Fragment, type ComponentType, type ReactNode } from "react";
import { useDraft } from "../state/use-store";
import { Row, Stack } from "./layout";

/** A panel that one of the buttons opens. */
export interface Panel {
  readonly name: string;
  readonly label: string;
  readonly Content: ComponentType;
}

/** A row of buttons of which one at a time opens its panel below; which one is remembered under the key. */
export const Panels = ({
  id,
  panels,
  initial = "",
}: {
  readonly id: string;
  readonly panels: readonly Panel[];
  readonly initial?: string;
}): ReactNode => {
  const [draft, change] = useDraft(`panels:${id}`, { open: initial });
  const open = panels.find(({ name }) => name === draft.open);
  return (
    <Stack>
      <Row>
        {panels.map(({ name, label }) => (
          <ToggleButton
            key={name}
            size="small"
            checked={name === open?.name}
            aria-expanded={name === open?.name}
            onClick={() => change({ open: name === open?.name ? "" : name })}
          >
            {label}
          </ToggleButton>
        ))}
      </Row>
      {open !== undefined && (
        <Fragment key={open.name}>
          <open.Content />
        </Fragment>
      )}
    </Stack>
  );
};
