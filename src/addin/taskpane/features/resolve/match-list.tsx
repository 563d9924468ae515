import {
  Button,
  Input,
  Link,
  makeStyles,
  mergeClasses,
  ToggleButton,
  tokens,
  typographyStyles,
} from "@fluentui/react-components";
import { CheckmarkRegular } from "@fluentui/react-icons";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { cellAtPosition } from "../../../../facts/addresses";
import type { WireRecord } from "../../../../contract/page";
import { searchKeys } from "../../../../formulas/arguments/entities";
import { listFrom } from "../../../../formulas/table/nested/values";
import { readable } from "../../../../formulas/table/readable";
import { formatNumber, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft } from "../../state/use-store";
import { horizontal, moveFocus, vertical } from "../../ui/arrow-keys";
import { CompanyButton } from "../../ui/company-button";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Tight } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Section } from "../../ui/page";
import { RowButton } from "../../ui/row-button";
import { cellStatus, matchReasons, type MatchResult, needsAttention, type Status } from "./match-result";
import type { ResolveForm } from "./resolve-form";
import { WriteBack } from "./write-back";

const statusOrder: readonly Status[] = [
  "exact",
  "single",
  "chosen",
  "ambiguous",
  "none",
  "invalid",
  "failed",
  "notCompany",
];

type Filter = Status | "attention" | "all";

/** Results that are shown. Those that the user has just decided stay, so that the focus does not move and they can be corrected. */
const shownBy = (filter: Filter, { status, found }: MatchResult): boolean => {
  if (filter === "all") return true;
  if (filter === "attention") return needsAttention({ status }) || needsAttention({ status: found });
  return status === filter || found === filter;
};

/** The results: counts that filter, and the rows, where each can be decided. */
export const MatchList = ({ form }: { readonly form: ResolveForm }): ReactNode => {
  const [draft, change] = useDraft<{ readonly show: Filter }>("resolve-list", { show: "attention" });
  const shown = form.results.filter((result) => shownBy(draft.show, result));
  const { box, next } = useNextOpen();
  return (
    <Section title={t("resolve.results")}>
      <MatchFilters form={form} chosen={draft.show} choose={(show) => change({ show })} />
      {rest(form) !== "" && <Quiet>{rest(form)}</Quiet>}
      {shown.some(needsAttention) && (
        <RowButton size="small" appearance="subtle" aria-keyshortcuts="Control+." onClick={next}>
          {t("resolve.nextOpen")}
        </RowButton>
      )}
      {shown.length === 0 && <Quiet>{t("resolve.nothingToDo")}</Quiet>}
      <div ref={box}>
        <GrowingList
          label={t("resolve.results")}
          items={shown}
          keyOf={({ input }) => input.key}
          show={(result) => <MatchItem result={result} form={form} />}
        />
      </div>
      <WriteBack form={form} />
    </Section>
  );
};

const MatchFilters = ({
  form,
  chosen,
  choose,
}: {
  readonly form: ResolveForm;
  readonly chosen: Filter;
  readonly choose: (filter: Filter) => void;
}): ReactNode => {
  const { results } = form;
  const counts = statusOrder
    .map((status) => [status, results.filter((result) => result.status === status).length] as const)
    .filter(([status, count]) => count > 0 || status === chosen)
    .map(([status, count]) => [status, `${formatNumber(count)} ${cellStatus(status)}`] as const);
  const filters: readonly (readonly [Filter, string])[] = [
    ["attention", t("resolve.attention", { count: results.filter(needsAttention).length })],
    ["all", t("resolve.all", { count: results.length })],
    ...counts,
  ];
  return (
    <div role="group" aria-label={t("resolve.filters")}>
      <Row>
        {filters.map(([filter, label]) => (
          <ToggleButton
            key={filter}
            size="small"
            checked={filter === chosen}
            title={filter === "attention" || filter === "all" ? undefined : t(`resolve.status.${filter}`)}
            onClick={() => choose(filter)}
          >
            {label}
          </ToggleButton>
        ))}
      </Row>
    </div>
  );
};

