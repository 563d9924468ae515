import { Link, makeStyles, tokens } from "@fluentui/react-components";
import {
  AlertUrgentRegular,
  ArrowSyncRegular,
  MathFormulaRegular,
  SearchRegular,
  WarningRegular,
} from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { t } from "../../../../i18n/t";
import type { SampleWorkbook } from "../../pane-deps";
import { useSavedFormulas } from "../../state/formula-entries";
import { usePane } from "../../state/pane-state";
import { useProblemCount } from "../../state/problems";
import { useShownUniverse } from "../../state/use-shown-universe";
import { useJob, useStore } from "../../state/use-store";
import { DataLine } from "../../ui/data-line";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Page, Section } from "../../ui/page";
import { RowButton } from "../../ui/row-button";
import { TaskButton } from "../../ui/task-button";

/** So many rows of the sample list are resolved in one call, and are seen at once. */
const samplePortfolioRows = 20;

/** What a newcomer can do first. Each task ends with one more click in the view that it opens. */
export const StartView = (): ReactNode => {
  const { deps, state } = usePane();
  const { formulas, saved } = useSavedFormulas();
  const problems = useProblemCount();
  const resolve = useResolveList();
  const showEvents = useShowEvents();
  return (
    <Page title={t("view.start")} lead={t("start.lead")}>
      <Stack>
        <DataLine />
        {problems > 0 && (
          <TaskButton
            icon={<WarningRegular />}
            name={t("start.problems", { count: problems })}
            lead={t("start.problemsLead")}
            run={() => state.view.set("status")}
          />
        )}
        {saved.length > 0 && (
          <TaskButton
            icon={<ArrowSyncRegular />}
            name={t("start.refresh")}
            lead={t("start.refreshLead", { count: saved.length, total: formulas.length })}
            run={() => void deps.recalculation.refresh("workbook")}
          />
        )}
        <TaskButton
          icon={<SearchRegular />}
          name={t("start.resolve")}
          lead={t("start.resolveLead")}
          disabled={resolve.job.now.status === "running"}
          run={resolve.start}
        />
        <JobNotice job={resolve.job} />
        <TaskButton
          icon={<AlertUrgentRegular />}
          name={t("start.events")}
          lead={t("start.eventsLead")}
          run={showEvents}
        />
        <TaskButton
          icon={<MathFormulaRegular />}
          name={t("start.build")}
          lead={t("start.buildLead")}
          run={() => state.view.set("build")}
        />
        {deps.deployment.data === "made-up" && <Quiet>{t("start.sample")}</Quiet>}
        <Row>
          <Link href="docs/functions.html" target="_blank" rel="noopener">
            {t("start.help")}
          </Link>
        </Row>
      </Stack>
      <SampleWorkbooksSection />
    </Page>
  );
};

/** Selects the list at the active cell, or a sample list on a new sheet where there is none, and opens Resolve, which takes the selection. */
const useResolveList = () => {
  const { deps, state } = usePane();
  const job = useJob("start-resolve");
  const { workbook, deployment } = deps;
  const start = (): void => {
    void job.start(t("start.resolve"), "", async () => {
      const list = (await workbook.listAtCell()) ?? (await addSample());
      if (list !== undefined) await workbook.goTo(list);
      state.view.set("resolve");
    });
  };
  const addSample = async (): Promise<string | undefined> => {
    const sample = (await deployment.demo?.())?.isins?.slice(0, samplePortfolioRows) ?? [];
    if (sample.length === 0) return undefined;
    const sheet = await workbook.addSheet(t("start.sampleSheet"));
    const target = `'${sheet.replaceAll("'", "''")}'!A1`;
    return workbook.writeValues(target, [["ISIN"], ...sample.map((isin) => [isin])], { fit: true });
  };
  return { job, start };
};

/** The selected universe, else the first private one, which is the user's own, else the first. */
const portfolioStep = (
  selected: KnownUniverse | undefined,
  catalogue: readonly KnownUniverse[],
): KnownUniverse | undefined => {
  const real = catalogue.filter(({ forTests }) => forTests !== true);
  return selected ?? real.find(({ type }) => type === "PRIVATE") ?? real[0];
};

/** Shows a universe and opens the form that inserts its events; without a universe the ways to add one are shown. */
const useShowEvents = (): (() => void) => {
  const { runtime, state } = usePane();
  const { show } = useShownUniverse();
  const selected = useStore(runtime.universes.selected);
  const catalogue = useStore(runtime.universes.catalogue);
  return () => {
    const portfolio = portfolioStep(selected, catalogue);
    if (portfolio !== undefined) {
      show(portfolio.universe_id);
      state.draft(`panels:universe:${portfolio.universe_id}`, { open: "" }).set({ open: "insert" });
      state.draft("insert-universe", { kind: "ESG.EVENTS" }).set({ kind: "ESG.EVENTS" });
    }
    state.view.set("universes");
  };
};

const useStyles = makeStyles({
  picture: {
    width: "88px",
    height: "56px",
    objectFit: "cover",
    objectPosition: "left top",
    border: `1px solid ${tokens.colorNeutralStroke1}`,
  },
});

/** The samples that the deployment offers, if it offers any. Nothing is loaded before the user asks: the pictures take their workbooks. */
const SampleWorkbooksSection = (): ReactNode => {
  const { samples } = usePane().deps.deployment;
  return samples === undefined ? null : <Samples load={samples} />;
};

const Samples = ({ load }: { readonly load: () => Promise<readonly SampleWorkbook[]> }): ReactNode => {
  const styles = useStyles();
  const [list, setList] = useState<readonly SampleWorkbook[]>();
  const loading = useJob("samples");
  const opening = useJob("sample-open");
  const show = (): void => {
    void loading.start(t("samples.title"), "", async () => setList(await load()));
  };
  const open = (sample: SampleWorkbook): void => {
    void opening.start(sample.title, "", () => sample.open());
  };
  return (
    <Section title={t("samples.title")} lead={t("samples.lead")}>
      {list === undefined ? (
        <RowButton onClick={show}>{t("samples.show")}</RowButton>
      ) : (
        <Stack>
          {list.map((sample) => (
            <TaskButton
              key={sample.title}
              icon={<img className={styles.picture} src={sample.picture} alt="" />}
              name={sample.title}
              lead={sample.about}
              disabled={opening.now.status === "running"}
              run={() => open(sample)}
            />
          ))}
        </Stack>
      )}
      <JobNotice job={loading} retry={show} />
      <JobNotice job={opening} />
    </Section>
  );
};
