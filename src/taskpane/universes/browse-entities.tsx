import type { ReactNode } from "react";
import type { WireRecord } from "../../runtime/wire-record";
import { InsertBar } from "../insert/insert-bar";
import { ChoiceField, TextField } from "../parts/fields";
import { GrowingList } from "../parts/growing-list";
import { JobForm } from "../parts/job-form";
import { Line, Pair, Quiet, Stack } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { entityFilters, useBrowse, type Browse } from "./use-browse";

/** The entities of the selected universe, with filters, and a formula for what is shown. */
export const BrowseEntities = (): ReactNode => {
  const say = useText();
  const universe = useStore(usePane().runtime.universes.selected);
  const browse = useBrowse(universe);
  return (
    <JobForm
      job={browse.job}
      attempts={browse.attempts}
      submit={say("browse.show")}
      onSubmit={browse.search}
      fields={<Filters browse={browse} />}
      beside={<Quiet>{say("pane.calls", { count: 1 })}</Quiet>}
    >
      <Found browse={browse} />
    </JobForm>
  );
};

const Filters = ({ browse }: { readonly browse: Browse }): ReactNode => {
  const say = useText();
  return (
    <>
      <Pair>
        <ChoiceField
          label={say("browse.by")}
          value={browse.draft.by}
          choices={entityFilters.map((by) => ({ value: by, label: by }))}
          onChange={(by) => browse.change({ by })}
        />
        <TextField
          label={say("browse.value")}
          value={browse.draft.value}
          problem={browse.problem}
          onChange={(value) => browse.change({ value })}
        />
      </Pair>
      <ChoiceField
        label={say("browse.order")}
        value={browse.draft.order}
        choices={(["name:asc", "name:desc"] as const).map((value) => ({ value, label: say(`browse.${value}`) }))}
        onChange={(order) => browse.change({ order })}
      />
    </>
  );
};

const Found = ({ browse }: { readonly browse: Browse }): ReactNode => {
  const say = useText();
  const { found, total } = browse.draft;
  if (found === undefined) return null;
  return (
    <Stack>
      <Quiet>{say("browse.found", { count: found.length, total: total ?? found.length })}</Quiet>
      <GrowingList
        label={say("universes.browse")}
        items={found}
        keyOf={({ id }) => String(id)}
        show={(entity) => <EntityLine entity={entity} />}
      />
      <InsertBar
        insertion={{
          key: "browse",
          formula: browse.formula,
          size: { rows: Math.min(total ?? 1000, 1000) + 1, columns: 5 },
          sheetName: say("universes.browse"),
        }}
      />
    </Stack>
  );
};

const EntityLine = ({ entity }: { readonly entity: WireRecord }): ReactNode => {
  const facts = ["country", "isin", "lei"]
    .map((name) => entity[name])
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 1) : [value]))
    .filter((value) => typeof value === "string" && value !== "");
  return (
    <>
      <Line>{String(entity["name"])}</Line>
      <Quiet>{facts.join(" · ")}</Quiet>
    </>
  );
};
