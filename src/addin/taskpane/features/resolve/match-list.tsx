import { Badge, Button, Link, makeStyles, ToggleButton, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { cellAt } from "../../../../formulas/addresses";
import { formatNumber, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft } from "../../state/use-store";
import { GrowingList } from "../../ui/growing-list";
import { Line, Quiet, Row, Tight } from "../../ui/layout";
import { Section } from "../../ui/page";
import { Candidates } from "./candidates";
import { suggestionsFor } from "./inputs";
import { type MatchResult, needsAttention, type Status } from "./match-result";
import type { ResolveForm } from "./resolve-form";

const order: readonly Status[] = ["exact", "single", "chosen", "ambiguous", "none", "failed", "invalid"];

/** The results: counters, and a list of those that need a review, or of all. */
export const MatchList = ({ form }: { readonly form: ResolveForm }): ReactNode => {
  const [draft, change] = useDraft("resolve-list", { show: "attention" });
  const attention = form.results.filter(needsAttention);
  // A new choice stays in the list, so that the focus does not move and the user can correct it.
  const toReview = form.results.filter(
    (one) => needsAttention(one) || (one.status === "chosen" && one.candidates.length > 1),
  );
  const shown = draft.show === "all" ? form.results : toReview;
  return (
    <Section title={t("resolve.results")}>
      <Line>{counters(form)}</Line>
      <Row>
        {(["attention", "all"] as const).map((show) => (
          <ToggleButton key={show} size="small" checked={draft.show === show} onClick={() => change({ show })}>
            {show === "all"
              ? t("resolve.all", { count: form.results.length })
              : t("resolve.attention", { count: attention.length })}
          </ToggleButton>
        ))}
      </Row>
      {shown.length === 0 && <Quiet>{t("resolve.nothingToDo")}</Quiet>}
      <GrowingList
        label={t("resolve.results")}
        items={shown}
        keyOf={({ input }) => input.key}
        show={(result) => <MatchItem result={result} form={form} />}
      />
    </Section>
  );
};

const counters = (form: ResolveForm): string => {
  const count = (status: Status): number => form.results.filter((one: MatchResult) => one.status === status).length;
  const parts = order
    .map((status) => [status, count(status)] as const)
    .filter(([, number]) => number > 0)
    .map(([status, number]) => `${formatNumber(number)} ${t(`resolve.status.${status}`)}`);
  const rest = [
    form.plan.blank > 0 && t("resolve.blank", { count: form.plan.blank }),
    form.plan.duplicates > 0 && t("resolve.sameResult"),
  ].filter((part) => part !== false);
  return [...parts, ...rest].join(" · ");
};

const useStyles = makeStyles({
  input: { ...typographyStyles.body1Strong, overflowWrap: "anywhere", flexGrow: 1, minWidth: 0 },
  error: { ...typographyStyles.caption1, color: tokens.colorStatusDangerForeground1, margin: 0 },
});

const colors: Readonly<Record<Status, "success" | "warning" | "danger" | "informative">> = {
  exact: "success",
  single: "success",
  chosen: "success",
  ambiguous: "warning",
  none: "danger",
  invalid: "danger",
  failed: "danger",
  waiting: "informative",
};

/** The longest input that is shown whole, in characters; a cell can hold 32,767. */
const longestShown = 200;

const shortened = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

/** One result with its cell, its candidates and suggestions. */
const MatchItem = ({ result, form }: { readonly result: MatchResult; readonly form: ResolveForm }): ReactNode => {
  const styles = useStyles();
  const { input, status, candidates, entity, error } = result;
  const several = candidates.length > 1;
  return (
    <Tight>
      <Row>
        <span className={styles.input}>{shortened(input.text)}</span>
        <Badge appearance="tint" color={colors[status]}>
          {t(`resolve.status.${status}`)}
        </Badge>
      </Row>
      <Where result={result} form={form} />
      {!several && entity !== undefined && <Quiet>{String(entity["name"])}</Quiet>}
      {status === "ambiguous" && result.total > candidates.length && (
        <Quiet>{t("resolve.ofTotal", { shown: candidates.length, total: result.total })}</Quiet>
      )}
      {several && <Candidates result={result} />}
      {status === "invalid" && <Suggestions text={input.text} />}
      {error !== undefined && <p className={styles.error}>{error.message}</p>}
      {status === "chosen" && <Unchoose result={result} />}
    </Tight>
  );
};

const Where = ({ result, form }: { readonly result: MatchResult; readonly form: ResolveForm }): ReactNode => {
  const { workbook } = usePane().deps;
  const { rows } = result.input;
  const address = form.draft.address === undefined ? undefined : cellAt(form.draft.address, rows[0] ?? 0);
  const others = rows.length - 1;
  if (address === undefined && others === 0) return null;
  return (
    <Row>
      {address !== undefined && <Link onClick={() => void workbook.goTo(address)}>{address}</Link>}
      {others > 0 && <Quiet>{t("resolve.others", { count: others })}</Quiet>}
    </Row>
  );
};

const Suggestions = ({ text }: { readonly text: string }): ReactNode => {
  const suggestions = suggestionsFor(text);
  return (
    <Quiet>
      {suggestions.length === 0
        ? t("resolve.checkDigit")
        : t("resolve.didYouMean", { suggestions: suggestions.join(", ") })}
    </Quiet>
  );
};

const Unchoose = ({ result }: { readonly result: MatchResult }): ReactNode => {
  const { choices } = usePane().runtime;
  const { query } = result.input;
  return (
    <Row>
      <Quiet>{t("resolve.chosenByYou")}</Quiet>
      <Button size="small" appearance="subtle" onClick={() => query !== undefined && choices.choose(query, undefined)}>
        {t("resolve.unchoose")}
      </Button>
    </Row>
  );
};
