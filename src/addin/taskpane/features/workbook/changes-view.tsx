import { type BadgeProps, Button, Link } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { quoteSheet } from "../../../../facts/sheet-names";
import { isUuid } from "../../../../contract/values";
import { type NewsFirst, newsFirst } from "../../../../engine/state/settings";
import {
  changeRows,
  countChanges,
  type FormulaChanges,
  type FormulaNews,
  newsSince,
  type NotCompared,
  notComparedReason,
  readableValue,
  scoreStep,
} from "../../../../formulas/changes/refresh-changes";
import type { FieldChange, PlainValue, RecordChange } from "../../../../formulas/changes/compare-answers";
import { toSerial } from "../../../../formulas/table/dates";
import { formatMoment, formatNumber, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { CellLink, CellLinks } from "../../ui/cell-link";
import { bindField, ChoiceField } from "../../ui/fields";
import { GrowingList, ListSection } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Code, Line, Pair, Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Notice } from "../../ui/notice";
import { Page, Section } from "../../ui/page";
import { changeCounts } from "../../ui/refresh-result";

/** A changed record with the formulas that show it: an event of several formulas is one line. */
interface NewsLine {
  readonly id: string;
  readonly record: RecordChange;
  readonly formulas: readonly [FormulaChanges, ...FormulaChanges[]];
}

interface ChangeGroup {
  readonly name: string;
  readonly lines: readonly NewsLine[];
}

const shownKinds = ["all", "new", "changed", "gone"] as const;
const newsGroupings = ["company", "formula"] as const;

/** What refreshes of this session changed: what the user put first, then by company or formula; in the sheet, and as a sheet. */
export const ChangesView = (): ReactNode => (
  <Page title={t("view.changes")}>
    <Changes />
  </Page>
);

const Changes = (): ReactNode => {
  const refreshes = useStore(usePane().deps.changes.refreshes);
  const [draft, change] = useDraft("changes-since", { since: "" });
  if (refreshes.length === 0) return <Quiet>{t("changes.none")}</Quiet>;
  const since = refreshes.some(({ at }) => String(at) === draft.since) ? Number(draft.since) : undefined;
  return (
    <Stack>
      <ChoiceField
        label={t("changes.since")}
        value={since === undefined ? "" : draft.since}
        choices={[
          { value: "", label: t("changes.last") },
          ...refreshes.toReversed().map(({ at }) => ({ value: String(at), label: formatMoment(at) })),
        ]}
        onChange={(value) => change({ since: value })}
      />
      <ChangeNews id="changes" news={newsSince(refreshes, since)} canMark />
    </Stack>
  );
};

interface News {
  readonly news: readonly FormulaNews[];
  /** Cells show what it changed to. */
  readonly canMark: boolean;
}

export const ChangeNews = ({ id, news, canMark }: News & { readonly id: string }): ReactNode => {
  const { newsFirst: first } = useStore(usePane().runtime.settings);
  const [draft, change] = useDraft(id, { by: "company", kind: "all" });
  const formulas = news.flatMap((each) => (each.compared ? [each.news] : []));
  const lines = toChangeLines(formulas, draft.by === "company").filter(
    ({ record }) => draft.kind === "all" || record.change === draft.kind,
  );
  const isFirst = (line: NewsLine): boolean => first.some((each) => tests[each](line));
  return (
    <Stack>
      {formulas.length > 0 && <Quiet>{summarizeChanges(formulas)}</Quiet>}
      {earlierRefreshes(formulas).map((at) => (
        <Quiet key={at}>{t("changes.earlierSession", { time: formatMoment(at) })}</Quiet>
      ))}
      <Pair>
        <ChoiceField
          label={t("changes.by")}
          choices={newsGroupings.map((value) => ({ value, label: t(`changes.by.${value}`) }))}
          {...bindField({ draft, change }, "by")}
        />
        <ChoiceField
          label={t("activity.ended")}
          choices={shownKinds.map((value) => ({ value, label: t(`changes.kind.${value}`) }))}
          {...bindField({ draft, change }, "kind")}
        />
      </Pair>
      <SheetActions news={news} formulas={formulas} canMark={canMark} />
      {newsFirst
        .map((name) => ({ name, found: first.includes(name) ? lines.filter(tests[name]) : [] }))
        .filter(({ found }) => found.length > 0)
        .map(({ name, found }) => (
          <Section key={name} title={`${t(`changes.first.${name}`)} (${formatNumber(found.length)})`}>
            <Lines label={t(`changes.first.${name}`)} lines={found} named />
          </Section>
        ))}
      <Others lines={lines.filter((line) => !isFirst(line))} by={draft.by} />
      <NotComparedList news={news} />
    </Stack>
  );
};