/** What of the list is not a result of its own. */
const rest = ({ plan }: ResolveForm): string =>
  [
    plan.blank > 0 && t("resolve.blank", { count: plan.blank }),
    plan.noCompany > 0 && t("resolve.noCompany", { count: plan.noCompany }),
    plan.duplicates > 0 && t("resolve.sameResult"),
  ]
    .filter((part) => part !== false)
    .join(" · ");

/** The control of an open row that finishes it soonest: a suggestion, a candidate, else the field for another text. */
const firstControl = (row: Element | undefined): HTMLElement | null | undefined =>
  row?.querySelector<HTMLElement>("[data-use]") ??
  row?.querySelector<HTMLElement>('[role="option"][tabindex="0"]') ??
  row?.querySelector<HTMLElement>("input");

/** Moves the focus to the next row that needs a review, from the last one to the first. Also with Ctrl+. from anywhere in the pane. */
const useNextOpen = () => {
  const { clock } = usePane().runtime;
  const box = useRef<HTMLDivElement>(null);
  const next = (): void => {
    const rows = [...(box.current?.querySelectorAll("[data-open]") ?? [])];
    const { activeElement } = document;
    const inList = activeElement !== null && box.current?.contains(activeElement) === true;
    const behind = rows.find(
      (row) =>
        inList &&
        !row.contains(activeElement) &&
        (activeElement.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    const row = inList ? behind : rows[0];
    const more = box.current?.querySelector<HTMLElement>("[data-grows]");
    if (row === undefined && more) {
      more.click();
      clock.after(0, next);
    } else firstControl(row ?? rows[0])?.focus();
  };
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "." || !event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      next();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
  return { box, next };
};

const useStyles = makeStyles({
  input: { ...typographyStyles.body1Strong, overflowWrap: "anywhere", flexGrow: 1, minWidth: 0 },
  error: { ...typographyStyles.caption1, color: tokens.colorStatusDangerForeground1, margin: 0 },
  suggestion: { ...typographyStyles.body1, overflowWrap: "anywhere", flexGrow: 1, minWidth: 0, flexBasis: "180px" },
  form: { display: "flex", gap: tokens.spacingHorizontalXS, minWidth: 0 },
  field: { flexGrow: 1, minWidth: 0 },
});

const matchColors: Readonly<Record<Status, "success" | "warning" | "danger" | "informative">> = {
  exact: "success",
  single: "success",
  chosen: "success",
  ambiguous: "warning",
  none: "danger",
  invalid: "danger",
  failed: "danger",
  notCompany: "informative",
  waiting: "informative",
};

/** The longest input that is shown whole, in characters; a cell can hold 32,767. */
const longestShown = 200;

const shortened = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

interface ItemProps {
  readonly result: MatchResult;
  readonly form: ResolveForm;
}

/** One result with its cell, and the ways to finish it. */
const MatchItem = ({ result, form }: ItemProps): ReactNode => {
  const styles = useStyles();
  const { input, status, candidates, entity, error } = result;
  const open = needsAttention(result);
  const decided = status === "chosen" || status === "notCompany";
  const asked = candidates.length > 1 || (open && candidates.length > 0);
  return (
    <div {...(open && { "data-open": true })}>
      <Tight>
        <Row>
          <span className={styles.input}>{shortened(input.text)}</span>
          <Mark color={matchColors[status]}>{cellStatus(status)}</Mark>
          <Quiet>{t(`resolve.status.${status}`)}</Quiet>
        </Row>
        <Where result={result} form={form} />
        {!asked && entity !== undefined && (
          <Row>
            <Quiet>{companyText(result, entity)}</Quiet>
            <CompanyButton
              company={String(entity["id"])}
              name={String(entity["name"])}
              place={`resolve ${input.key}`}
            />
          </Row>
        )}
        {status === "ambiguous" && result.total > candidates.length && (
          <Quiet>{t("resolve.ofTotal", { shown: candidates.length, total: result.total })}</Quiet>
        )}
        {asked && status !== "notCompany" && <Candidates result={result} choose={form.choose} />}
        {error !== undefined && <p className={styles.error}>{error.message}</p>}
        {open && status !== "failed" && <Open result={result} form={form} />}
        {decided && (
          <RowButton size="small" appearance="subtle" onClick={() => form.undo(result)}>
            {t("resolve.unchoose")}
          </RowButton>
        )}
      </Tight>
    </div>
  );
};

/** `ZA0ZZ0009034 · Acme Bank`: the company, behind the text that the user has put in place of the input. */
const companyText = ({ correction }: MatchResult, entity: WireRecord): string =>
  [correction?.text, String(entity["name"])].filter((part) => part !== undefined).join(" · ");

const Where = ({ result, form }: ItemProps): ReactNode => {
  const { workbook } = usePane().deps;
  const { rows } = result.input;
  const address = form.draft.address === undefined ? undefined : cellAtPosition(form.draft.address, rows[0] ?? 0);
  const others = rows.length - 1;
  if (address === undefined && others === 0) return null;
  return (
    <Row>
      {address !== undefined && <Link onClick={() => void workbook.goTo(address)}>{address}</Link>}
      {others > 0 && <Quiet>{t("resolve.others", { count: others })}</Quiet>}
    </Row>
  );
};

/** The most suggestions of one row. */
const mostShown = 3;

/** Suggestions that exist, a field for another text, and the mark for what is no company. */
const Open = ({ result, form }: ItemProps): ReactNode => {
  const styles = useStyles();
  const { input, status, correction } = result;
  const exist = existingSuggestions(form, result).slice(0, mostShown);
  const nothing = correction !== undefined && result.candidates.length === 0;
  return (
    <Tight>
      {status === "invalid" && input.problem === undefined && exist.length === 0 && (
        <Quiet>{t("resolve.checkDigit")}</Quiet>
      )}
      {exist.map(([identifier, entity]) => (
        <Row key={identifier}>
          <span className={styles.suggestion}>
            {`${t("resolve.didYouMean", { identifier })} ${String(entity["name"])}`}
          </span>
          <Button
            size="small"
            data-use
            aria-label={t("resolve.use", { identifier })}
            onClick={() => form.accept(result, identifier, entity)}
          >
            {t("resolve.useShort")}
          </Button>
        </Row>
      ))}
      {nothing && <Quiet>{t("resolve.nothingFor", { text: correction.text })}</Quiet>}
      <Again result={result} form={form} />
    </Tight>
  );
};

export const existingSuggestions = (
  { draft }: ResolveForm,
  { input }: MatchResult,
): readonly (readonly [string, WireRecord])[] =>
  (input.near ?? []).flatMap((identifier) => {
    const entity = draft.suggested.get(identifier);
    return entity === undefined ? [] : [[identifier, entity] as const];
  });

const Again = ({ result, form }: ItemProps): ReactNode => {
  const styles = useStyles();
  const { key, text: written } = result.input;
  const [{ text }, change] = useDraft(`resolve-other:${key}`, { text: "" });
  const busy = form.again.now.status === "running";
  const search = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") form.searchAgain(result, text.trim());
  };
  return (
    <>
      <form className={styles.form} onSubmit={search}>
        <Input
          size="small"
          className={styles.field}
          input={{ style: { minWidth: 0 } }}
          aria-label={t("resolve.otherFor", { input: shortened(written) })}
          placeholder={t("resolve.other")}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(_, { value }) => change({ text: value })}
        />
        <Button size="small" type="submit" disabledFocusable={busy}>
          {t("resolve.searchAgain")}
        </Button>
      </form>
      {form.draft.searching === key && <JobNotice job={form.again} />}
      <RowButton size="small" appearance="subtle" onClick={() => form.markAsNoCompany(result)}>
        {t("resolve.status.notCompany")}
      </RowButton>
    </>
  );
};

const useOptionStyles = makeStyles({
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
const Candidates = ({
  result,
  choose,
}: {
  readonly result: MatchResult;
  readonly choose: ResolveForm["choose"];
}): ReactNode => {
  const styles = useOptionStyles();
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
  const styles = useOptionStyles();
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
