import type { ReactNode } from "react";
import { lazily } from "../parts/lazily";
import { Panels } from "../parts/panels";
import { Page, Section } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { AddUniverse } from "./add-universe";
import { DiscoverUniverses } from "./discover-universes";
import { SelectedUniverse } from "./selected-universe";
import { UniverseList } from "./universe-list";

const CreateUniverse = lazily(
  async () => (await import(/* webpackChunkName: "pane-universe" */ "./universe-form")).CreateUniverse,
);

/** The universes known here, the one selected for this workbook, and the ways to know more of them. */
export const UniversesView = (): ReactNode => {
  const say = useText();
  const { universes } = usePane().runtime;
  const catalogue = useStore(universes.catalogue);
  const selected = useStore(universes.selected);
  const ways = [
    { name: "id", label: say("universes.byId"), Content: AddUniverse },
    { name: "discover", label: say("universes.discover"), Content: DiscoverUniverses },
    { name: "create", label: say("universes.create"), Content: CreateUniverse },
  ];
  return (
    <Page title={say("universes.title")}>
      {selected !== undefined && <SelectedUniverse key={selected.universe_id} universe={selected} />}
      {catalogue.length > 0 && <UniverseList />}
      <Section title={say("universes.addTitle")} lead={say("universes.addLead")}>
        <Panels id="add-universe" panels={ways} initial={catalogue.length === 0 ? "id" : ""} />
      </Section>
    </Page>
  );
};
