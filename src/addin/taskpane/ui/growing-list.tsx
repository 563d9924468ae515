import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { t } from "../../../i18n/t";
import { ErrorBoundary } from "./error-boundary";
import { Quiet } from "./layout";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column" },
  item: {
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    minWidth: 0,
  },
});

/** The number of items that a long list shows at first. */
export const entriesPerPortion = 30;

/** Shows more of a long list, and says how many are left. */
export const GrowButton = ({ left, grow }: { readonly left: number; readonly grow: () => void }): ReactNode => (
  <Button size="small" appearance="subtle" data-grows onClick={grow}>
    {t("pane.moreLeft", { count: left })}
  </Button>
);

/** A component, so that an error of `show` ends at the boundary of this entry. */
const ListEntry = <Item,>({
  item,
  show,
}: {
  readonly item: Item;
  readonly show: (item: Item) => ReactNode;
}): ReactNode => show(item);

/** A list that renders `portion` items first and more on demand. An item that fails to render is one line with its reason. */
export const GrowingList = <Item,>({
  items,
  keyOf,
  show,
  label,
}: {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly show: (item: Item) => ReactNode;
  readonly label: string;
}): ReactNode => {
  const styles = useStyles();
  const [shown, setShown] = useState(entriesPerPortion);
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {items.slice(0, shown).map((item) => (
          <li key={keyOf(item)} className={styles.item}>
            <ErrorBoundary fallback={(why) => <Quiet>{t("pane.entryBroken", { why })}</Quiet>}>
              <ListEntry item={item} show={show} />
            </ErrorBoundary>
          </li>
        ))}
      </ul>
      {items.length > shown && (
        <GrowButton left={items.length - shown} grow={() => setShown(shown + 3 * entriesPerPortion)} />
      )}
    </>
  );
};
