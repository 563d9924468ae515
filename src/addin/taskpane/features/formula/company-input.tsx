import { Button, makeStyles } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { searchFor } from "../../../../formulas/arguments/entities";
import { listFrom } from "../../../../formulas/table/nested/values";
import { readable } from "../../../../formulas/table/readable";
import type { WireRecord } from "../../../../contract/page";
import { AddinError } from "../../../../engine/http/addin-error";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { Quiet, Row } from "../../ui/layout";
import { RowButton } from "../../ui/row-button";
import { asTyped, arrayConstant, isExpression, textsOfConstant } from "./formula-input";
import { SuggestingInput } from "./suggesting-input";

/** Milliseconds without a key after which the service is searched. */
const typingPause = 700;
/** Characters below which a pause searches nothing; Enter does. */
const fewest = 3;
const mostCandidates = 8;
const companyFields = ["id", "name", "country", "isin", "lei"] as const;

/** A company as the list shows it. */
export interface FoundCompany {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  /** The ISIN, else the LEI, else the id of the service. */
  readonly identifier: string;
}

const firstText = (record: WireRecord, field: string): string => {
  const [value] = listFrom(record[field]);
  return typeof value === "string" ? value : "";
};

const toCompany = (record: WireRecord): FoundCompany => {
  const id = firstText(record, "id");
  return {
    id,
    name: firstText(record, "name"),
    country: readable("country", firstText(record, "country")),
    identifier: firstText(record, "isin") || firstText(record, "lei") || id,
  };
};

/** Name and country. */
export const companyFacts = ({ name, country }: FoundCompany): string =>
  [name, country].filter((fact) => fact !== "").join(" · ");

interface CompanyInputSearch {
  readonly status: "idle" | "running" | "done" | "failed";
  readonly found: readonly FoundCompany[];
  /** How many companies fit. */
  readonly total: number;
  readonly problem: string;
}

const idle: CompanyInputSearch = { status: "idle", found: [], total: 0, problem: "" };

/** Searches companies by name or identifier. A newer search ends the one before. */
const useCompanySearch = () => {
  const { runtime } = usePane();
  const [state, setState] = useState(idle);
  const running = useRef<AbortController>();
  const reset = (): void => {
    running.current?.abort();
    setState(idle);
  };
  useEffect(() => () => running.current?.abort(), []);
  const run = async (text: string): Promise<void> => {
    const search = searchFor(text);
    if (search.state !== "search") return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const what = t("company.search");
    const request = runtime.requestLog.open({ what, query: text, address: undefined, signal: controller.signal });
    setState({ ...idle, status: "running" });
    try {
      const wanted = { fields: companyFields, maxCandidates: mostCandidates };
      const { matches, total_candidates } = await runtime.entities.search(search.query, wanted, request);
      request.done(matches.length);
      if (controller.signal.aborted) return;
      const found = matches.map(toCompany);
      setState({ ...idle, status: "done", found, total: total_candidates });
    } catch (error) {
      const failure = error instanceof AddinError ? error : new AddinError("unexpected", String(error));
      if (controller.signal.aborted) request.cancelled();
      else {
        request.failed(failure);
        setState({ ...idle, status: "failed", problem: failure.message });
      }
    }
  };
  return { state, reset, run: (text: string) => void run(text) };
};

const searchStatus = ({ status, found, total, problem }: CompanyInputSearch): string => {
  if (status === "running") return t("company.searching");
  if (status === "failed") return problem;
  if (status === "idle") return "";
  return found.length === 0 ? t("company.none") : t("company.found", { count: found.length, total });
};

interface CompanyInputProps {
  readonly name: string;
  readonly value: string;
  /** Whether the argument takes more than one company. */
  readonly several: boolean;
  readonly onChange: (value: string) => void;
}

/**
 * An input for companies: searches the service after a pause or at Enter, and takes the identifier or the name of the
 * chosen one. Of several companies each is chosen like the first.
 */
