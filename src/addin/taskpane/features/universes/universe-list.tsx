import { Input, makeStyles, mergeClasses, tokens, typographyStyles } from "@fluentui/react-components";
import { CheckmarkRegular, SearchRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { t } from "../../../../i18n/t";
import { comparableText } from "../../../../i18n/typed-text";
import { usePane } from "../../state/pane-state";
import { useDraft, useStore } from "../../state/use-store";
import { Quiet } from "../../ui/layout";
import { Section } from "../../ui/page";
import { universeLine } from "./universe";
import { useShownUniverse, useUniverseOrder } from "../../state/use-shown-universe";

const useStyles = makeStyles({
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
export const UniverseList = (): ReactNode => {
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
  <ul className={useStyles().list} aria-label={label}>
    {universes.map((universe) => (
      <li key={universe.universe_id}>
        <UniverseItem universe={universe} />
      </li>
    ))}
  </ul>
);

const UniverseItem = ({ universe }: { readonly universe: KnownUniverse }): ReactNode => {
  const styles = useStyles();
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
