import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { AddinError } from "../../../../engine/http/addin-error";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { type Recipe, recipesIn, recipeTable, startAnalysis } from "./start-analysis";

/** The analyses recorded in this workbook, each with a button that runs it again. */
export const Recipes = (): ReactNode => {
  const { workbook } = usePane().deps;
  const [draft, change] = useDraft<{ readonly recipes: readonly Recipe[] | undefined }>("recipes", {
    recipes: undefined,
  });
  const job = useJob("recipes-read");
  const read = (): void => {
    void job.start({ what: t("analysis.recipes"), query: "" }, async () => {
      const recipes = recipesIn(await workbook.readTable(recipeTable));
      change({ recipes });
      return recipes.length;
    });
  };
  return (
    <Stack>
      <Quiet>{t("analysis.recipesLead")}</Quiet>
      <Row>
        <Button size="small" onClick={read}>
          {t("analysis.readRecipes")}
        </Button>
      </Row>
      <JobNotice job={job} retry={read} />
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

const RecipeLine = ({ recipe }: { readonly recipe: Recipe }): ReactNode => {
  const rerun = useRerun(recipe.name, recipe.request);
  const { start_date: start, end_date: end } = recipe.request;
  return (
    <Tight>
      <Strong>{recipe.name}</Strong>
      <Quiet>{`${String(start)} – ${String(end)}`}</Quiet>
      <Rerun rerun={rerun} label={t("analysis.rerunNamed", { name: recipe.name })} />
    </Tight>
  );
};

/** Starts the same request again. */
export const useRerun = (name: string, request: Readonly<Record<string, unknown>>) => {
  const { deps } = usePane();
  const job = useJob(`rerun:${name}:${JSON.stringify(request).slice(0, 200)}`);
  const run = (): void => {
    void job.start({ what: t("analysis.start"), query: name }, async ({ call }) => {
      const { recipeProblem } = await startAnalysis(deps, { name, request }, call);
      if (recipeProblem !== undefined) throw new AddinError("rejected", t("analysis.noRecipe", { why: recipeProblem }));
      return 1;
    });
  };
  return { job, run };
};

/** Runs again after a confirmation, because it starts work at the service. */
export const Rerun = ({
  rerun,
  label,
}: {
  readonly rerun: ReturnType<typeof useRerun>;
  readonly label: string;
}): ReactNode => {
  const [asking, setAsking] = useState(false);
  if (asking)
    return (
      <Confirm
        question={t("analysis.rerunAsk")}
        yes={t("analysis.rerun")}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          rerun.run();
        }}
      />
    );
  return (
    <>
      <JobNotice job={rerun.job} />
      <Row>
        <Button
          size="small"
          aria-label={label}
          disabledFocusable={rerun.job.now.status === "running"}
          onClick={() => setAsking(true)}
        >
          {t("analysis.rerun")}…
        </Button>
      </Row>
    </>
  );
};