export const CompanyInput = ({ name, value, several, onChange }: CompanyInputProps): ReactNode => {
  const styles = useStyles();
  const [known, setKnown] = useState<ReadonlyMap<string, FoundCompany>>(new Map());
  const [isAdding, setAdding] = useState(false);
  const remember = (found: FoundCompany): void => setKnown(new Map([...known, [found.identifier, found]]));
  const listed = several ? textsOfConstant(value) : undefined;
  const single = value.trim() !== "" && !isExpression(value) ? [value.trim()] : [];
  const identifiers = listed ?? single;
  if (listed === undefined && !(isAdding && single.length > 0))
    return (
      <>
        <OneCompany name={name} value={value} onChange={onChange} onFound={remember} />
        {several && known.has(value) && (
          <RowButton size="small" appearance="subtle" onClick={() => setAdding(true)}>
            {t("company.another")}
          </RowButton>
        )}
      </>
    );
  return (
    <>
      <ul className={styles.list} aria-label={name}>
        {identifiers.map((identifier) => {
          const company = known.get(identifier);
          const shown = company === undefined ? identifier : companyFacts(company);
          return (
            <li key={identifier}>
              <Row>
                <span title={identifier}>{shown}</span>
                <Button
                  size="small"
                  appearance="subtle"
                  aria-label={t("company.remove", { name: shown })}
                  onClick={() => onChange(arrayConstant(identifiers.filter((one) => one !== identifier)))}
                >
                  {t("pane.remove")}
                </Button>
              </Row>
            </li>
          );
        })}
      </ul>
      <CompanyAdder
        name={t("company.another")}
        takesFocus={isAdding}
        onChosen={(found) => {
          remember(found);
          setAdding(false);
          onChange(arrayConstant([...new Set([...identifiers, found.identifier])]));
        }}
      />
    </>
  );
};

const useStyles = makeStyles({ list: { margin: 0, padding: 0, listStyleType: "none" } });

/** An input that adds companies to a list. A company counts when it is chosen: what is only typed does not. */
export const CompanyAdder = ({
  name,
  takesFocus = false,
  onChosen,
}: {
  readonly name: string;
  /** Set where a button that is gone asked for it. */
  readonly takesFocus?: boolean;
  readonly onChosen: (found: FoundCompany) => void;
}): ReactNode => {
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  const found = (company: FoundCompany): void => {
    setText("");
    onChosen(company);
  };
  return (
    <div ref={box}>
      <OneCompany name={name} label={name} value={text} onChange={setText} onFound={found} />
    </div>
  );
};

const OneCompany = ({
  name,
  label,
  value,
  onChange,
  onFound,
}: {
  readonly name: string;
  /** For an input without a field around it. */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A company was chosen; its identifier is the value. */
  readonly onFound: (found: FoundCompany) => void;
}): ReactNode => {
  const { clock } = usePane().runtime;
  const { state, reset, run } = useCompanySearch();
  const [chosen, setChosen] = useState<FoundCompany>();
  const cancel = useRef<() => void>();
  useEffect(() => () => cancel.current?.(), []);
  const type = (text: string): void => {
    cancel.current?.();
    reset();
    onChange(text);
    if (!isExpression(text) && text.trim().length >= fewest) cancel.current = clock.after(typingPause, () => run(text));
  };
  const enter = (): void => {
    cancel.current?.();
    if (state.status === "idle" && value !== "" && !isExpression(value) && value !== chosen?.identifier) run(value);
  };
  const choose = (identifier: string): void => {
    const found = state.found.find((one) => one.identifier === identifier);
    setChosen(found);
    reset();
    onChange(identifier);
    if (found !== undefined) onFound(found);
  };
  const byName = chosen !== undefined && value === asTyped(chosen.name);
  return (
    <>
      <SuggestingInput
        name={name}
        {...(label !== undefined && { label })}
        value={value}
        searched
        suggestions={state.found.map((one) => ({ value: one.identifier, meaning: companyFacts(one) }))}
        onChange={choose}
        onType={type}
        onEnter={enter}
      />
      <span role="status">
        <Quiet>{searchStatus(state)}</Quiet>
      </span>
      {chosen !== undefined && (byName || value === chosen.identifier) && (
        <Row>
          <Quiet>{companyFacts(chosen)}</Quiet>
          <Button
            size="small"
            appearance="subtle"
            onClick={() => onChange(byName ? chosen.identifier : asTyped(chosen.name))}
          >
            {byName ? t("company.useIdentifier", { identifier: chosen.identifier }) : t("company.useName")}
          </Button>
        </Row>
      )}
    </>
  );
};
