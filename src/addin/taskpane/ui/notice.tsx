import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from "@fluentui/react-components";
import type { ReactNode } from "react";

/** A button of a notice. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** A message bar with actions, announced to screen readers. */
export const Notice = ({
  intent = "info",
  title,
  actions = [],
  children,
}: {
  readonly intent?: "info" | "success" | "warning" | "error";
  readonly title?: string;
  readonly actions?: readonly NoticeAction[];
  readonly children: ReactNode;
}): ReactNode => (
  <MessageBar intent={intent} layout="multiline" politeness={intent === "error" ? "assertive" : "polite"}>
    <MessageBarBody style={{ overflowWrap: "anywhere", whiteSpace: "normal" }}>
      {title !== undefined && <MessageBarTitle>{title}</MessageBarTitle>}
      {children}
    </MessageBarBody>
    {actions.length > 0 && (
      <MessageBarActions>
        {actions.map(({ label, run }) => (
          <Button key={label} size="small" onClick={run}>
            {label}
          </Button>
        ))}
      </MessageBarActions>
    )}
  </MessageBar>
);