/** The refreshes of earlier sessions that formulas were compared with (ms since 1970), the newest first. */
const earlierRefreshes = (formulas: readonly FormulaChanges[]): readonly number[] =>
  [...new Set(formulas.flatMap(({ since }) => since ?? []))].sort((one, other) => other - one);

/** What the compared formulas have to say; those that were not compared have a list of their own. */
const summarizeChanges = (formulas: readonly FormulaChanges[]): string =>
  formulas.every(({ changes }) => changes.length === 0)
    ? t("changes.nothing")
    : changeCounts(countChanges(formulas)).join(" · ");

const tests: Readonly<Record<NewsFirst, (line: NewsLine) => boolean>> = {
  rises: ({ record }) => scoreStep(record) > 0,
  severe: ({ record, formulas: [formula] }) =>
    record.change === "new" && formula.kind === "event" && record.score === 5,
  left: ({ record, formulas: [formula] }) => record.change === "gone" && formula.function === "UNIVERSE.ENTITIES",
};

/** `together`: a record that several formulas show is one line. */
const toChangeLines = (formulas: readonly FormulaChanges[], together: boolean): readonly NewsLine[] => {
  const lines = new Map<string, NewsLine>();
  for (const formula of formulas)
    for (const [index, record] of formula.changes.entries()) {
      const isShared = together && (formula.kind === "event" || formula.kind === "document");
      const place = isShared ? "" : `${formula.address} ${formula.query} ${index}`;
      const id = JSON.stringify([formula.kind, record.change, record.key, place]);
      const same = lines.get(id);
      if (same === undefined) lines.set(id, { id, record, formulas: [formula] });
      else {
        // A formula that shows the name of the company lends it to one that does not.
        const better = isUuid(same.record.company) ? record : same.record;
        lines.set(id, { id, record: better, formulas: [...same.formulas, formula] });
      }
    }
  return [...lines.values()];
};

