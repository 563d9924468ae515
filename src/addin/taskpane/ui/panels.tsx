import { ToggleButton } from "@fluentui/react-components";
import { Fragment, type ReactNode } from "react";
import { useDraft } from "../state/use-store";
import { Row, Stack } from "./layout";

/** A panel with its button. */
interface Panel {
  readonly name: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** The name of the open panel; empty where none is. */
export const usePanel = (id: string, initial = "") => useDraft(`panels:${id}`, { open: initial });

/** A row of buttons that open one panel at a time. The open panel is kept under `id`. */
export const Panels = ({
  id,
  panels,
  initial = "",
  of,
}: {
  readonly id: string;
  readonly panels: readonly Panel[];
  readonly initial?: string;
  /** What they are about, where their labels say too little. */
  readonly of?: string;
}): ReactNode => {
  const [draft, change] = usePanel(id, initial);
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
            {...(of !== undefined && { "aria-label": `${label}: ${of}` })}
            onClick={() => change({ open: name === open?.name ? "" : name })}
          >
            {label}
          </ToggleButton>
        ))}
      </Row>
      {open !== undefined && <Fragment key={open.name}>{open.content}</Fragment>}
    </Stack>
  );
};
