import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { t } from "../../../i18n/t";
import { moveFocus, vertical } from "./arrow-keys";
import { ErrorBoundary } from "./error-boundary";
import { Quiet } from "./layout";
import { Section } from "./page";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0, display: "flex", flexDirection: "column" },
  item: {
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    minWidth: 0,
  },
  reading: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}`, minWidth: 0 },
  head: {
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalXXS,
    width: "100%",
    minHeight: "32px",
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXS}`,
    border: "none",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorTransparentBackground,
    color: tokens.colorNeutralForeground1,
    fontFamily: "inherit",
    textAlign: "start",
    cursor: "pointer",
    overflowWrap: "anywhere",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1Hover },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "-2px" },
  },
  body: {
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalS,
    padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalM} ${tokens.spacingHorizontalM}`,
    minWidth: 0,
  },
});

/** The number of items that a long list shows at first. */
const entriesPerPortion = 30;

/** Shows more of a long list, and says how many are left. */
export const GrowButton = ({ left, grow }: { readonly left: number; readonly grow: () => void }): ReactNode => (
  <Button size="small" appearance="subtle" data-grows onClick={grow}>
    {t("pane.moreLeft", { count: left })}
  </Button>
);

interface ListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly label: string;
}

interface Entry<Item> {
  readonly item: Item;
  readonly show: (item: Item) => ReactNode;
}

/** An entry that fails to render is one line with its reason. */
const ListEntry = <Item,>(entry: Entry<Item>): ReactNode => (
  <ErrorBoundary fallback={(why) => <Quiet>{t("pane.entryBroken", { why })}</Quiet>}>
    <EntryContent {...entry} />
  </ErrorBoundary>
);

/** A component, so that an error of `show` ends at the boundary around it. */
const EntryContent = <Item,>({ item, show }: Entry<Item>): ReactNode => show(item);

/** A list that renders some items first and more on demand. */
export const GrowingList = <Item,>({
  items,
  keyOf,
  show,
  label,
}: ListProps<Item> & Pick<Entry<Item>, "show">): ReactNode => {
  const styles = useStyles();
  const [shown, setShown] = useState(entriesPerPortion);
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {items.slice(0, shown).map((item) => (
          <li key={keyOf(item)} className={styles.item}>
            <ListEntry item={item} show={show} />
          </li>
        ))}
      </ul>
      {items.length > shown && (
        <GrowButton left={items.length - shown} grow={() => setShown(shown + 3 * entriesPerPortion)} />
      )}
    </>
  );
};

/** A section that is one list, with its title; nothing where the list is empty. */
export const ListSection = <Item,>({
  title,
  lead,
  actions,
  ...list
}: Omit<ListProps<Item>, "label"> &
  Pick<Entry<Item>, "show"> & {
    readonly title: string;
    readonly lead?: string;
    readonly actions?: ReactNode;
  }): ReactNode =>
  list.items.length > 0 && (
    <Section title={title} {...(lead !== undefined && { lead })} actions={actions}>
      <GrowingList label={title} {...list} />
    </Section>
  );

/**
 * A list to read by keyboard: one tab stop, arrows move, Enter opens an item, Escape closes it and returns to it. One item is open at a time.
 * It says how many of its items are shown.
 */
export const ReadingList = <Item,>({
  label,
  items,
  keyOf,
  head,
  body,
}: ListProps<Item> & {
  /** The line that opens the item: text only, because it is inside of a button. */
  readonly head: (item: Item) => ReactNode;
  readonly body: (item: Item) => ReactNode;
}): ReactNode => {
  const styles = useStyles();
  const [shown, setShown] = useState(entriesPerPortion);
  const [current, setCurrent] = useState<string>();
  const [open, setOpen] = useState<string>();
  const visible = items.slice(0, shown);
  const stop = visible.some((item) => keyOf(item) === current) ? current : visible[0] && keyOf(visible[0]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === "Escape" && open !== undefined) {
      event.stopPropagation();
      setOpen(undefined);
      event.currentTarget.querySelector<HTMLElement>("[data-head][aria-expanded=true]")?.focus();
    } else moveFocus(event, "[data-head]", vertical);
  };
  return (
    <>
      {items.length > shown && <Quiet>{t("file.firstOf", { shown, count: items.length })}</Quiet>}
      {/* Its buttons have the focus; the list only hears their keys. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles.list} aria-label={label} onKeyDown={onKeyDown}>
        {visible.map((item) => {
          const key = keyOf(item);
          const isOpen = key === open;
          return (
            <li key={key} className={styles.reading}>
              <button
                type="button"
                data-head
                className={styles.head}
                aria-expanded={isOpen}
                tabIndex={key === stop ? 0 : -1}
                onFocus={() => setCurrent(key)}
                onClick={() => setOpen(isOpen ? undefined : key)}
              >
                {head(item)}
              </button>
              {isOpen && (
                <div className={styles.body}>
                  <ListEntry item={item} show={body} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {items.length > shown && (
        <GrowButton left={items.length - shown} grow={() => setShown(shown + 3 * entriesPerPortion)} />
      )}
    </>
  );
};
