import { Button, Link, makeStyles, typographyStyles } from "@fluentui/react-components";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { addressSheet } from "../../../../facts/sheet-names";
import { isUuid } from "../../../../contract/values";
import { formatNumber, t } from "../../../../i18n/t";
import { returnedFrom } from "../../state/open-company";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { Written } from "../../ui/cell-link";
import { Confirm } from "../../ui/confirm";
import { Facts } from "../../ui/facts";
import { ChoiceField } from "../../ui/fields";
import { JobAction, JobNotice } from "../../ui/job-form";
import { languageChoices, showLanguage, translationLanguage } from "../../ui/languages";
import { Line, Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Page } from "../../ui/page";
import { RowButton } from "../../ui/row-button";
import { CompanyAdder } from "../formula/company-input";
import { universeArgument } from "../universes/universe";
import { type FileRow, shownFacts, textQuestion } from "./company-file";
import { blockCells, companySheet, type SheetInput } from "./company-sheet";
import {
  aboutAnswer,
  type AnswerState,
  CaseSection,
  EventSection,
  fieldText,
  GoalSection,
  ImpactSection,
  type OfFile,
  OutLink,
  Polarity,
  RecordSection,
  SentimentSection,
  Severity,
  showDate,
  useAnswer,
} from "./sections";
import { type CompanyFile, useCompanyFile } from "./use-company-file";

const useStyles = makeStyles({
  name: { ...typographyStyles.subtitle2, margin: 0, overflowWrap: "anywhere" },
  file: { display: "flex", flexDirection: "column", gap: "16px", minWidth: 0 },
});

/** All about one company: identity, events, cases, documents, sentiment and SDG. Nothing is fetched before the user chooses a company. */
export const CompanyView = (): ReactNode => {
  const file = useCompanyFile();
  const back = useBack(file);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== "Escape" || isTyping || back === undefined) return;
    event.preventDefault();
    back();
  };
  return (
    // Escape goes back from anywhere in the view.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <Page
        title={t("view.company")}
        actions={
          back !== undefined && (
            <Button size="small" onClick={back}>
              {t("file.back")}
            </Button>
          )
        }
      >
        <Choose file={file} />
        <JobNotice job={file.job} retry={file.retry} label={t("file.reading")} />
        <CellCompany file={file} />
        <File file={file} />
      </Page>
    </div>
  );
};

/** Goes back to the view that asked for the company, and to its button; undefined where none did. */
const useBack = ({ draft: { request } }: CompanyFile): (() => void) | undefined => {
  const { state } = usePane();
  if (request === undefined) return undefined;
  return () => {
    returnedFrom(state).set(request.button);
    state.view.set(request.from);
  };
};

const Choose = ({ file }: { readonly file: CompanyFile }): ReactNode => {
  const { deps } = usePane();
  const cell = useStore(deps.workbook.place)?.activeCell;
  const isRunning = file.job.now.status === "running";
  return (
    <Stack>
      <RowButton
        appearance={file.draft.company === undefined ? "primary" : "secondary"}
        disabledFocusable={cell === undefined || isRunning}
        onClick={() => cell !== undefined && file.openCell(cell)}
      >
        {cell === undefined ? t("whereFrom.select") : t("file.openCell", { address: cell })}
      </RowButton>
      <CompanyAdder name={t("company.search")} onChosen={({ identifier }) => file.open(identifier)} />
    </Stack>
  );
};

/** What the selected cell said, where it is not one company. */
const CellCompany = ({ file }: { readonly file: CompanyFile }): ReactNode => {
  const { cell } = file.draft;
  if (cell === undefined) return null;
  const { address, companies, isCut } = cell;
  if (companies.length === 0) return <Notice>{t("file.noCompany", { address })}</Notice>;
  return (
    <Tight>
      <Line>{t("file.several", { address })}</Line>
      {companies.map(({ id, name }) => (
        <Button key={id} style={{ justifyContent: "flex-start" }} onClick={() => file.open(id)}>
          {name}
        </Button>
      ))}
      {isCut && <Quiet>{t("file.severalCut")}</Quiet>}
    </Tight>
  );
};

/** The name of the company gets the focus when it was asked for, so that a screen reader begins there. */
const useFocusedName = (id: string | undefined) => {
  const name = useRef<HTMLHeadingElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (id !== undefined && id !== shown.current) name.current?.focus();
    shown.current = id;
  }, [id]);
  return name;
};

