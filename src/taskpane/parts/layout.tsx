import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode, RefObject } from "react";

const useStyles = makeStyles({
  row: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: tokens.spacingHorizontalS },
  stack: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalM, minWidth: 0 },
  tight: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalXS, minWidth: 0 },
  pair: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(132px, 1fr))",
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

/** Things side by side, wrapping where the pane is narrow. */
export const Row: Box = ({ children }) => <div className={useStyles().row}>{children}</div>;

/** Things below each other, with room. */
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

/** Things below each other, close together. */
export const Tight: Box = ({ children }) => <div className={useStyles().tight}>{children}</div>;

/** Two fields side by side where there is room for both. */
export const Pair: Box = ({ children }) => <div className={useStyles().pair}>{children}</div>;

/** A line of less weight. */
export const Quiet: Box = ({ children }) => <p className={useStyles().quiet}>{children}</p>;

/** A line of text. */
export const Line: Box = ({ children }) => <p className={useStyles().line}>{children}</p>;

/** A line that names what follows. */
export const Strong: Box = ({ children }) => <p className={useStyles().strong}>{children}</p>;

/** The name of what a card is about, a heading of its section. */
export const CardTitle: Box = ({ children }) => <h2 className={useStyles().strong}>{children}</h2>;

/** A formula, an id, a request. */
export const Code: Box = ({ children }) => <p className={useStyles().code}>{children}</p>;
