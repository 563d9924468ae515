import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { formatMoment, t } from "../../../../i18n/t";
import type { FreezePlan, FrozenFormula, NamedReason } from "../../../excel/freeze/freeze";
import type { RefreshScope } from "../../../excel/sheet/formula-cells";
import { usePane } from "../../state/pane-state";
import { useJob, usePromised } from "../../state/use-store";
import { CellLink, CellReasons } from "../../ui/cell-link";
import { GrowingList } from "../../ui/growing-list";
import { JobButton, JobNotice } from "../../ui/job-form";
import { Code, Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { RowButton } from "../../ui/row-button";

/** What the last freeze or thaw did. */
interface FreezeResult {
  readonly count: number;
  readonly done: string;
  readonly left: readonly NamedReason[];
}

type FreezeScope = Exclude<RefreshScope, readonly string[]>;

const freezeScopes: readonly FreezeScope[] = ["selection", "sheet", "workbook"];

/** Turns formulas into values and back. What cannot be frozen, and values that are not what they seem, are named before anything changes. */
export const FreezeSection = (): ReactNode => {
  const { freeze } = usePane().deps;
  const job = useJob("freeze");
  const [plan, setPlan] = useState<FreezePlan>();
  const [result, setResult] = useState<FreezeResult>();
  const [runs, setRuns] = useState(0);
  // Listed again after each freeze and thaw. A workbook that cannot be read has no list; every button says why.
  const frozen = usePromised(() => freeze.list(), [freeze, runs]) ?? [];

  const run = (what: string, work: () => Promise<FreezeResult | undefined>): void => {
    setResult(undefined);
    setPlan(undefined);
    void job.start(what, "", async () => {
      setResult(await work());
      setRuns((count) => count + 1);
    });
  };
  const freezeNow = async (addresses: readonly string[]): Promise<FreezeResult> => {
    const count = await freeze.freeze(addresses);
    return { count, done: t("freeze.done", { count }), left: [] };
  };
  const start = (scope: FreezeScope): void =>
    run(t("freeze.title"), async () => {
      const next = await freeze.plan(scope);
      if (next.formulas.length === 0 && next.left.length === 0) return { count: 0, done: t("freeze.none"), left: [] };
      if (next.left.length === 0 && next.doubtful.length === 0) return freezeNow(next.formulas);
      setPlan(next);
      return undefined;
    });
  const thaw = (ids: readonly number[], overwritten: readonly number[] = []): void =>
    run(t("freeze.thaw"), async () => {
      const { formulas, left } = await freeze.thaw(ids, overwritten);
      return { count: formulas, done: t("freeze.thawed", { count: formulas }), left };
    });
  const forget = (id: number): void =>
    run(t("freeze.forget"), async () => {
      await freeze.forget([id]);
      return undefined;
    });

  const isBusy = job.now.status === "running";
  return (
    <Section title={t("freeze.title")} lead={t("freeze.lead")}>
      <Stack>
        <Row>
          {freezeScopes.map((scope) => (
            <JobButton key={scope} job={job} run={() => start(scope)}>
              {t(`freeze.${scope}`)}
            </JobButton>
          ))}
        </Row>
        <JobNotice job={job} retry={job.again} />
        {plan !== undefined && !isBusy && (
          <FreezePlanDetails plan={plan} go={() => run(t("freeze.title"), () => freezeNow(plan.formulas))} />
        )}
        {result !== undefined && !isBusy && (
          <>
            <Notice intent={result.count > 0 ? "success" : "info"}>{result.done}</Notice>
            <CellReasons title={t("freeze.notThawed", { count: result.left.length })} cells={result.left} />
          </>
        )}
        {frozen.length > 0 && <Frozen frozen={frozen} isBusy={isBusy} thaw={thaw} forget={forget} />}
      </Stack>
    </Section>
  );
};

/** What a freeze would do, where there is something to say about it. */
const FreezePlanDetails = ({ plan, go }: { readonly plan: FreezePlan; readonly go: () => void }): ReactNode => (
  <>
    <CellReasons title={t("freeze.left", { count: plan.left.length })} cells={plan.left} />
    <CellReasons title={t("freeze.doubtful", { count: plan.doubtful.length })} cells={plan.doubtful} />
    {plan.formulas.length > 0 && (
      <RowButton appearance="primary" onClick={go}>
        {t("freeze.go", { count: plan.formulas.length })}
      </RowButton>
    )}
  </>
);

interface FrozenProps {
  readonly frozen: readonly FrozenFormula[];
  readonly isBusy: boolean;
  readonly thaw: (ids: readonly number[], overwritten?: readonly number[]) => void;
  readonly forget: (id: number) => void;
}

const Frozen = ({ frozen, isBusy, thaw, forget }: FrozenProps): ReactNode => {
  const title = t("freeze.list", { count: frozen.length });
  return (
    <Tight>
      <Strong>{title}</Strong>
      <Quiet>{t("freeze.thawLead")}</Quiet>
      <RowButton onClick={() => thaw(frozen.map(({ id }) => id))} disabledFocusable={isBusy}>
        {t("freeze.thawAll")}
      </RowButton>
      <GrowingList
        label={title}
        items={frozen}
        keyOf={({ id }) => String(id)}
        show={({ id, address, formula, changed, ...times }) => (
          <Tight>
            <Row>
              <CellLink address={address} />
              {changed.length === 0 && (
                <Button
                  size="small"
                  appearance="subtle"
                  disabledFocusable={isBusy}
                  aria-label={`${t("freeze.thaw")} ${address}`}
                  onClick={() => thaw([id])}
                >
                  {t("freeze.thaw")}
                </Button>
              )}
            </Row>
            <Code>{formula}</Code>
            <Quiet>{frozenTimes(times)}</Quiet>
            {changed.length > 0 && (
              <Notice
                intent="warning"
                actions={[
                  { label: t("freeze.overwrite"), run: () => thaw([id], [id]) },
                  { label: t("freeze.forget"), run: () => forget(id) },
                ]}
              >
                {t("freeze.changed", { cells: changed.slice(0, 3).join(", ") })}
              </Notice>
            )}
          </Tight>
        )}
      />
    </Tight>
  );
};

const frozenTimes = ({ fetchedAt, frozenAt }: Pick<FrozenFormula, "fetchedAt" | "frozenAt">): string => {
  const frozen = formatMoment(frozenAt);
  return fetchedAt === undefined
    ? t("freeze.since", { frozen })
    : t("freeze.fetched", { moment: formatMoment(fetchedAt), frozen });
};