const File = ({ file }: { readonly file: CompanyFile }): ReactNode => {
  const styles = useStyles();
  const { company } = file.draft;
  const name = useFocusedName(company?.id);
  if (company === undefined) return null;
  return (
    <div className={styles.file}>
      <Tight>
        <h2 ref={name} tabIndex={-1} className={styles.name}>
          {String(company.identity["name"] ?? "")}
        </h2>
        <Facts facts={identityFacts(company.identity)} />
        <Website address={String(company.identity["website"] ?? "")} />
        <Quiet>{aboutAnswer(company.about)}</Quiet>
        {company.about.stale !== undefined && <Line>{company.about.stale}</Line>}
      </Tight>
      <FileScope file={file} />
      <InsertFile file={file} />
      <EventSection file={file} />
      <CaseSection file={file} />
      <DocumentSection file={file} />
      <SentimentSection file={file} />
      <GoalSection file={file} />
      <ImpactSection file={file} />
    </div>
  );
};

const FileScope = ({ file }: { readonly file: CompanyFile }): ReactNode => {
  const { company, universe, from } = file.draft;
  const disabled = file.job.now.status === "running";
  const universes = company?.universes ?? [];
  return (
    <Stack>
      {universes.length > 0 && (
        <ChoiceField
          label={t("file.universe")}
          hint={t(company?.hasMoreUniverses === true ? "file.universeHintCut" : "file.universeHint", {
            count: universes.length,
          })}
          value={universe?.universe_id ?? ""}
          disabled={disabled}
          choices={universes.map(({ universe_id: value, name: label }) => ({ value, label }))}
          onChange={file.setUniverse}
        />
      )}
      <ChoiceField
        label={t("file.period")}
        value={from}
        disabled={disabled}
        choices={(["-1y", "-3y", ""] as const).map((value) => ({ value, label: t(`file.period.${value}`) }))}
        onChange={file.setFrom}
      />
    </Stack>
  );
};

/** The facts that are known, as people read them. */
const identityFacts = (identity: FileRow): readonly { readonly name: string; readonly value: string }[] =>
  shownFacts.flatMap((field) => {
    const value = identityValue(identity, field);
    return value === "" ? [] : [{ name: t(`file.fact.${field}`), value }];
  });

const identityValue = (identity: FileRow, field: (typeof shownFacts)[number]): string => {
  const text = (name: string): string => String(identity[name] ?? "");
  // The path begins with the section and its words.
  if (field === "isic4.section") return text("isic4.path").split(" > ", 1)[0] ?? "";
  const value = identity[field] ?? "";
  if (typeof value !== "number") return String(value);
  if (field !== "revenue") return formatNumber(value);
  const date = identity["revenue.date"];
  const day = typeof date === "number" ? ` (${showDate(date)})` : "";
  return `${formatNumber(value)} ${text("revenue.currency")}${day}`;
};

/** The service gives some addresses without a protocol. */
const Website = ({ address }: { readonly address: string }): ReactNode => {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (address === "" || !URL.canParse(url)) return null;
  return (
    <Row>
      <Link href={url} target="_blank" rel="noopener noreferrer">
        {address}
      </Link>
    </Row>
  );
};

/** Puts the file on a new sheet of formulas that follow one company cell. */
const InsertFile = ({ file }: { readonly file: CompanyFile }): ReactNode => {
  const { deps, runtime } = usePane();
  const [draft, change] = useDraft(`company-sheet:${file.draft.company?.id ?? ""}`, { written: "" });
  const job = useJob("company-sheet");
  const input = useSheetInput(file);
  const insert = (): void => {
    change({ written: "" });
    void job.start(t("file.insert"), input?.company ?? "", async () => {
      if (input === undefined) return;
      const report = companySheet(input);
      const written = await deps.workbook.writeReport(report, true);
      change({ written });
      if (runtime.settings.get().formatInserted)
        for (const cell of blockCells(addressSheet(written) ?? "", report)) await deps.formats.formatNext(cell);
    });
  };
  const isReading = file.job.now.status === "running";
  return (
    <Stack>
      <JobAction job={job} run={insert} isUnready={isReading || input === undefined}>
        {t("file.insert")}
      </JobAction>
      {input === undefined && !isReading && <Quiet>{t("file.noSheet")}</Quiet>}
      {draft.written !== "" && job.now.status !== "running" && <Written address={draft.written} />}
    </Stack>
  );
};

