import type { ReactNode } from "react";
import type { KnownAnalysis } from "../../../../engine/state/analyses";
import { formulaText } from "../../../../formulas/define/formula-text";
import { toMembers } from "../../../../formulas/table/nested/values";
import { t } from "../../../../i18n/t";
import { useDraft } from "../../state/use-store";
import { ChoiceField } from "../../ui/fields";
import { InsertBar, type Insertion } from "../../ui/insert-bar";
import { JobAction } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { Panels } from "../../ui/panels";
import type { OfAnalysis } from "./analysis-period";
import { Exports } from "./export-analysis";
import { ImportByDay } from "./import-by-day";
import { InsertResults } from "./insert-results";
import { useRerun } from "./recipes";
import { TranslateDocuments } from "./translate-documents";

/** The actions of one analysis: insert formulas, import and translate documents, export files, run again. */
export const AnalysisUses = ({ analysis }: OfAnalysis): ReactNode => {
  const panels = [
    { name: "results", label: t("results.panel"), content: <InsertResults analysis={analysis} /> },
    { name: "insert", label: t("results.oneFormula"), content: <InsertFormula analysis={analysis} /> },
    { name: "import", label: t("analysis.import"), content: <ImportByDay analysis={analysis} /> },
    { name: "translate", label: t("documents.do"), content: <TranslateDocuments analysis={analysis} /> },
    { name: "files", label: t("analysis.files"), content: <Exports analysis={analysis} /> },
    { name: "again", label: t("analysis.rerun"), content: <RunAgain analysis={analysis} /> },
  ];
  return <Panels id={`analysis:${analysis.instance}`} panels={panels} initial="results" />;
};

const useKinds = ["documents", "series", "volume", "sentences", "mentions", "status", "id"] as const;
type UseKind = (typeof useKinds)[number];

const formulas: Readonly<Record<Exclude<UseKind, "id">, (instance: string) => string>> = {
  status: (instance) => formulaText("ANALYSIS.STATUS", [instance]),
  series: (instance) =>
    formulaText("ANALYSIS.SERIES", [instance, "polarity,volume_document", undefined, "mean", "day"]),
  volume: (instance) => formulaText("ANALYSIS.VOLUME", [instance]),
  documents: (instance) => formulaText("ANALYSIS.DOCUMENTS", [instance]),
  sentences: (instance) => formulaText("ANALYSIS.SENTENCES", [instance, 50]),
  mentions: (instance) => formulaText("ANALYSIS.MENTIONS", [instance, 50]),
};

const analysisInsertion = (kind: UseKind, { instance, name }: KnownAnalysis): Insertion => {
  const base = { id: `analysis:${instance}`, sheetName: name };
  if (kind === "id") return { ...base, size: { rows: 1, columns: 1 }, values: () => Promise.resolve([[instance]]) };
  const size = kind === "status" ? { rows: 1, columns: 1 } : { rows: 101, columns: 5 };
  return { ...base, size, formula: () => `=${formulas[kind](instance)}` };
};

const InsertFormula = ({ analysis }: OfAnalysis): ReactNode => {
  const [draft, change] = useDraft<{ readonly kind: UseKind }>("analysis-insert", { kind: "documents" });
  return (
    <Stack>
      <ChoiceField
        label={t("universes.insertWhat")}
        value={draft.kind}
        choices={useKinds.map((value) => ({ value, label: t(`analysis.kind.${value}`) }))}
        onChange={(kind) => change({ kind: kind as UseKind })}
      />
      <InsertBar insertion={analysisInsertion(draft.kind, analysis)} />
    </Stack>
  );
};

const RunAgain = ({ analysis: { name, request } }: OfAnalysis): ReactNode => {
  const { job, run } = useRerun({ name, request: toMembers(request) });
  if (typeof request !== "object" || request === null) return <Quiet>{t("analysis.noRequest")}</Quiet>;
  return (
    <Stack>
      <Quiet>{t("analysis.rerunAsk")}</Quiet>
      <JobAction
        appearance="primary"
        aria-label={t("analysis.rerunNamed", { name })}
        job={job}
        run={run}
        // A start that failed may run all the same.
        retries={false}
      >
        {t("analysis.rerun")}
      </JobAction>
    </Stack>
  );
};
