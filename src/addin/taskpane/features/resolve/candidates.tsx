import { makeStyles, mergeClasses, tokens, typographyStyles } from "@fluentui/react-components";
import { CheckmarkRegular } from "@fluentui/react-icons";
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import type { WireRecord } from "../../../../contract/page";
import { searchKeys } from "../../../../formulas/arguments/entities";
import { listFrom } from "../../../../formulas/table/nested/values";
import { readable } from "../../../../formulas/table/readable";
import { t } from "../../../../i18n/t";
import { type MatchResult, matchReasons } from "./match-result";
import type { ResolveForm } from "./resolve-form";

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

const arrowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

interface Choosing {
  readonly list: RefObject<HTMLDivElement>;
  /** The index of the candidate with the focus. */
  readonly at: number;
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Focus and choice among the candidates of one input. The choice is stored for the workbook. */
const useChoosing = (result: MatchResult, onChoose: ResolveForm["choose"]): Choosing => {
  const { candidates, entity_id } = result;
  const list = useRef<HTMLDivElement>(null);
  const chosen = candidates.findIndex(({ id }) => id === entity_id);
  const [at, setAt] = useState(Math.max(0, chosen));
  const choose = (index: number): void => {
    setAt(index);
    const id = candidates[index]?.["id"];
    if (typeof id === "string") onChoose(result, id);
  };
  const move = (next: number): void => {
    setAt(next);
    list.current?.querySelectorAll<HTMLElement>("[role=option]")[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = arrowSteps[event.key];
    if (step === undefined && event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (step === undefined) choose(at);
    else move((at + step + candidates.length) % candidates.length);
  };
  return { list, at, chosen, choose, onKeyDown };
};

/** A list box of the candidates of one input: arrows move, Space or Enter chooses. */
export const Candidates = ({
  result,
  choose: onChoose,
}: {
  readonly result: MatchResult;
  readonly choose: ResolveForm["choose"];
}): ReactNode => {
  const styles = useStyles();
  const { list, at, chosen, choose, onKeyDown } = useChoosing(result, onChoose);
  const label = t("resolve.candidatesOf", { input: result.input.text });
  return (
    <div ref={list} role="listbox" aria-label={label} tabIndex={-1} className={styles.list} onKeyDown={onKeyDown}>
      {result.candidates.map((candidate, index) => (
        <Option
          key={String(candidate["id"])}
          candidate={candidate}
          result={result}
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
  readonly result: MatchResult;
  readonly current: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

const Option = ({ candidate, result, current, chosen, onChoose }: OptionProps): ReactNode => {
  const styles = useStyles();
  const { input, correction } = result;
  const reasons = matchReasons(correction === undefined ? input : { ...input, text: correction.text }, candidate);
  return (
    // The list handles the keys and stores the position.
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
        <span className={styles.facts}>{candidateFacts(candidate)}</span>
        <br />
        <span className={styles.facts}>
          {reasons.length === 0
            ? t("resolve.noReason")
            : t("resolve.reason", { count: reasons.length, keys: reasons.map(keyLabel).join(", ") })}
        </span>
      </span>
    </div>
  );
};

const keyLabel = (key: string): string => {
  const known = searchKeys.find((searchKey) => searchKey === key);
  return known === undefined ? t("resolve.by.partOfName") : t(`resolve.by.${known}`);
};

const candidateFacts = (candidate: WireRecord): string =>
  ["country", "isin", "ticker", "lei", "website"]
    .flatMap((name) =>
      listFrom(candidate[name])
        .slice(0, 2)
        .flatMap((value) => (typeof value === "string" && value !== "" ? [readable(name, value)] : [])),
    )
    .join(" · ");