const groupLines = (lines: readonly NewsLine[], by: string): readonly ChangeGroup[] => {
  const groups = new Map<string, NewsLine[]>();
  for (const line of lines) {
    const [formula] = line.formulas;
    const company = line.record.company === "" ? t("changes.noCompany") : line.record.company;
    const name = by === "company" ? company : `${formula.function} ${formula.address || formula.query}`;
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return [...groups].map(([name, found]) => ({ name, lines: found }));
};

const Others = ({ lines, by }: { readonly lines: readonly NewsLine[]; readonly by: string }): ReactNode => {
  return (
    <ListSection
      title={t(by === "company" ? "changes.by.company" : "changes.by.formula")}
      items={groupLines(lines, by)}
      keyOf={({ name }) => name}
      show={(group) => (
        <>
          <Strong>{`${group.name} (${formatNumber(group.lines.length)})`}</Strong>
          <Lines label={group.name} lines={group.lines} named={by !== "company"} />
        </>
      )}
    />
  );
};

/** `named`: with the company of each record. */
const Lines = ({
  label,
  lines,
  named,
}: {
  readonly label: string;
  readonly lines: readonly NewsLine[];
  readonly named: boolean;
}): ReactNode => (
  <GrowingList
    label={label}
    items={lines}
    keyOf={({ id }) => id}
    show={(line) => <ChangeLine line={line} named={named} />}
  />
);

const badges = {
  new: "success",
  changed: "warning",
  gone: "informative",
} as const satisfies Readonly<Record<RecordChange["change"], BadgeProps["color"]>>;

const ChangeLine = ({ line, named }: { readonly line: NewsLine; readonly named: boolean }): ReactNode => {
  const { deps } = usePane();
  const { record, formulas } = line;
  const facts = [...(named && record.company !== "" ? [record.company] : []), ...record.fields.map(fieldText)];
  // A formula of an edition may stand in no cell any more.
  const inCells = formulas.filter(({ address }) => address !== "");
  const title = record.title === "" ? t("changes.value") : record.title;
  return (
    <>
      <Row>
        <Mark color={badges[record.change]}>{t(`changes.kind.${record.change}`)}</Mark>
        {inCells.length === 0 ? (
          title
        ) : (
          <Link inline onClick={() => void deps.changes.show(inCells[0] ?? formulas[0], record)}>
            {title}
          </Link>
        )}
      </Row>
      {facts.length > 0 && <Quiet>{facts.join(" · ")}</Quiet>}
      <Row>
        {inCells.map((formula) => (
          <CellLink key={`${formula.address} ${formula.query}`} address={formula.address} />
        ))}
      </Row>
    </>
  );
};

const mostCharacters = 80;

const fieldText = (field: FieldChange): string => {
  const show = (value: PlainValue): string => {
    const text = String(readableValue(value, field));
    if (text === "") return t("changes.blank");
    return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  };
  return t("changes.field", { label: field.label, before: show(field.before), after: show(field.after) });
};

/** What the last action did. */
interface ActionResult {
  readonly done: string;
  readonly left: readonly string[];
}

const SheetActions = ({
  news,
  formulas,
  canMark,
}: News & { readonly formulas: readonly FormulaChanges[] }): ReactNode => {
  const { changes } = usePane().deps;
  const insertSheet = useInsertSheet();
  const job = useJob("changes");
  const [result, setResult] = useState<ActionResult>();
  const run = (what: string, work: () => Promise<ActionResult>): void => {
    setResult(undefined);
    void job.start(what, "", async () => setResult(await work()));
  };
  const mark = async (): Promise<ActionResult> => {
    const { rows, values, notFound, refused } = await changes.mark(formulas);
    return {
      done: t("changes.marked", { rows, values }),
      left: [...(notFound > 0 ? [t("changes.notFound", { count: notFound })] : []), ...refused],
    };
  };
  const unmark = async (): Promise<ActionResult> => {
    await changes.clearMarks();
    return { done: t("changes.unmarked"), left: [] };
  };
  return (
    <>
      <Row>
        {canMark && (
          <>
            <Button size="small" onClick={() => run(t("changes.mark"), mark)}>
              {t("changes.mark")}
            </Button>
            <Button size="small" onClick={() => run(t("changes.unmark"), unmark)}>
              {t("changes.unmark")}
            </Button>
          </>
        )}
        <Button size="small" onClick={() => run(t("changes.insert"), () => insertSheet(news))}>
          {t("changes.insert")}
        </Button>
      </Row>
      <JobNotice job={job} retry={job.again} />
      {result !== undefined && (
        <Notice intent={result.left.length > 0 ? "warning" : "success"}>
          {[result.done, ...result.left].join(" ")}
        </Notice>
      )}
    </>
  );
};

const changesHeader = [
  "At",
  "Address",
  "Function",
  "Change",
  "Kind",
  "Company",
  "Title",
  "Field",
  "Before",
  "After",
  "Key",
];

/** Writes all lines to a sheet of their own and shows it. */
const useInsertSheet = (): ((news: readonly FormulaNews[]) => Promise<ActionResult>) => {
  const { deps, runtime } = usePane();
  return async (news) => {
    const { workbook, formats } = deps;
    const rows = news
      .flatMap(changeRows)
      .map(({ at, address, function: name, change, kind, company, title, field, before, after, key }) =>
        [toSerial(Date.parse(at)), address, name, change, kind, company, title, field, before, after, key].map(
          (value) => value ?? "",
        ),
      );
    const sheet = await workbook.addSheet(t("view.changes"));
    const isFormatted = runtime.settings.get().formatInserted;
    const written = await workbook.writeValues(`${quoteSheet(sheet)}!A1`, [changesHeader, ...rows], {
      numberFormats: ["yyyy-mm-dd hh:mm"],
      widths: [105, 90, 110, 75, 60, 150, 260, 100, 120, 120, 220],
      ...(isFormatted && { finish: await formats.valuesFormat() }),
    });
    await workbook.goTo(written);
    return { done: t("changes.inserted", { sheet, count: rows.length }), left: [] };
  };
};

/** What could not be compared, by its reason: without it a short list would look like good news. */
const NotComparedList = ({ news }: { readonly news: readonly FormulaNews[] }): ReactNode => {
  const entries = news.flatMap((each): readonly (readonly [string, Pick<NotCompared, "address" | "query">])[] => {
    if (!each.compared) return [[notComparedReason(each.news), each.news]];
    const { newUnknown, goneUnknown } = each.news;
    return [
      ...(newUnknown === undefined ? [] : [[t("changes.newUnknown", { reason: newUnknown }), each.news] as const]),
      ...(goneUnknown === undefined ? [] : [[t("changes.goneUnknown", { reason: goneUnknown }), each.news] as const]),
    ];
  });
  return (
    <ListSection
      title={t("changes.notCompared", { count: entries.length })}
      items={[...new Set(entries.map(([reason]) => reason))]}
      keyOf={(reason) => reason}
      show={(reason) => {
        const formulas = entries.filter(([own]) => own === reason).map(([, formula]) => formula);
        return (
          <>
            <Line>{reason}</Line>
            <Row>
              <CellLinks addresses={formulas.flatMap(({ address }) => (address === "" ? [] : [address]))} />
            </Row>
            {formulas
              .filter(({ address, query }) => address === "" && query !== undefined)
              .map(({ query = "" }) => (
                <Code key={query}>{query}</Code>
              ))}
          </>
        );
      }}
    />
  );
};
