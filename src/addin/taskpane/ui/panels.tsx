import { ToggleButton } from "@fluentui/react-components";
import { type ComponentType, Fragment, type ReactNode } from "react";
import { useDraft } from "../state/use-store";
import { Row, Stack } from "./layout";

/** A panel with its button. */
interface Panel {
  readonly name: string;
  readonly label: string;
  readonly Content: ComponentType;
}

/** A row of buttons that open one panel at a time. The open panel is kept under `id`. */
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
