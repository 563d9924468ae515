import type { ReactNode } from "react";
import { formulaText } from "../../formula/text";
import type { KnownAnalysis } from "../../runtime/analyses";
import { InsertBar } from "../insert/insert-bar";
import type { Insertion } from "../insert/insertion";
import { ChoiceField } from "../parts/fields";
import { Quiet, Stack } from "../parts/layout";
import { Panels } from "../parts/panels";
import { useDraft } from "../state/use-store";
import { useText } from "../text/use-text";
import { AnalysisContext, useAnalysis } from "./analysis-context";
import { Exports } from "./exports";
import { ImportByDay } from "./import-by-day";
import { Rerun, useRerun } from "./recipes-part";

/** What to do with one analysis: formulas, an import, files, another run. */
export const AnalysisUses = ({ analysis }: { readonly analysis: KnownAnalysis }): ReactNode => {
  const say = useText();
  const panels = [
    { name: "insert", label: say("universes.insert"), Content: InsertResults },
    { name: "import", label: say("analysis.import"), Content: ImportByDay },
    { name: "files", label: say("analysis.files"), Content: Exports },
    { name: "again", label: say("analysis.rerun"), Content: Again },
  ];
  return (
    <AnalysisContext.Provider value={analysis}>
      <Panels id={`analysis:${analysis.instance}`} panels={panels} initial="insert" />
    </AnalysisContext.Provider>
  );
};

const kinds = ["id", "status", "series", "volume", "documents", "sentences", "mentions"] as const;
type Kind = (typeof kinds)[number];

const formulas: Readonly<Record<Exclude<Kind, "id">, (instance: string) => string>> = {
  status: (instance) => formulaText("ANALYSIS.STATUS", [instance]),
  series: (instance) =>
    formulaText("ANALYSIS.SERIES", [instance, "polarity,volume_document", undefined, "mean", "day"]),
  volume: (instance) => formulaText("ANALYSIS.VOLUME", [instance]),
  documents: (instance) => formulaText("ANALYSIS.DOCUMENTS", [instance]),
  sentences: (instance) => formulaText("ANALYSIS.SENTENCES", [instance, 50]),
  mentions: (instance) => formulaText("ANALYSIS.MENTIONS", [instance, 50]),
};

const insertionOf = (kind: Kind, { instance, name }: KnownAnalysis): Insertion => {
  const base = { key: `analysis:${instance}`, sheetName: name };
  if (kind === "id") return { ...base, size: { rows: 1, columns: 1 }, values: () => Promise.resolve([[instance]]) };
  const size = kind === "status" ? { rows: 1, columns: 1 } : { rows: 101, columns: 5 };
  return { ...base, size, formula: `=${formulas[kind](instance)}` };
};

const InsertResults = (): ReactNode => {
  const say = useText();
  const analysis = useAnalysis();
  const [draft, change] = useDraft<{ readonly kind: Kind }>("analysis-insert", { kind: "id" });
  return (
    <Stack>
      <ChoiceField
        label={say("universes.insertWhat")}
        value={draft.kind}
        choices={kinds.map((value) => ({ value, label: say(`analysis.kind.${value}`) }))}
        onChange={(kind) => change({ kind: kind as Kind })}
      />
      <InsertBar insertion={insertionOf(draft.kind, analysis)} />
    </Stack>
  );
};

const Again = (): ReactNode => {
  const say = useText();
  const { name, request } = useAnalysis();
  const usable = typeof request === "object" && request !== null ? { ...request } : undefined;
  const rerun = useRerun(name, usable ?? {});
  if (usable === undefined) return <Quiet>{say("analysis.noRequest")}</Quiet>;
  return <Rerun rerun={rerun} label={say("analysis.rerunNamed", { name })} />;
};
