import { Button, Field } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useStore } from "../../state/use-store";
import { LinesField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { Quiet, Row, Stack } from "../../ui/layout";
import { readSelectedList, useSelectedCells } from "../../ui/take-selection";
import { CompanyAdder, companyFacts } from "../formula/company-input";
import { readCompanyList } from "../resolve/list-columns";
import { type ChosenCompany, companiesIn } from "./guided-start";

/** The companies of a guided start: searched one by one, taken from the selection, or pasted. */
export const CompanyList = ({
  companies,
  problem,
  onChange,
}: {
  readonly companies: readonly ChosenCompany[];
  readonly problem: string | undefined;
  readonly onChange: (companies: readonly ChosenCompany[]) => void;
}): ReactNode => {
  const [isPasting, setPasting] = useState(false);
  const add = (added: readonly ChosenCompany[]): void => {
    const known = new Set(companies.map(({ text }) => text.toLowerCase()));
    onChange([...companies, ...added.filter(({ text }) => !known.has(text.toLowerCase()))]);
  };
  return (
    <Field
      label={t("guide.companies")}
      required
      {...(problem === undefined
        ? { hint: t("guide.companiesHint") }
        : { validationState: "error" as const, validationMessage: problem })}
    >
      {({ "aria-describedby": described }) => (
        <div
          role="group"
          aria-label={t("guide.companies")}
          aria-describedby={described}
          {...(problem !== undefined && { "data-wrong": true, tabIndex: -1 })}
        >
          <Stack>
            <CompanyAdder
              name={t("guide.addCompany")}
              onChosen={(found) => add([{ text: found.identifier, shown: companyFacts(found) }])}
            />
            <Row>
              <FromSelection onTaken={add} />
              <Button size="small" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
                {t("guide.paste")}
              </Button>
            </Row>
            {isPasting && (
              <PastedList
                onTaken={(pasted) => {
                  setPasting(false);
                  add(pasted);
                }}
              />
            )}
            <Chosen companies={companies} onChange={onChange} />
          </Stack>
        </div>
      )}
    </Field>
  );
};

/** Takes the selected cells; of several columns the one with the companies, and of one cell the list around it. */
const FromSelection = ({ onTaken }: { readonly onTaken: (companies: readonly ChosenCompany[]) => void }): ReactNode => {
  const { workbook } = usePane().deps;
  const place = useStore(workbook.place);
  const [empty, setEmpty] = useState("");
  const { run, failure } = useSelectedCells(
    () => readSelectedList(workbook),
    (selected) => {
      const list = readCompanyList(selected);
      const companies = companiesIn(list.inputs);
      setEmpty(companies.length === 0 ? t("guide.noneSelected", { address: list.address }) : "");
      onTaken(companies);
    },
  );
  return (
    <>
      <Button size="small" onClick={run}>
        {t("guide.fromSelection", { address: place?.address ?? "" })}
      </Button>
      {failure}
      <span role="status">{empty !== "" && <Quiet>{empty}</Quiet>}</span>
    </>
  );
};

const PastedList = ({ onTaken }: { readonly onTaken: (companies: readonly ChosenCompany[]) => void }): ReactNode => {
  const [text, setText] = useState("");
  return (
    <Stack>
      <LinesField label={t("guide.pasted")} rows={5} value={text} onChange={setText} />
      <Row>
        <Button size="small" onClick={() => onTaken(companiesIn(text.split(/[\r\n\t]+/)))}>
          {t("guide.addPasted")}
        </Button>
      </Row>
    </Stack>
  );
};

const Chosen = ({
  companies,
  onChange,
}: {
  readonly companies: readonly ChosenCompany[];
  readonly onChange: (companies: readonly ChosenCompany[]) => void;
}): ReactNode => {
  if (companies.length === 0) return null;
  return (
    <>
      <Row>
        <Quiet>{t("guide.companyCount", { count: companies.length })}</Quiet>
        {companies.length > 1 && (
          <Button size="small" appearance="subtle" onClick={() => onChange([])}>
            {t("guide.removeAll")}
          </Button>
        )}
      </Row>
      <GrowingList
        label={t("guide.companyCount", { count: companies.length })}
        items={companies}
        keyOf={({ text }) => text}
        show={({ text, shown = text }) => (
          <Row>
            <span title={text} style={{ flexGrow: 1, minWidth: 0, overflowWrap: "anywhere" }}>
              {shown}
            </span>
            <Button
              size="small"
              appearance="subtle"
              aria-label={t("company.remove", { name: shown })}
              onClick={() => onChange(companies.filter((other) => other.text !== text))}
            >
              {t("pane.remove")}
            </Button>
          </Row>
        )}
      />
    </>
  );
};
