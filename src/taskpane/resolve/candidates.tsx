import { makeStyles, mergeClasses, tokens, typographyStyles } from "@fluentui/react-components";
import { CheckmarkRegular } from "@fluentui/react-icons/svg/checkmark";
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import type { WireRecord } from "../../runtime/wire-record";
import { usePane } from "../state/pane-context";
import { useText } from "../text/use-text";
import { reasonsOf, type Outcome } from "./outcome";

const useStyles = makeStyles({
  list: { display: "flex", flexDirection: "column", gap: "2px" },
  option: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr)",
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorNeutralBackground1Hover, color: tokens.colorNeutralForeground1Hover },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected, color: tokens.colorNeutralForeground1Selected },
  name: { ...typographyStyles.body1, overflowWrap: "anywhere" },
  facts: { ...typographyStyles.caption1, overflowWrap: "anywhere" },
});

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

interface Choosing {
  readonly list: RefObject<HTMLDivElement>;
  /** The candidate the keyboard is at. */
  readonly at: number;
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Position and choice among the candidates of one input; the choice is remembered for the workbook. */
const useChoosing = ({ candidates, entity_id, wanted }: Outcome): Choosing => {
  const { choices } = usePane().runtime;
  const list = useRef<HTMLDivElement>(null);
  const chosen = candidates.findIndex(({ id }) => id === entity_id);
  const [at, setAt] = useState(Math.max(0, chosen));
  const choose = (index: number): void => {
    setAt(index);
    const id = candidates[index]?.["id"];
    if (wanted.query !== undefined && typeof id === "string") choices.choose(wanted.query, id);
  };
  const move = (next: number): void => {
    setAt(next);
    list.current?.querySelectorAll<HTMLElement>("[role=option]")[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined && event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (step === undefined) choose(at);
    else move((at + step + candidates.length) % candidates.length);
  };
  return { list, at, chosen, choose, onKeyDown };
};

/** The candidates of one input: arrows move, Space or Enter chooses. */
export const Candidates = ({ outcome }: { readonly outcome: Outcome }): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { list, at, chosen, choose, onKeyDown } = useChoosing(outcome);
  const label = say("resolve.candidatesOf", { input: outcome.wanted.text });
  return (
    <div ref={list} role="listbox" aria-label={label} tabIndex={-1} className={styles.list} onKeyDown={onKeyDown}>
      {outcome.candidates.map((candidate, index) => (
        <Option
          key={String(candidate["id"])}
          {...{ candidate, outcome }}
          current={index === at}
          chosen={index === chosen}
          onChoose={() => choose(index)}
        />
      ))}
    </div>
  );
};

interface OptionProps {
  readonly candidate: WireRecord;
  readonly outcome: Outcome;
  readonly current: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

const Option = ({ candidate, outcome, current, chosen, onChoose }: OptionProps): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const reasons = reasonsOf(outcome.wanted, candidate);
  return (
    // The keys are heard by the list, which holds the position.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="option"
      aria-selected={chosen}
      tabIndex={current ? 0 : -1}
      className={mergeClasses(styles.option, chosen && styles.chosen)}
      onClick={onChoose}
    >
      <span>{chosen && <CheckmarkRegular aria-hidden />}</span>
      <span>
        <span className={styles.name}>{String(candidate["name"])}</span>
        <br />
        <span className={styles.facts}>{factsOf(candidate)}</span>
        <br />
        <span className={styles.facts}>
          {reasons.length === 0 ? say("resolve.noReason") : say("resolve.reason", { keys: reasons.join(", ") })}
        </span>
      </span>
    </div>
  );
};

const factsOf = (candidate: WireRecord): string =>
  ["country", "isin", "ticker", "lei", "website"]
    .map((name) => candidate[name])
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]).slice(0, 2) : [value]))
    .filter((value) => typeof value === "string" && value !== "")
    .join(" · ");
