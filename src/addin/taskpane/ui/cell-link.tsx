import { Link, makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { Quiet } from "./layout";

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
