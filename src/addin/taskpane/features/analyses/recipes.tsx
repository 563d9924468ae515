import type { ReactNode } from "react";
import { AddinError } from "../../../../engine/http/addin-error";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { GrowingList } from "../../ui/growing-list";
import { JobAction, JobNotice } from "../../ui/job-form";
import { Quiet, Stack, Strong, Tight } from "../../ui/layout";
import { type Recipe, recipesIn, recipeTable, startAnalysis } from "./start-analysis";

/** The analyses recorded in this workbook, each with a button that runs it again. */
export const Recipes = (): ReactNode => {
  const { workbook } = usePane().deps;
  const [draft, change] = useDraft<{ readonly recipes: readonly Recipe[] | undefined }>("recipes", {
    recipes: undefined,
  });
  const job = useJob("recipes-read");
  const read = (): void => {
    void job.start(t("analysis.recipes"), "", async () => {
      const recipes = recipesIn(await workbook.readTable(recipeTable));
      change({ recipes });
      return recipes.length;
    });
  };
  return (
    <Stack>
      <Quiet>{t("analysis.recipesLead")}</Quiet>
      <JobAction size="small" job={job} run={read}>
        {t("analysis.readRecipes")}
      </JobAction>
      {draft.recipes?.length === 0 && <Quiet>{t("analysis.noRecipes")}</Quiet>}
      <GrowingList
        label={t("analysis.recipes")}
        items={draft.recipes ?? []}
        keyOf={({ instance, started }) => `${instance} ${started}`}
        show={(recipe) => <RecipeLine recipe={recipe} />}
      />
    </Stack>
  );
};

/** Starts the same request again. */
export const useRerun = ({ name, request }: Pick<Recipe, "name" | "request">) => {
  const { deps } = usePane();
  const job = useJob(`rerun:${name}:${JSON.stringify(request).slice(0, 200)}`);
  const run = (): void => {
    void job.start(t("analysis.start"), name, async ({ call }) => {
      const { recipeProblem } = await startAnalysis(deps, { name, request }, call);
      if (recipeProblem !== undefined) throw new AddinError("rejected", t("analysis.noRecipe", { why: recipeProblem }));
      return 1;
    });
  };
  return { job, run };
};

const RecipeLine = ({ recipe }: { readonly recipe: Recipe }): ReactNode => {
  const { name } = recipe;
  const { start_date: start, end_date: end } = recipe.request;
  const { job, run } = useRerun(recipe);
  return (
    <Tight>
      <Strong>{name}</Strong>
      <Quiet>{`${String(start)} – ${String(end)}`}</Quiet>
      <JobNotice job={job} />
      <AskButton
        size="small"
        label={`${t("analysis.rerun")}…`}
        aria-label={t("analysis.rerunNamed", { name })}
        question={t("analysis.rerunAsk")}
        yes={t("analysis.rerun")}
        isBusy={job.now.status === "running"}
        run={run}
      />
    </Tight>
  );
};
