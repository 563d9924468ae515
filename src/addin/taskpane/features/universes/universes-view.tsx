import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { t } from "../../../../i18n/t";
import { latestEntries, useExisting, useSavedFormulas } from "../../state/formula-entries";
import { usePane } from "../../state/pane-state";
import { useDraft, useStore, useThrottledStore } from "../../state/use-store";
import { CellLinks } from "../../ui/cell-link";
import { AskButton } from "../../ui/confirm";
import { bindField, ChoiceField, TextField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { InsertBar } from "../../ui/insert-bar";
import { CardTitle, Quiet, Row, Stack } from "../../ui/layout";
import { lazily, silently } from "../../ui/lazily";
import { Page, Section } from "../../ui/page";
import { Panels } from "../../ui/panels";
import { useAttempts } from "../../ui/use-attempts";
import { AddUniverse } from "./add-universe";
import { DiscoverUniverses } from "./discover-universes";
import { universeArgument, universeLine } from "./universe";
import { UniverseList } from "./universe-list";
import { useShownUniverse } from "../../state/use-shown-universe";

const CreateUniverse = lazily(
  async () => (await import(/* webpackChunkName: "pane-universe" */ "./universe-form")).CreateUniverse,
);
const UniverseFromSheet = lazily(
  async () => (await import(/* webpackChunkName: "pane-resolve" */ "../resolve/make-universe")).UniverseFromSheet,
);
const FillNotice = silently(
  async () => (await import(/* webpackChunkName: "pane-resolve" */ "../resolve/fill-form")).FillNotice,
);
const EditUniverse = lazily(
  async () => (await import(/* webpackChunkName: "pane-universe" */ "./universe-form")).EditUniverse,
);
const BrowseEntities = lazily(
  async () => (await import(/* webpackChunkName: "pane-universe" */ "./browse-entities")).BrowseEntities,
);
// With the charts it is as large as the rest of the pane.
const Overview = lazily(
  async () => (await import(/* webpackChunkName: "pane-overview" */ "./overview")).Overview,
  "rare",
);

/** One universe, all known universes, and the ways to add more. */
export const UniversesView = (): ReactNode => {
  const { universes } = usePane().runtime;
  const catalogue = useStore(universes.catalogue);
  const { universe } = useShownUniverse();
  const ways = [
    { name: "id", label: t("universes.byId"), content: <AddUniverse /> },
    { name: "discover", label: t("universes.discover"), content: <DiscoverUniverses /> },
    { name: "sheet", label: t("universes.fromSheet"), content: <UniverseFromSheet /> },
    { name: "create", label: t("universes.create"), content: <CreateUniverse /> },
  ];
  return (
    <Page title={t("view.universes")} lead={t("universes.lead")}>
      <FillNotice />
      {universe !== undefined && <ShownUniverse key={universe.universe_id} universe={universe} />}
      {catalogue.length > 0 && <UniverseList />}
      <Section title={t("universes.addTitle")}>
        <Panels id="add-universe" panels={ways} initial={catalogue.length === 0 ? "id" : ""} />
      </Section>
    </Page>
  );
};

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground2,
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalS,
    minWidth: 0,
  },
});

interface OfUniverse {
  readonly universe: KnownUniverse;
}

/** A universe, which formulas use it by default, and its actions. */
const ShownUniverse = ({ universe }: OfUniverse): ReactNode => {
  const styles = useStyles();
  const panels = [
    { name: "insert", label: t("universes.insert"), content: <InsertUniverse universe={universe} /> },
    { name: "overview", label: t("universes.overview"), content: <Overview /> },
    { name: "entities", label: t("universes.browse"), content: <BrowseEntities /> },
    { name: "edit", label: t("universes.edit"), content: <EditUniverse /> },
    { name: "more", label: t("universes.more"), content: <RenameOrRemove universe={universe} /> },
  ];
  return (
    <section className={styles.card} aria-label={universe.name}>
      <CardTitle>{universe.name}</CardTitle>
      <Quiet>{universeLine(universe)}</Quiet>
      {typeof universe.description === "string" && <Quiet>{universe.description}</Quiet>}
      <DefaultUse universe={universe} />
      <Panels id={`universe:${universe.universe_id}`} panels={panels} />
    </section>
  );
};

