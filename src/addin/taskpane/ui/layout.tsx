import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode, RefObject } from "react";

const useStyles = makeStyles({
  row: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
  },
  stack: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalM, minWidth: 0 },
  tight: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalXS, minWidth: 0 },
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(140px, 1fr))",
    gap: tokens.spacingHorizontalM,
    alignItems: "start",
  },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2, margin: 0, overflowWrap: "anywhere" },
  line: { ...typographyStyles.body1, margin: 0, overflowWrap: "anywhere" },
  strong: { ...typographyStyles.body1Strong, margin: 0, overflowWrap: "anywhere" },
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    margin: 0,
    overflowWrap: "anywhere",
    whiteSpace: "pre-wrap",
  },
});

type Box = (props: { readonly children: ReactNode }) => ReactNode;

/** Children side by side; wraps in a narrow pane. */
export const Row: Box = ({ children }) => <div className={useStyles().row}>{children}</div>;

/** Children below each other. */
export const Stack = ({
  box,
  children,
}: {
  readonly box?: RefObject<HTMLDivElement>;
  readonly children: ReactNode;
}): ReactNode => (
  <div className={useStyles().stack} {...(box !== undefined && { ref: box })}>
    {children}
  </div>
);

/** Children below each other with a small gap. */
export const Tight: Box = ({ children }) => <div className={useStyles().tight}>{children}</div>;

/** Two fields side by side where there is room for both. */
export const Pair: Box = ({ children }) => <div className={useStyles().pair}>{children}</div>;

/** Secondary text. */
export const Quiet: Box = ({ children }) => <p className={useStyles().quiet}>{children}</p>;

export const Line: Box = ({ children }) => <p className={useStyles().line}>{children}</p>;

/** A bold paragraph. */
export const Strong: Box = ({ children }) => <p className={useStyles().strong}>{children}</p>;

/** The heading of a card. */
export const CardTitle: Box = ({ children }) => <h2 className={useStyles().strong}>{children}</h2>;

/** Monospaced text: a formula, an id, a request. */
export const Code: Box = ({ children }) => <p className={useStyles().code}>{children}</p>;
