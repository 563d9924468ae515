import type { ReactNode } from "react";
import type { WireRecord } from "../../../../contract/page";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { formulaText } from "../../../../formulas/define/formula-text";
import { listFrom } from "../../../../formulas/table/nested/values";
import { readable } from "../../../../formulas/table/readable";
import { type PlainKey, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { bindField, ChoiceField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { InsertBar } from "../../ui/insert-bar";
import { JobForm } from "../../ui/job-form";
import { Line, Pair, Quiet, Stack } from "../../ui/layout";
import { useAttempts } from "../../ui/use-attempts";
import { useShownUniverse } from "../../state/use-shown-universe";

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

/** The filters with a single value (specification, "Universe and entity routes"). */
const filterLabels = {
  name: "resolve.by.name",
  country: "browse.by.country",
  alias: "resolve.by.alias",
  isin: "resolve.by.isin",
  ticker: "resolve.by.ticker",
  lei: "resolve.by.lei",
  figi: "resolve.by.figi",
  duns: "resolve.by.duns",
  entity_id: "resolve.by.entity_id",
  website: "resolve.by.website",
  city: "browse.by.city",
  region: "browse.by.region",
  registration_code: "resolve.by.registration_code",
  client_code: "resolve.by.client_code",
  sector: "browse.by.sector",
  isic4: "browse.by.isic4",
  industry_code: "browse.by.industry_code",
  unspsc: "browse.by.unspsc",
  employee_count: "browse.by.employee_count",
  revenue: "browse.by.revenue",
} as const satisfies Readonly<Record<string, PlainKey>>;
const entityFilters = Object.keys(filterLabels) as readonly (keyof typeof filterLabels)[];

const similar: readonly string[] = ["name", "alias", "website", "city", "region"];
const numericFilters: readonly string[] = ["employee_count", "revenue"];
const hasOperator = /^(?:eq|neq|lt|lte|gt|gte|in|nin|between|ilike):/;

interface BrowseDraft {
  readonly by: string;
  readonly value: string;
  readonly order: string;
  readonly found: readonly WireRecord[] | undefined;
  readonly total: number | undefined;
}

/** The query value of a filter, with a default operator where none is typed. */
const browseCondition = (by: string, value: string): string => {
  if (by === "country") return value.toLowerCase();
  if (hasOperator.test(value)) return value;
  if (numericFilters.includes(by)) return `gte:${value}`;
  return similar.includes(by) ? `ilike:%${value}%` : `eq:${value}`;
};

const browseFields = ["id", "name", "country", "isin", "lei"] as const;
const entitiesPerPortion = 200;

const browseFormula = (universe: KnownUniverse | undefined, { by, value, order }: BrowseDraft): string => {
  const options = [
    order === "name:asc" ? "" : `order=${order}`,
    value === "" || by === "name" || by === "country" ? "" : `${by}=${/[;,]/.test(value) ? `'${value}'` : value}`,
  ].filter((option) => option !== "");
  return `=${formulaText("UNIVERSE.ENTITIES", [
    universe?.name,
    by === "name" ? value : undefined,
    by === "country" ? value : undefined,
    undefined,
    undefined,
    options.join("; "),
  ])}`;
};

/** The first entities of the universe that is shown with filters, and the formula for them. */
export const BrowseEntities = (): ReactNode => {
  const { runtime } = usePane();
  const { universe } = useShownUniverse();
  const initial = { by: "name", value: "", order: "name:asc", found: undefined, total: undefined };
  const [draft, setDraft] = useDraft<BrowseDraft>(`browse:${universe?.universe_id ?? ""}`, initial);
  const job = useJob(`browse:${universe?.universe_id ?? ""}`);
  const value = draft.value.trim();
  const notANumber =
    numericFilters.includes(draft.by) && value !== "" && !hasOperator.test(value) && !/^\d+$/.test(value);
  const problem = notANumber ? t("browse.number") : undefined;
  const attempts = useAttempts();
  const search = (): void => {
    if (!attempts.pass({ problem }) || universe === undefined) return;
    const query = { order: draft.order, ...(value === "" ? {} : { [draft.by]: browseCondition(draft.by, value) }) };
    void job.start(t("universes.browse"), `${draft.by} ${value}`, async ({ requestContext }) => {
      const path = { universe_id: universe.universe_id };
      const request = { route: "listUniverseEntities", path, query, fields: browseFields } as const;
      const { records, total } = await runtime.listings.read(request, { limit: entitiesPerPortion }, requestContext);
      setDraft({ found: records, total });
      return records.length;
    });
  };
  const change = (part: Partial<BrowseDraft>): void => setDraft({ ...part, found: undefined, total: undefined });
  const { found, total } = draft;
  return (
    <JobForm
      job={job}
      attempts={attempts}
      submit={t("browse.show")}
      onSubmit={search}
      fields={
        <>
          <Pair>
            <ChoiceField
              label={t("browse.by")}
              choices={entityFilters.map((by) => ({ value: by, label: t(filterLabels[by]) }))}
              {...bindField({ draft, change }, "by")}
            />
            <TextField
              label={t("browse.value")}
              {...bindField({ draft, problems: { value: problem }, change }, "value")}
            />
          </Pair>
          <ChoiceField
            label={t("browse.order")}
            choices={(["name:asc", "name:desc"] as const).map((order) => ({
              value: order,
              label: t(`browse.${order}`),
            }))}
            {...bindField({ draft, change }, "order")}
          />
        </>
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
              formula: () => browseFormula(universe, { ...draft, value }),
              size: { rows: Math.min(total ?? 1000, 1000) + 1, columns: 5 },
              sheetName: t("universes.browse"),
            }}
          />
        </Stack>
      )}
    </JobForm>
  );
};
