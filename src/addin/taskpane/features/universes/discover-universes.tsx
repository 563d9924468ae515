import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { WireRecord } from "../../../../contract/page";
import type { EntityQuery } from "../../../../engine/batching/entity-query";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { isUuid } from "../../../../contract/values";
import { readable } from "../../../../formulas/table/readable";
import { t } from "../../../../i18n/t";
import type { CurrentJob } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { TextField } from "../../ui/fields";
import { JobForm } from "../../ui/job-form";
import { Line, Quiet, Row, Stack, Tight } from "../../ui/layout";
import { type Attempts, useAttempts } from "../../ui/use-attempts";
import { universeLine, findUniverses } from "./universe";

/** Finds the universes that contain a company. */
export const DiscoverUniverses = (): ReactNode => {
  const discover = useDiscover();
  const field = (
    <TextField
      label={t("universes.company")}
      required
      value={discover.draft.text}
      hint={t("universes.companyHint")}
      problem={discover.problem}
      onChange={discover.setText}
    />
  );
  return (
    <JobForm
      job={discover.job}
      attempts={discover.attempts}
      submit={t("pane.search")}
      onSubmit={discover.search}
      fields={field}
    >
      <Companies discover={discover} />
      <DiscoveredUniverses discover={discover} />
    </JobForm>
  );
};

const Companies = ({ discover }: { readonly discover: Discover }): ReactNode => {
  const { companies } = discover.draft;
  if (companies === undefined) return null;
  if (companies.length === 0) return <Quiet>{t("universes.noCompany")}</Quiet>;
  return (
    <Tight>
      <Quiet>{t("universes.whichCompany")}</Quiet>
      {companies.map((company) => (
        <Button
          key={company.id}
          style={{ justifyContent: "flex-start" }}
          appearance={company.id === discover.draft.company ? "primary" : "secondary"}
          onClick={() => discover.choose(company.id)}
        >
          {company.country === "" ? company.name : `${company.name} · ${company.country}`}
        </Button>
      ))}
    </Tight>
  );
};

const DiscoveredUniverses = ({ discover }: { readonly discover: Discover }): ReactNode => {
  const { found } = discover.draft;
  if (found === undefined) return null;
  if (found.length === 0) return <Quiet>{t("universes.inNone")}</Quiet>;
  return (
    <Stack>
      {found.map((universe) => (
        <FoundUniverse key={universe.universe_id} universe={universe} />
      ))}
    </Stack>
  );
};

const FoundUniverse = ({ universe }: { readonly universe: KnownUniverse }): ReactNode => {
  const { universes } = usePane().runtime;
  const known = useStore(universes.catalogue).some(({ universe_id }) => universe_id === universe.universe_id);
  const add = (): void => {
    universes.add(universe);
    if (universes.selected.get() === undefined) universes.select(universe.universe_id);
  };
  return (
    <Row>
      <div style={{ flexGrow: 1, minWidth: 0 }}>
        <Line>{universe.name}</Line>
        <Quiet>{universeLine(universe)}</Quiet>
      </div>
      <Button
        size="small"
        disabledFocusable={known}
        onClick={add}
        aria-label={t("universes.addNamed", { name: universe.name })}
      >
        {t(known ? "universes.isKnown" : "pane.add")}
      </Button>
    </Row>
  );
};

interface Company {
  readonly id: string;
  readonly name: string;
  readonly country: string;
}

interface DiscoverDraft {
  readonly text: string;
  readonly companies: readonly Company[] | undefined;
  readonly company: string;
  readonly found: readonly KnownUniverse[] | undefined;
}

interface Discover {
  readonly draft: DiscoverDraft;
  readonly job: CurrentJob;
  readonly attempts: Attempts;
  readonly problem: string | undefined;
  readonly setText: (text: string) => void;
  readonly search: () => void;
  readonly choose: (company: string) => void;
}

const emptyDiscover: DiscoverDraft = { text: "", companies: undefined, company: "", found: undefined };
const companySearchOptions = { fields: ["id", "name", "country"], maxCandidates: 10 } as const;

const toDiscoveredCompany = ({ id, name, country }: WireRecord): Company => ({
  id: String(id),
  name: String(name),
  country: typeof country === "string" ? readable("country", country) : "",
});

/** Makes one call for the company and one for its universes. */
const useDiscover = (): Discover => {
  const { runtime } = usePane();
  const [draft, change, store] = useDraft("discover", emptyDiscover);
  const job = useJob("discover");
  const attempts = useAttempts();
  const problem = draft.text.trim() === "" ? t("pane.required") : undefined;
  const what = t("universes.discover");
  const choose = (company: string): void => {
    change({ company, found: undefined });
    void job.start(what, company, async ({ requestContext }) => {
      const found = await findUniverses(runtime, company, requestContext);
      change({ found });
      return found.length;
    });
  };
  const search = (): void => {
    const text = draft.text.trim();
    if (!attempts.pass({ problem })) return;
    change({ companies: undefined, company: "", found: undefined });
    void job.start(what, text, async ({ requestContext }) => {
      const { matches } = await runtime.entities.search(companySearch(text), companySearchOptions, requestContext);
      const companies = matches.map(toDiscoveredCompany);
      const [only] = companies;
      if (only === undefined || companies.length > 1) change({ companies });
      else change({ companies, company: only.id, found: await findUniverses(runtime, only.id, requestContext) });
      return companies.length;
    });
  };
  return {
    draft,
    job,
    attempts,
    problem: attempts.tried ? problem : undefined,
    setText: (text) => store.set({ ...emptyDiscover, text }),
    search,
    choose,
  };
};

/** The query for a text: an id, an ISIN or an LEI by its shape, else part of a name. */
const companySearch = (text: string): EntityQuery => {
  const compact = text.replaceAll(/\s/g, "").toUpperCase();
  if (isUuid(text)) return { entity_id: `eq:${text.toLowerCase()}` };
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(compact)) return { isin: `eq:${compact}` };
  if (/^[A-Z0-9]{18}\d{2}$/.test(compact)) return { lei: `eq:${compact}` };
  return { name: `ilike:${text}` };
};
