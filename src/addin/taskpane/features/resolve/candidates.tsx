import { makeStyles, mergeClasses, tokens, typographyStyles } from "@fluentui/react-components";
import { CheckmarkRegular } from "@fluentui/react-icons";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { WireRecord } from "../../../../contract/page";
import { searchKeys } from "../../../../formulas/arguments/entities";
import { listFrom } from "../../../../formulas/table/nested/values";
import { readable } from "../../../../formulas/table/readable";
import { t } from "../../../../i18n/t";
import { horizontal, moveFocus, vertical } from "../../ui/arrow-keys";
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

/** A list box of the candidates of one input: arrows move, Space or Enter chooses. The choice is stored for the workbook. */
export const Candidates = ({
  result,
  choose,
}: {
  readonly result: MatchResult;
  readonly choose: ResolveForm["choose"];
}): ReactNode => {
  const styles = useStyles();
  const { candidates, entity_id, input } = result;
  const chosen = candidates.findIndex(({ id }) => id === entity_id);
  const [at, setAt] = useState(Math.max(0, chosen));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (event.target instanceof HTMLElement) event.target.click();
    } else moveFocus(event, "[role=option]", allArrows);
  };
  return (
    <div
      role="listbox"
      aria-label={t("resolve.candidatesOf", { input: input.text })}
      tabIndex={-1}
      className={styles.list}
      onKeyDown={onKeyDown}
    >
      {candidates.map((candidate, index) => (
        <Option
          key={String(candidate["id"])}
          candidate={candidate}
          result={result}
          current={index === at}
          chosen={index === chosen}
          onFocus={() => setAt(index)}
          onChoose={() => choose(result, String(candidate["id"]))}
        />
      ))}
    </div>
  );
};

const allArrows = {
  next: [...horizontal.next, ...vertical.next],
  before: [...horizontal.before, ...vertical.before],
};

interface OptionProps {
  readonly candidate: WireRecord;
  readonly result: MatchResult;
  readonly current: boolean;
  readonly chosen: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
}

const Option = ({ candidate, result, current, chosen, onFocus, onChoose }: OptionProps): ReactNode => {
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
      onFocus={onFocus}
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
