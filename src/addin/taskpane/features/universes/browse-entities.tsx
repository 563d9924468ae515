import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { WireRecord } from "../../../../contract/page";
import { countryNameOrCode } from "../../../../formulas/arguments/filters";
import { formulaText } from "../../../../formulas/define/formula-text";
import { listFrom } from "../../../../formulas/table/nested/values";
import { readable } from "../../../../formulas/table/readable";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useShownUniverse } from "../../state/use-shown-universe";
import { useDraft, useJob } from "../../state/use-store";
import { bindField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { InsertBar } from "../../ui/insert-bar";
import { JobForm } from "../../ui/job-form";
import { Line, Pair, Quiet, Stack } from "../../ui/layout";
import { useAttempts } from "../../ui/use-attempts";

const EntityLine = ({ entity }: { readonly entity: WireRecord }): ReactNode => {
  const facts = ["country", "isin", "lei"].flatMap((name) => {
    const [value] = listFrom(entity[name]);
    return typeof value === "string" && value !== "" ? [readable(name, value)] : [];
  });
  return (
    <>
      <Line>{String(entity["name"])}</Line>
      <Quiet>{facts.join(" · ")}</Quiet>
    </>
  );
};

interface BrowseDraft {
  readonly name: string;
  readonly country: string;
  readonly found: readonly WireRecord[] | undefined;
  readonly total: number | undefined;
}

const initialBrowse: BrowseDraft = { name: "", country: "", found: undefined, total: undefined };

const browseFields = ["id", "name", "country", "isin", "lei"] as const;
const entitiesPerPortion = 200;

/** The first companies of the universe that is shown, and the formula for them, which has all other filters in its form. */
export const BrowseEntities = (): ReactNode => {
  const { runtime, state } = usePane();
  const { universe } = useShownUniverse();
  const [draft, setDraft] = useDraft(`browse:${universe?.universe_id ?? ""}`, initialBrowse);
  const job = useJob(`browse:${universe?.universe_id ?? ""}`);
  const attempts = useAttempts();
  const { found, total } = draft;
  const [name, country] = [draft.name.trim(), draft.country.trim()];
  const search = (): void => {
    if (universe === undefined) return;
    void job.start(t("universes.browse"), `${name} ${country}`.trim(), async ({ requestContext }) => {
      const query = {
        order: "name:asc",
        ...(name !== "" && { name: `ilike:%${name}%` }),
        ...(country !== "" && { country: countryNameOrCode(country) }),
      };
      const path = { universe_id: universe.universe_id };
      const request = { route: "listUniverseEntities", path, query, fields: browseFields } as const;
      const { records, total } = await runtime.listings.read(request, { limit: entitiesPerPortion }, requestContext);
      setDraft({ found: records, total });
      return records.length;
    });
  };
  const change = (part: Partial<BrowseDraft>): void => setDraft({ ...part, found: undefined, total: undefined });
  const formula = `=${formulaText("UNIVERSE.ENTITIES", [universe?.name, name || undefined, country || undefined])}`;
  const openForm = (): void => {
    state.formulaToOpen.set({ formula, address: "" });
    state.view.set("build");
  };
  return (
    <JobForm
      job={job}
      attempts={attempts}
      submit={t("browse.show")}
      onSubmit={search}
      beside={<Button onClick={openForm}>{t("browse.moreFilters")}</Button>}
      fields={
        <Pair>
          <TextField label={t("pane.name")} {...bindField({ draft, change }, "name")} />
          <TextField label={t("file.fact.country")} {...bindField({ draft, change }, "country")} />
        </Pair>
      }
    >
      {found !== undefined && (
        <Stack>
          <Quiet>{t("browse.found", { count: found.length, total: total ?? found.length })}</Quiet>
          <GrowingList
            label={t("universes.browse")}
            items={found}
            keyOf={({ id }) => String(id)}
            show={(entity) => <EntityLine entity={entity} />}
          />
          <InsertBar
            insertion={{
              id: "browse",
              formula: () => formula,
              size: { rows: Math.min(total ?? 1000, 1000) + 1, columns: 5 },
              sheetName: t("universes.browse"),
            }}
          />
        </Stack>
      )}
    </JobForm>
  );
};
