import { Link, makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { GrowingList } from "./growing-list";
import { Quiet, Strong } from "./layout";
import { Notice, type NoticeAction } from "./notice";

const useStyles = makeStyles({
  link: { "@media (forced-colors: active)": { textDecorationLine: "underline" } },
});

/** Goes to a cell. High contrast has one colour for text and links, so they are underlined there. */
export const CellLink = ({ address }: { readonly address: string }): ReactNode => {
  const styles = useStyles();
  const { workbook } = usePane().deps;
  return (
    <Link
      className={styles.link}
      onClick={() => void workbook.goTo(address)}
      aria-label={t("pane.goToCell", { address })}
    >
      {address}
    </Link>
  );
};

/** The cells of a list that are shown with a link. */
const linkedCells = 5;

/** Links to the first cells. */
export const CellLinks = ({ addresses }: { readonly addresses: readonly string[] }): ReactNode => {
  const inOrder = addresses.toSorted(new Intl.Collator("en", { numeric: true }).compare);
  return (
    <>
      {inOrder.slice(0, linkedCells).map((address) => (
        <CellLink key={address} address={address} />
      ))}
      {addresses.length > linkedCells && (
        <Quiet>{t("pane.moreCells", { count: addresses.length - linkedCells })}</Quiet>
      )}
    </>
  );
};

/** Cells under a warning that says what they have in common, each with a sentence of its own. Nothing where there are none. */
export const CellReasons = ({
  title,
  cells,
  actions = [],
}: {
  readonly title: string;
  readonly cells: readonly { readonly address: string; readonly reason?: string }[];
  readonly actions?: readonly NoticeAction[];
}): ReactNode =>
  cells.length > 0 && (
    <>
      <Notice intent="warning" actions={actions}>
        {title}
      </Notice>
      <GrowingList
        label={title}
        items={cells}
        keyOf={({ address, reason = "" }) => `${address} ${reason}`}
        show={({ address, reason }) => (
          <>
            <Strong>
              <CellLink address={address} />
            </Strong>
            {reason !== undefined && <Quiet>{reason}</Quiet>}
          </>
        )}
      />
    </>
  );

/** Says where something was written, with the way there. */
export const Written = ({ address }: { readonly address: string }): ReactNode => {
  const { workbook } = usePane().deps;
  const go = { label: t("pane.goToCell", { address }), run: () => void workbook.goTo(address) };
  return (
    <Notice intent="success" actions={[go]}>
      {t("insert.written", { address })}
    </Notice>
  );
};
