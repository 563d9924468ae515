import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { BarPlot } from "./bar-plot";
import type { Counts } from "./count-events";
import { useOverview } from "./use-overview";

/** The last twelve weeks of the selected universe, seen: events over time, by category and score, sentiment of documents. */
export const Overview = (): ReactNode => {
  const say = useText();
  const universe = useStore(usePane().runtime.universes.selected);
  const { draft, job, load } = useOverview(universe);
  return (
    <Stack>
      <Row>
        <Button disabledFocusable={job.now.status === "running"} onClick={load}>
          {say(draft.counts === undefined ? "overview.load" : "pane.refresh")}
        </Button>
        <Quiet>{say("pane.calls", { count: 2 })}</Quiet>
      </Row>
      <JobNotice job={job} retry={load} />
      {draft.counts !== undefined && (
        <>
          <Quiet>
            {say(draft.truncated ? "overview.cut" : "overview.basis", {
              events: draft.events,
              documents: draft.documents,
            })}
          </Quiet>
          <Plots counts={draft.counts} />
        </>
      )}
    </Stack>
  );
};

const Plots = ({ counts }: { readonly counts: Counts }): ReactNode => {
  const say = useText();
  const category = (name: string): string => say(`overview.category.${name as "E" | "S" | "G"}`);
  const band = (name: string): string => say(`overview.band.${name as "neutral"}`);
  return (
    <>
      <BarPlot title={say("overview.overTime")} bars={counts.overTime} />
      <BarPlot
        title={say("overview.byCategory")}
        bars={counts.byCategory.map((bar) => ({ ...bar, name: category(bar.name) }))}
      />
      <BarPlot title={say("overview.byScore")} bars={counts.byScore} />
      <BarPlot
        title={say("overview.bySentiment")}
        bars={counts.bySentiment.map((bar) => ({ ...bar, name: band(bar.name) }))}
      />
    </>
  );
};
