import { Link, makeStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";

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
