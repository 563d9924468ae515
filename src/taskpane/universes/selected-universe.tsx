import { Button, makeStyles, tokens } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import type { KnownUniverse } from "../../runtime/universes";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/fields";
import { lazily } from "../parts/lazily";
import { CardTitle, Quiet, Row, Stack } from "../parts/layout";
import { Panels } from "../parts/panels";
import { useAttempts } from "../parts/use-attempts";
import { usePane } from "../state/pane-context";
import { useText } from "../text/use-text";
import { InsertUniverse } from "./insert-universe";
import { universeLine } from "./universe-line";

const EditUniverse = lazily(
  async () => (await import(/* webpackChunkName: "pane-universe" */ "./universe-form")).EditUniverse,
);
const BrowseEntities = lazily(
  async () => (await import(/* webpackChunkName: "pane-entities" */ "./browse-entities")).BrowseEntities,
);
const Overview = lazily(
  async () => (await import(/* webpackChunkName: "pane-overview" */ "../overview/overview")).Overview,
);

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground2,
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalS,
    minWidth: 0,
  },
});

/** The universe that formulas of this workbook mean when they name none, and what can be done with it. */
export const SelectedUniverse = ({ universe }: { readonly universe: KnownUniverse }): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const panels = [
    { name: "insert", label: say("universes.insert"), Content: InsertUniverse },
    { name: "overview", label: say("universes.overview"), Content: Overview },
    { name: "entities", label: say("universes.browse"), Content: BrowseEntities },
    { name: "edit", label: say("universes.edit"), Content: EditUniverse },
    { name: "more", label: say("universes.more"), Content: RenameOrRemove },
  ];
  return (
    <section className={styles.card} aria-label={say("universes.selected")}>
      <Quiet>{say("universes.selected")}</Quiet>
      <CardTitle>{universe.name}</CardTitle>
      <Quiet>{universeLine(say, universe)}</Quiet>
      {typeof universe.description === "string" && <Quiet>{universe.description}</Quiet>}
      <Panels id={`universe:${universe.universe_id}`} panels={panels} />
    </section>
  );
};

/** Renames the universe on this device, or takes it out of the catalogue; the service is told neither. */
const RenameOrRemove = (): ReactNode => {
  const say = useText();
  const { universes } = usePane().runtime;
  const universe = universes.selected.get();
  const [name, setName] = useState(universe?.name ?? "");
  const [asking, setAsking] = useState(false);
  if (universe === undefined) return null;
  const remove = (): void => {
    universes.select(undefined);
    universes.remove(universe.universe_id);
  };
  if (asking)
    return (
      <Confirm
        question={say("universes.removeAsk", { name: universe.name })}
        yes={say("pane.remove")}
        onYes={remove}
        onNo={() => setAsking(false)}
      />
    );
  return <Rename {...{ universe, name, setName }} remove={() => setAsking(true)} />;
};

interface RenameProps {
  readonly universe: KnownUniverse;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly remove: () => void;
}

const Rename = ({ universe, name, setName, remove }: RenameProps): ReactNode => {
  const say = useText();
  const { universes } = usePane().runtime;
  const attempts = useAttempts();
  const problem = name.trim() === "" ? say("pane.required") : undefined;
  const rename = (): void => {
    if (attempts.pass({ problem })) universes.add({ ...universe, name: name.trim() });
  };
  return (
    <Stack box={attempts.fields}>
      <Quiet>{universe.universe_id}</Quiet>
      <TextField
        label={say("universes.rename")}
        hint={say("universes.renameHint")}
        value={name}
        problem={problem}
        onChange={setName}
      />
      <Row>
        <Button onClick={rename}>{say("universes.renameDo")}</Button>
        <Button onClick={remove}>{say("universes.removeDo")}</Button>
      </Row>
    </Stack>
  );
};
