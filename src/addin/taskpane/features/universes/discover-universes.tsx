import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { CompanyAdder, companyFacts, type FoundCompany } from "../formula/company-input";
import { JobNotice } from "../../ui/job-form";
import { Line, Quiet, Row, Stack } from "../../ui/layout";
import { findUniverses, universeLine } from "./universe";

interface DiscoverDraft {
  readonly company: FoundCompany | undefined;
  readonly found: readonly KnownUniverse[] | undefined;
}

/** Finds the universes that contain a company, with one call after the search for the company. */
export const DiscoverUniverses = (): ReactNode => {
  const { runtime } = usePane();
  const [{ company, found }, change] = useDraft<DiscoverDraft>("discover", { company: undefined, found: undefined });
  const job = useJob("discover");
  const search = (chosen: FoundCompany): void => {
    change({ company: chosen, found: undefined });
    void job.start(t("universes.discover"), chosen.identifier, async ({ requestContext }) => {
      const universes = await findUniverses(runtime, chosen.id, requestContext);
      change({ found: universes });
      return universes.length;
    });
  };
  return (
    <Stack>
      <CompanyAdder name={t("company.search")} onChosen={search} />
      {company !== undefined && <Quiet>{companyFacts(company)}</Quiet>}
      <JobNotice job={job} retry={job.again} />
      {found?.length === 0 && <Quiet>{t("universes.inNone")}</Quiet>}
      {found?.map((universe) => (
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
