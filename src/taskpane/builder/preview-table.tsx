import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { CellValue, FormattedCell, Matrix } from "../../table/matrix";
import { useText } from "../text/use-text";

const useStyles = makeStyles({
  frame: {
    overflowX: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  table: { ...typographyStyles.caption1, borderCollapse: "collapse" },
  cell: {
    padding: `2px ${tokens.spacingHorizontalS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    maxWidth: "180px",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
  first: { backgroundColor: tokens.colorNeutralBackground3, fontWeight: tokens.fontWeightSemibold },
});

/** The first rows of a result, as cells. */
export const PreviewTable = ({ matrix }: { readonly matrix: Matrix }): ReactNode => {
  const styles = useStyles();
  const say = useText();
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.frame} role="region" aria-label={say("pane.rows", { count: matrix.length })} tabIndex={0}>
      <table className={styles.table}>
        <tbody>
          {matrix.map((row, at) => (
            <tr key={at} className={at === 0 ? styles.first : undefined}>
              {row.map((cell, column) => (
                <td key={column} className={styles.cell}>
                  {shown(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const epoch = Date.UTC(1899, 11, 30);

/** A date as Excel would show it; any other formatted number as it is. */
const formatted = ({ value, numberFormat }: FormattedCell): string => {
  if (!numberFormat.includes("y")) return String(value);
  return new Date(Math.round(epoch + value * 86_400_000)).toISOString().slice(0, 16).replace("T", " ");
};

const shown = (cell: CellValue): string => {
  if (typeof cell !== "object") return String(cell);
  if (cell instanceof Error) return cell.message;
  return cell.kind === "entity" ? cell.text : formatted(cell);
};
