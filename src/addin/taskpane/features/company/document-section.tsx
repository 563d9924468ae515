import { Button, makeStyles, typographyStyles } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { t } from "../../../../i18n/t";
import { useDraft } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { ChoiceField } from "../../ui/fields";
import { languageChoices, showLanguage, translationLanguage } from "../../ui/languages";
import { Line, Quiet, Row, Stack, Strong } from "../../ui/layout";
import { type FileRow, textQuestion } from "./company-file";
import { type AnswerState, fieldText, type OfFile, OutLink, RecordSection, useAnswer } from "./sections";
import { aboutAnswer, Polarity, Severity, showDate } from "./shown";

const useStyles = makeStyles({
  text: { ...typographyStyles.body1, margin: 0, overflowWrap: "anywhere", whiteSpace: "pre-wrap" },
});

/** The documents about a company. An open one can be read, and translated. */
export const DocumentSection = ({ file }: OfFile): ReactNode => (
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
    body={(row) => <Document row={row} />}
  />
);

const Document = ({ row }: { readonly row: FileRow }): ReactNode => {
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
  const styles = useStyles();
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
