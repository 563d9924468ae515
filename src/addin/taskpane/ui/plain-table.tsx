import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  table: { ...typographyStyles.body1, borderCollapse: "collapse", width: "100%" },
  head: { ...typographyStyles.caption1Strong, textAlign: "start", padding: `${tokens.spacingVerticalXS} 0` },
  cell: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalXS} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    textAlign: "start",
    fontWeight: tokens.fontWeightRegular,
  },
});

/** A small table whose first column names the row. */
export const PlainTable = ({
  label,
  headers,
  rows,
}: {
  readonly label: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}): ReactNode => {
  const styles = useStyles();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col" className={styles.head}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells], row) => (
          <tr key={row}>
            <th scope="row" className={styles.cell}>
              {first}
            </th>
            {cells.map((cell, column) => (
              <td key={column} className={styles.cell}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
