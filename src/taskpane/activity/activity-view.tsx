import type { ReactNode } from "react";
import { Page } from "../parts/page";
import { Tabs } from "../parts/tabs";
import { useText } from "../text/use-text";
import { CallList } from "./call-list";
import { History } from "./history";
import { Now } from "./now";
import { Usage } from "./usage";

/** What is under way, what failed, what was asked, and what it cost. */
export const ActivityView = (): ReactNode => {
  const say = useText();
  const parts = [
    { name: "now", label: say("activity.now"), Content: Now },
    { name: "history", label: say("activity.history"), Content: History },
    { name: "calls", label: say("activity.calls"), Content: CallList },
    { name: "usage", label: say("activity.usage"), Content: Usage },
  ];
  return (
    <Page title={say("activity.title")}>
      <Tabs id="activity" label={say("activity.title")} parts={parts} />
    </Page>
  );
};