/** Says which formulas follow the default of the workbook: those without a universe of their own. A click makes this universe the default. */
const DefaultUse = ({ universe }: OfUniverse): ReactNode => {
  const { universes, requestLog } = usePane().runtime;
  const isDefault = useStore(universes.selected)?.universe_id === universe.universe_id;
  const latest = latestEntries(useThrottledStore(requestLog.entries));
  const followers = useExisting(latest.filter(({ reads }) => reads.has("selected-universe"))).flatMap(
    ({ address }) => address ?? [],
  );
  const { saved } = useSavedFormulas();
  return (
    <>
      {isDefault ? (
        <Quiet>{t("universes.selected")}</Quiet>
      ) : (
        <Row>
          <Button size="small" onClick={() => universes.select(universe.universe_id)}>
            {t("universes.useAsDefault")}
          </Button>
        </Row>
      )}
      {(!isDefault || followers.length > 0) && (
        <Row>
          <Quiet>{t(isDefault ? "universes.followers" : "universes.wouldFollow", { count: followers.length })}</Quiet>
          <CellLinks addresses={followers} />
        </Row>
      )}
      {saved.length > 0 && <Quiet>{t("universes.followUnknown", { count: saved.length })}</Quiet>}
    </>
  );
};

/** Renames the universe or removes it from the catalogue, both on this device only. */
const RenameOrRemove = ({ universe }: OfUniverse): ReactNode => {
  const { universes } = usePane().runtime;
  const [name, setName] = useState(universe.name);
  const attempts = useAttempts();
  const problem = name.trim() === "" ? t("pane.required") : undefined;
  const rename = (): void => {
    if (attempts.pass({ problem })) universes.add({ ...universe, name: name.trim() });
  };
  const remove = (): void => {
    if (universes.selected.get()?.universe_id === universe.universe_id) universes.select(undefined);
    universes.remove(universe.universe_id);
  };
  return (
    <Stack box={attempts.fields}>
      <TextField
        label={t("universes.rename")}
        hint={t("universes.renameHint")}
        value={name}
        problem={problem}
        onChange={setName}
      />
      <Row>
        <Button onClick={rename}>{t("universes.renameDo")}</Button>
      </Row>
      <AskButton
        label={t("universes.removeDo")}
        question={t("universes.removeAsk", { name: universe.name })}
        yes={t("pane.remove")}
        run={remove}
      />
      <Fold title={t("pane.diagnostics")}>
        <Quiet>{`${t("universes.id")}: ${universe.universe_id}`}</Quiet>
      </Fold>
    </Stack>
  );
};

const universeFunctions = ["ESG.EVENTS", "ESG.DOCUMENTS", "UNIVERSE.ENTITIES", "UNIVERSE.COUNT"] as const;

/** The largest result of the default limit, for the check of the target. */
const largestResult = { rows: 1001, columns: 9 };

/** Inserts a formula for the universe that is shown. */
const InsertUniverse = ({ universe }: OfUniverse): ReactNode => {
  const { universes } = usePane().runtime;
  const catalogue = useStore(universes.catalogue);
  const [draft, change] = useDraft("insert-universe", { kind: "ESG.EVENTS" });
  const formula = `=${draft.kind}(${universeArgument(universe, catalogue)})`;
  const single = draft.kind === "UNIVERSE.COUNT";
  return (
    <Stack>
      <ChoiceField
        label={t("universes.insertWhat")}
        choices={universeFunctions.map((kind) => ({ value: kind, label: `${t(`universes.kind.${kind}`)} (${kind})` }))}
        {...bindField({ draft, change }, "kind")}
      />
      <InsertBar
        insertion={{
          id: "universe",
          formula: () => formula,
          size: single ? { rows: 1, columns: 1 } : largestResult,
          sheetName: universe.name,
        }}
      />
    </Stack>
  );
};