/** What the cells of the sheet hold first; undefined without a company and a universe. */
const useSheetInput = ({ draft: { company, universe, from } }: CompanyFile): SheetInput | undefined => {
  const { universes } = usePane().runtime;
  const catalogue = useStore(universes.catalogue);
  if (company === undefined || universe === undefined) return undefined;
  const { asked, identity } = company;
  const isKnown = catalogue.some(({ universe_id }) => universe_id === universe.universe_id);
  const first = (field: string): string => String(identity[field] ?? "").split(";", 1)[0] ?? "";
  return {
    // What was asked for is in memory, but nobody can read an id.
    company: isUuid(asked) ? ([first("isin"), first("lei"), asked].find((id) => id !== "") ?? asked) : asked,
    // A name counts only where the catalogue knows it.
    universe: isKnown ? universeArgument(universe, catalogue).slice(1, -1).replaceAll('""', '"') : universe.universe_id,
    from,
    identity,
  };
};

const useTextStyles = makeStyles({
  text: { ...typographyStyles.body1, margin: 0, overflowWrap: "anywhere", whiteSpace: "pre-wrap" },
});

/** The documents about a company. An open one can be read, and translated. */
const DocumentSection = ({ file }: OfFile): ReactNode => (
  <RecordSection
    file={file}
    name="documents"
    title={t("file.documents")}
    day={(row) => [showDate(row["extract_date"]), fieldText(row, "site")].join(" · ")}
    marks={(row) => (
      <>
        <Severity score={row["score"]} />
        <Polarity value={row["polarity"]} />
      </>
    )}
    body={(row) => <OpenDocument row={row} />}
  />
);

const OpenDocument = ({ row }: { readonly row: FileRow }): ReactNode => {
  const date = row["extract_date"];
  const moment = typeof date === "number" ? new Date(date).toISOString() : date;
  const [{ language }, change] = useDraft("translate-into", { language: translationLanguage() });
  const [asking, setAsking] = useState(false);
  // The choice may change, here and in other documents, while the translation stays.
  const [translated, setTranslated] = useState(language);
  const original = useAnswer(textQuestion(row["datamarts_document_id"], moment));
  const translation = useAnswer(textQuestion(row["datamarts_document_id"], moment, language));
  const translate = (): void => {
    setAsking(false);
    setTranslated(language);
    translation.read();
  };
  return (
    <Stack>
      <Line>{fieldText(row, "summary") === "" ? t("file.noSummary") : fieldText(row, "summary")}</Line>
      <Row>
        <OutLink href={fieldText(row, "url")}>{t("file.source")}</OutLink>
        {original.now.status !== "done" && (
          <Button size="small" disabledFocusable={original.now.status === "running"} onClick={original.read}>
            {t("file.readText")}
          </Button>
        )}
        {!asking && (
          <Button size="small" disabledFocusable={translation.now.status === "running"} onClick={() => setAsking(true)}>
            {t("file.translate")}
          </Button>
        )}
      </Row>
      {asking && (
        <>
          <ChoiceField
            label={t("file.translateInto")}
            value={language}
            choices={languageChoices()}
            onChange={(value) => change({ language: value })}
          />
          <Confirm
            question={t("file.translateAsk")}
            yes={t("file.translateYes")}
            onYes={translate}
            onNo={() => setAsking(false)}
          />
        </>
      )}
      <DocumentText title={t("file.text")} now={original.now} />
      <DocumentText title={t("file.translation", { language: showLanguage(translated) })} now={translation.now} />
    </Stack>
  );
};

const DocumentText = ({ title, now }: { readonly title: string; readonly now: AnswerState }): ReactNode => {
  const styles = useTextStyles();
  const content = now.status === "done" ? fieldText(now.answer.rows[0] ?? {}, "value") : "";
  return (
    <>
      <span role="status">
        {now.status === "running" && <Quiet>{t("file.waiting")}</Quiet>}
        {now.status === "failed" && <Line>{now.problem}</Line>}
        {now.status === "done" && content === "" && <Line>{t("file.noText")}</Line>}
      </span>
      {now.status === "done" && content !== "" && (
        <>
          <Strong>{title}</Strong>
          <p className={styles.text}>{content}</p>
          <Quiet>{aboutAnswer(now.answer)}</Quiet>
        </>
      )}
    </>
  );
};
