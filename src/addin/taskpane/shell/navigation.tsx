import { makeStyles, tokens } from "@fluentui/react-components";
import { BuildingRegular, DataTrendingRegular, DocumentTableRegular, MathFormulaRegular } from "@fluentui/react-icons";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { t } from "../../../i18n/t";
import { usePane, type ViewName } from "../state/pane-state";
import { findPlace, tabPlaces } from "../state/places";
import { useDraft, useStore } from "../state/use-store";
import { TabStrip } from "../ui/tabs";

const useStyles = makeStyles({
  bar: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}`, padding: `0 ${tokens.spacingHorizontalXS}` },
  views: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
});

/** In the order of `tabPlaces`. */
const icons: readonly ReactElement[] = [
  <BuildingRegular key="companies" />,
  <MathFormulaRegular key="build" />,
  <DataTrendingRegular key="analyses" />,
  <DocumentTableRegular key="workbook" />,
];

/** The tabs of the places, and of the views of the open place where it has several. A place opens with the view that was open last. */
export const Navigation = (): ReactNode => {
  const styles = useStyles();
  const { state } = usePane();
  const view = useStore(state.view);
  const place = findPlace(view);
  const [last, change] = useDraft<Partial<Record<string, ViewName>>>("last-views", {});
  useEffect(() => {
    if (last[place.name] !== view) change({ [place.name]: view });
  });
  const open = (name: string): void =>
    state.view.set(last[name] ?? tabPlaces.find((one) => one.name === name)?.views[0] ?? "start");
  return (
    <nav className={styles.bar} aria-label={t("chrome.navigation")}>
      <TabStrip
        even
        label={t("chrome.navigation")}
        selected={place.name}
        onSelect={open}
        tabs={tabPlaces.map(({ name }, at) => ({ name, label: t(name), icon: icons[at] }))}
      />
      {place.views.length > 1 && (
        <div className={styles.views}>
          <TabStrip
            label={t(place.name)}
            selected={view}
            onSelect={(name) => state.view.set(name as ViewName)}
            tabs={place.views.map((name) => ({ name, label: t(`view.${name}`) }))}
          />
        </div>
      )}
    </nav>
  );
};
