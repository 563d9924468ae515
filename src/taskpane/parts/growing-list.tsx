import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { useText } from "../text/use-text";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column" },
  item: {
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    minWidth: 0,
  },
});

/** How many items are shown at first, and how many more at a time. */
const portion = 30;

/** A list that may be long: a portion at first, more on demand, so that 50,000 items cost no more than 30. */
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
  const say = useText();
  const [shown, setShown] = useState(portion);
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {items.slice(0, shown).map((item) => (
          <li key={keyOf(item)} className={styles.item}>
            {show(item)}
          </li>
        ))}
      </ul>
      {items.length > shown && (
        <Button size="small" appearance="subtle" onClick={() => setShown(shown + 3 * portion)}>
          {say("pane.moreLeft", { count: items.length - shown })}
        </Button>
      )}
    </>
  );
};
