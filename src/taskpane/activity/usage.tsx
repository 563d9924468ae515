import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { Confirm } from "../parts/confirm";
import { Facts } from "../parts/facts";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { Section } from "../parts/page";
import { saveFile } from "../parts/save-file";
import { usePane } from "../state/pane-context";
import { useCalmStore, useJob } from "../state/use-store";
import { useText } from "../text/use-text";
import { diagnosticsOf } from "./diagnostics";
import { usageOf } from "./usage-of";

/** What was used since the add-in started, what is remembered, and the export for support. */
export const Usage = (): ReactNode => {
  const say = useText();
  const { ledger } = usePane().runtime;
  const calls = useCalmStore(ledger.calls);
  const entries = useCalmStore(ledger.entries);
  const usage = usageOf(calls, entries);
  const facts = [
    { name: say("usage.calls"), value: say.number(usage.calls) },
    { name: say("usage.failed"), value: say.number(usage.failed) },
    { name: say("usage.translated"), value: say.number(usage.translated) },
    { name: say("usage.fromMemory"), value: say.number(usage.fromMemory) },
  ];
  return (
    <>
      <Section title={say("usage.title")} lead={say("usage.lead")}>
        <Facts facts={facts} />
        {usage.routes.length > 0 && (
          <Facts facts={usage.routes.map(([name, count]) => ({ name, value: say.number(count) }))} />
        )}
      </Section>
      <Memory />
      <Diagnostics />
    </>
  );
};

const Memory = (): ReactNode => {
  const say = useText();
  const { memory } = usePane().runtime;
  const size = useCalmStore(memory.size);
  const job = useJob("clear-memory");
  const [asking, setAsking] = useState(false);
  const clear = (): void => {
    setAsking(false);
    void job.start({ what: say("usage.clear"), query: "" }, async () => {
      await memory.clear();
      return undefined;
    });
  };
  return (
    <Section title={say("usage.memory")}>
      <Quiet>{say("usage.memorySize", { count: size.records, kilobytes: Math.ceil(size.bytes / 1000) })}</Quiet>
      <JobNotice job={job} />
      {asking ? (
        <Confirm
          question={say("usage.clearAsk")}
          yes={say("usage.clear")}
          onYes={clear}
          onNo={() => setAsking(false)}
        />
      ) : (
        <Row>
          <Button size="small" onClick={() => setAsking(true)}>
            {say("usage.clear")}…
          </Button>
        </Row>
      )}
    </Section>
  );
};

const Diagnostics = (): ReactNode => {
  const say = useText();
  const { world } = usePane();
  const job = useJob("diagnostics");
  const save = (): void => {
    void job.start({ what: say("usage.export"), query: "" }, async () => {
      saveFile("spillway-diagnostics.json", "application/json", await diagnosticsOf(world));
      return undefined;
    });
  };
  return (
    <Section title={say("usage.diagnostics")} lead={say("usage.diagnosticsLead")}>
      <Stack>
        <JobNotice job={job} retry={save} />
        <Row>
          <Button size="small" onClick={save}>
            {say("usage.export")}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
};
