import type { ReactNode } from "react";
import { DocumentsPart } from "../documents/documents-part";
import { Page } from "../parts/page";
import { Tabs } from "../parts/tabs";
import { TasksPart } from "../tasks/tasks-part";
import { useText } from "../text/use-text";
import { AnalysesPart } from "./analyses-part";

/** What takes the service some time: analyses, translations, tasks. */
export const WorkView = (): ReactNode => {
  const say = useText();
  const parts = [
    { name: "analyses", label: say("chrome.analyses"), Content: AnalysesPart },
    { name: "documents", label: say("documents.title"), Content: DocumentsPart },
    { name: "tasks", label: say("tasks.title"), Content: TasksPart },
  ];
  return (
    <Page title={say("analysis.title")}>
      <Tabs id="work" label={say("analysis.title")} parts={parts} />
    </Page>
  );
};
