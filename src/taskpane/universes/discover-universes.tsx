import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { KnownUniverse } from "../../runtime/universes";
import { TextField } from "../parts/fields";
import { JobForm } from "../parts/job-form";
import { Line, Quiet, Row, Stack, Tight } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { universeLine } from "./universe-line";
import { useDiscover, type Discover } from "./use-discover";

/** Finds universes through a company that is in them. */
export const DiscoverUniverses = (): ReactNode => {
  const say = useText();
  const discover = useDiscover();
  const field = (
    <TextField
      label={say("universes.company")}
      required
      value={discover.draft.text}
      hint={say("universes.companyHint")}
      problem={discover.problem}
      onChange={discover.setText}
    />
  );
  return (
    <JobForm
      job={discover.job}
      attempts={discover.attempts}
      submit={say("pane.search")}
      onSubmit={discover.search}
      fields={field}
    >
      <Companies discover={discover} />
      <Found discover={discover} />
    </JobForm>
  );
};

const Companies = ({ discover }: { readonly discover: Discover }): ReactNode => {
  const say = useText();
  const { companies } = discover.draft;
  if (companies === undefined) return null;
  if (companies.length === 0) return <Quiet>{say("universes.noCompany")}</Quiet>;
  return (
    <Tight>
      <Quiet>{say("universes.whichCompany")}</Quiet>
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

const Found = ({ discover }: { readonly discover: Discover }): ReactNode => {
  const say = useText();
  const { found } = discover.draft;
  if (found === undefined) return null;
  if (found.length === 0) return <Quiet>{say("universes.inNone")}</Quiet>;
  return (
    <Stack>
      {found.map((universe) => (
        <FoundUniverse key={universe.universe_id} universe={universe} />
      ))}
    </Stack>
  );
};

const FoundUniverse = ({ universe }: { readonly universe: KnownUniverse }): ReactNode => {
  const say = useText();
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
        <Quiet>{universeLine(say, universe)}</Quiet>
      </div>
      <Button
        size="small"
        disabledFocusable={known}
        onClick={add}
        aria-label={say("universes.addNamed", { name: universe.name })}
      >
        {say(known ? "universes.isKnown" : "pane.add")}
      </Button>
    </Row>
  );
};
