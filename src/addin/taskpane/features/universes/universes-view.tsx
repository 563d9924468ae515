import { Button, Input, makeStyles, mergeClasses, tokens, typographyStyles } from "@fluentui/react-components";
import { CheckmarkRegular, SearchRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo, useState } from "react";
import { isUuid } from "../../../../contract/values";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { t } from "../../../../i18n/t";
import { comparableText } from "../../../../i18n/typed-text";
import { latestEntries, useExisting, useSavedFormulas } from "../../state/formula-entries";
import { usePane } from "../../state/pane-state";
import { useShownUniverse, useUniverseOrder } from "../../state/use-shown-universe";
import { useDraft, useJob, useStore, useThrottledStore } from "../../state/use-store";
import { CellLinks } from "../../ui/cell-link";
import { AskButton } from "../../ui/confirm";
import { bindField, ChoiceField, TextField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { InsertBar } from "../../ui/insert-bar";
import { JobForm, JobNotice } from "../../ui/job-form";
import { CardTitle, Line, Quiet, Row, Stack } from "../../ui/layout";
import { lazily, silently } from "../../ui/lazily";
import { Notice } from "../../ui/notice";
import { Page, Section } from "../../ui/page";
import { Panels } from "../../ui/panels";
import { RowButton } from "../../ui/row-button";
import { useAttempts } from "../../ui/use-attempts";
import { CompanyAdder, companyFacts, type FoundCompany } from "../formula/company-input";
import { findUniverse, findUniverses, universeArgument, type UniverseFound, universeLine } from "./universe";

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
        <RowButton size="small" onClick={() => universes.select(universe.universe_id)}>
          {t("universes.useAsDefault")}
        </RowButton>
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
      <RowButton onClick={rename}>{t("universes.renameDo")}</RowButton>
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

const universeFunctions = [
  "ESG.EVENTS",
  "ESG.DOCUMENTS",
  "ESG.SUMMARY",
  "UNIVERSE.ENTITIES",
  "UNIVERSE.COUNT",
] as const;

/** What a formula asks for behind the universe: the last three months by week. */
const furtherArguments: Readonly<Record<string, string>> = { "ESG.SUMMARY": ',,"-3m",,,"week"' };

/** The largest result of the default limit, for the check of the target. */
const largestResult = { rows: 1001, columns: 9 };

const InsertUniverse = ({ universe }: OfUniverse): ReactNode => {
  const { universes } = usePane().runtime;
  const catalogue = useStore(universes.catalogue);
  const [{ kind }, change] = useDraft("insert-universe", { kind: "ESG.EVENTS" });
  const formula = `=${kind}(${universeArgument(universe, catalogue)}${furtherArguments[kind] ?? ""})`;
  return (
    <Stack>
      <ChoiceField
        label={t("universes.insertWhat")}
        choices={universeFunctions.map((name) => ({ value: name, label: `${t(`universes.kind.${name}`)} (${name})` }))}
        {...bindField({ draft: { kind }, change }, "kind")}
      />
      <InsertBar
        insertion={{
          id: "universe",
          formula: () => formula,
          size: kind === "UNIVERSE.COUNT" ? { rows: 1, columns: 1 } : largestResult,
          sheetName: universe.name,
        }}
      />
    </Stack>
  );
};

/** `nameless`: the universe exists, but it has no entity to read its name from. */
const emptyUniverse = { id: "", name: "", nameless: false, entities: 0, added: "" };

const findUniverseProblems = ({ id, nameless, name }: typeof emptyUniverse) => ({
  id: isUuid(id.trim()) ? undefined : t(id.trim() === "" ? "pane.required" : "universes.idInvalid"),
  name: nameless && name.trim() === "" ? t("pane.required") : undefined,
});

/** Adds a universe once the service knows its id. The user names a universe without entities. */
const AddUniverse = (): ReactNode => {
  const { runtime } = usePane();
  const [draft, change, store] = useDraft("add-universe", emptyUniverse);
  const job = useJob("add-universe");
  const attempts = useAttempts();
  const id = draft.id.trim().toLowerCase();
  const problems = findUniverseProblems(draft);
  const keep = (universe: KnownUniverse): void => {
    runtime.universes.add(universe);
    if (runtime.universes.selected.get() === undefined) runtime.universes.select(universe.universe_id);
    store.set({
      ...emptyUniverse,
      added: t("universes.added", {
        facts: [universe.name, universeLine(universe)].filter((fact) => fact !== "").join(" · "),
      }),
    });
    attempts.forget();
  };
  const found = ({ known, entities }: UniverseFound): void => {
    if (known === undefined) change({ nameless: true, entities });
    else keep(known);
  };
  const submit = (): void => {
    if (!attempts.pass(problems)) return;
    if (draft.nameless) keep({ universe_id: id, name: draft.name.trim(), entities: draft.entities });
    else
      void job.start(t("universes.addTitle"), "", async ({ requestContext }) => {
        found(await findUniverse(runtime, id, requestContext));
        return 1;
      });
  };
  const form = { draft, problems: attempts.tried ? problems : {}, change };
  return (
    <JobForm
      job={job}
      attempts={attempts}
      submit={t("pane.add")}
      onSubmit={submit}
      fields={
        <>
          <TextField
            label={t("universes.id")}
            required
            hint={t("universes.idHint")}
            {...bindField(form, "id")}
            onChange={(value) => store.set({ ...emptyUniverse, id: value })}
          />
          {draft.nameless && (
            <TextField
              label={t("universes.name")}
              required
              hint={t("universes.nameless")}
              {...bindField(form, "name")}
            />
          )}
        </>
      }
    >
      {draft.added !== "" && <Notice intent="success">{draft.added}</Notice>}
    </JobForm>
  );
};

interface DiscoverDraft {
  readonly company: FoundCompany | undefined;
  readonly found: readonly KnownUniverse[] | undefined;
}

/** Finds the universes that contain a company, with one call after the search for the company. */
const DiscoverUniverses = (): ReactNode => {
  const { runtime } = usePane();
  const [{ company, found }, change] = useDraft<DiscoverDraft>("discover", { company: undefined, found: undefined });
  const job = useJob("discover");
  const search = (chosen: FoundCompany): void => {
    change({ company: chosen, found: undefined });
    void job.start(t("universes.discover"), chosen.identifier, async ({ requestContext }) => {
      const universes = await findUniverses(runtime, chosen.id, requestContext);
      change({ found: universes });
      return universes.length;
    });
  };
  return (
    <Stack>
      <CompanyAdder name={t("company.search")} onChosen={search} />
      {company !== undefined && <Quiet>{companyFacts(company)}</Quiet>}
      <JobNotice job={job} retry={job.again} />
      {found?.length === 0 && <Quiet>{t("universes.inNone")}</Quiet>}
      {found?.map((universe) => (
        <FoundUniverse key={universe.universe_id} universe={universe} />
      ))}
    </Stack>
  );
};

const FoundUniverse = ({ universe }: { readonly universe: KnownUniverse }): ReactNode => {
  const { universes } = usePane().runtime;
  const known = useStore(universes.catalogue).some(({ universe_id }) => universe_id === universe.universe_id);
  const add = (): void => {
    universes.add(universe);
    if (universes.selected.get() === undefined) universes.select(universe.universe_id);
  };
  return (
    <Row>
      <div style={{ flexGrow: 1, minWidth: 0 }}>
        <Line>{universe.name}</Line>
        <Quiet>{universeLine(universe)}</Quiet>
      </div>
      <Button
        size="small"
        disabledFocusable={known}
        onClick={add}
        aria-label={t("universes.addNamed", { name: universe.name })}
      >
        {t(known ? "universes.isKnown" : "pane.add")}
      </Button>
    </Row>
  );
};

const useListStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column", gap: "2px" },
  item: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr)",
    alignItems: "center",
    gap: tokens.spacingHorizontalXS,
    width: "100%",
    textAlign: "left",
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorTransparentBackground,
    color: tokens.colorNeutralForeground1,
    fontFamily: "inherit",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1Hover },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  chosen: { backgroundColor: tokens.colorSubtleBackgroundSelected, color: tokens.colorNeutralForeground1Selected },
  name: { ...typographyStyles.body1, overflowWrap: "anywhere" },
  facts: typographyStyles.caption1,
  mark: { display: "flex" },
});

