import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { formatMoment, t } from "../../../../i18n/t";
import type { FailedRepair, RepairState, UnknownName } from "../../../excel/repair/repair-state";
import { usePane } from "../../state/pane-state";
import { useStore } from "../../state/use-store";
import { CellLink } from "../../ui/cell-link";
import { GrowingList } from "../../ui/growing-list";
import { Quiet, Row, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";

/** Cells that Excel did not show as they were answered: what the user can repair, what could not be repaired, and what was. */
export const Repairs = (): ReactNode => {
  const { unknownNames, failed, repaired } = useStore(usePane().deps.repair.state);
  return (
    <>
      {unknownNames.length > 0 && <UnknownNames names={unknownNames} />}
      {failed.length > 0 && <FailedCells cells={failed} />}
      {repaired.length > 0 && <Repaired cells={repaired} />}
    </>
  );
};

const UnknownNames = ({ names }: { readonly names: readonly UnknownName[] }): ReactNode => {
  const { repair } = usePane().deps;
  const [running, setRunning] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const enter = async (): Promise<void> => {
    setRunning(true);
    // Excel refuses while a cell is edited; the list stays.
    setProblems(await repair.putNamesRight().catch((error: unknown) => [(error as Error).message]));
    setRunning(false);
  };
  const title = t("repair.unknownNames", { count: names.length });
  return (
    <Section title={title} lead={t("repair.unknownNamesList")}>
      <GrowingList
        label={title}
        items={names}
        keyOf={({ address }) => address}
        show={({ address, formula, repaired }) => (
          <Tight>
            <Row>
              <CellLink address={address} />
            </Row>
            {repaired !== formula && <Quiet>{formula}</Quiet>}
            <span style={{ overflowWrap: "anywhere" }}>{repaired}</span>
          </Tight>
        )}
      />
      {problems.length > 0 && <Notice intent="warning">{problems.join(" ")}</Notice>}
      <Row>
        <Button size="small" appearance="primary" disabledFocusable={running} onClick={() => void enter()}>
          {t("repair.enterAgain", { count: names.length })}
        </Button>
      </Row>
    </Section>
  );
};

const FailedCells = ({ cells }: { readonly cells: readonly FailedRepair[] }): ReactNode => {
  const { repair } = usePane().deps;
  const title = t("repair.failed", { count: cells.length });
  return (
    <Section
      title={title}
      actions={
        <Button size="small" onClick={() => void repair.tryAgain()}>
          {t("pane.retry")}
        </Button>
      }
    >
      <GrowingList
        label={title}
        items={cells}
        keyOf={({ address }) => address}
        show={({ address, kind, reason }) => (
          <Tight>
            <Row>
              <CellLink address={address} />
            </Row>
            <Quiet>{reason ?? t(kind === "not-shown" ? "repair.notShown" : "repair.stillUnknown")}</Quiet>
          </Tight>
        )}
      />
    </Section>
  );
};

const Repaired = ({ cells }: { readonly cells: RepairState["repaired"] }): ReactNode => {
  const title = t("repair.repaired", { count: cells.length });
  return (
    <Section title={title} lead={t("repair.repairedLead")}>
      <GrowingList
        label={title}
        items={cells}
        keyOf={({ address, at }) => `${address} ${at}`}
        show={({ address, at }) => (
          <Row>
            <CellLink address={address} />
            <Quiet>{formatMoment(at)}</Quiet>
          </Row>
        )}
      />
    </Section>
  );
};