/** Above this many universes the list has a search field. */
const many = 6;

/** All known universes. A click shows one; the default of the workbook has a mark. */
const UniverseList = (): ReactNode => {
  const { universes } = usePane().runtime;
  const catalogue = useStore(universes.catalogue);
  const [draft, change] = useDraft("universe-list", { search: "" });
  const searched = comparableText(draft.search);
  const now = useUniverseOrder();
  // An entry does not move while it is clicked: the order is that of the moment when the list was opened or grew.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const order = useMemo(() => now, [catalogue]);
  const shown = catalogue
    .filter(({ name, universe_id }) => comparableText(`${name} ${universe_id}`).includes(searched))
    .toSorted(order);
  const tests = shown.filter(({ forTests }) => forTests === true);
  return (
    <Section title={t("universes.known", { count: catalogue.length })} lead={t("universes.selectLead")}>
      {catalogue.length > many && (
        <Input
          size="small"
          contentBefore={<SearchRegular />}
          aria-label={t("universes.search")}
          placeholder={t("universes.search")}
          value={draft.search}
          onChange={(_, { value }) => change({ search: value })}
        />
      )}
      <Items universes={shown.filter(({ forTests }) => forTests !== true)} label={t("view.universes")} />
      {tests.length > 0 && <Quiet>{t("universes.forTests")}</Quiet>}
      {tests.length > 0 && <Items universes={tests} label={t("universes.forTests")} />}
      {shown.length === 0 && <Quiet>{t("universes.noMatch")}</Quiet>}
    </Section>
  );
};

const Items = ({
  universes,
  label,
}: {
  readonly universes: readonly KnownUniverse[];
  readonly label: string;
}): ReactNode => (
  <ul className={useListStyles().list} aria-label={label}>
    {universes.map((universe) => (
      <li key={universe.universe_id}>
        <UniverseItem universe={universe} />
      </li>
    ))}
  </ul>
);

const UniverseItem = ({ universe }: { readonly universe: KnownUniverse }): ReactNode => {
  const styles = useListStyles();
  const { universes } = usePane().runtime;
  const isDefault = useStore(universes.selected)?.universe_id === universe.universe_id;
  const { universe: shown, show } = useShownUniverse();
  const isShown = shown?.universe_id === universe.universe_id;
  return (
    <button
      type="button"
      className={mergeClasses(styles.item, isShown && styles.chosen)}
      aria-pressed={isShown}
      onClick={() => show(universe.universe_id)}
    >
      <span className={styles.mark}>{isDefault && <CheckmarkRegular aria-label={t("universes.selected")} />}</span>
      <span>
        <span className={styles.name}>{universe.name}</span>
        <br />
        <span className={styles.facts}>{universeLine(universe)}</span>
      </span>
    </button>
  );
};
