import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { Confirm } from "../parts/confirm";
import { GrowingList } from "../parts/growing-list";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack, Strong, Tight } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { useText } from "../text/use-text";
import { recipesIn, recipeTable, type Recipe } from "./recipes";
import { startAnalysis } from "./start-analysis";

/** The recipes kept in this workbook, each to be run again. */
export const Recipes = (): ReactNode => {
  const say = useText();
  const { workbook } = usePane().world;
  const [draft, change] = useDraft<{ readonly recipes: readonly Recipe[] | undefined }>("recipes", {
    recipes: undefined,
  });
  const job = useJob("recipes-read");
  const read = (): void => {
    void job.start({ what: say("analysis.recipes"), query: "" }, async () => {
      const recipes = recipesIn(await workbook.readTable(recipeTable));
      change({ recipes });
      return recipes.length;
    });
  };
  return (
    <Stack>
      <Quiet>{say("analysis.recipesLead")}</Quiet>
      <Row>
        <Button size="small" onClick={read}>
          {say("analysis.readRecipes")}
        </Button>
      </Row>
      <JobNotice job={job} retry={read} />
      {draft.recipes?.length === 0 && <Quiet>{say("analysis.noRecipes")}</Quiet>}
      <GrowingList
        label={say("analysis.recipes")}
        items={draft.recipes ?? []}
        keyOf={({ instance, started }) => `${instance} ${started}`}
        show={(recipe) => <RecipeLine recipe={recipe} />}
      />
    </Stack>
  );
};

const RecipeLine = ({ recipe }: { readonly recipe: Recipe }): ReactNode => {
  const say = useText();
  const rerun = useRerun(recipe.name, recipe.request);
  const { start_date: start, end_date: end } = recipe.request;
  return (
    <Tight>
      <Strong>{recipe.name}</Strong>
      <Quiet>{`${String(start)} – ${String(end)}`}</Quiet>
      <Rerun rerun={rerun} label={say("analysis.rerunNamed", { name: recipe.name })} />
    </Tight>
  );
};

/** Running a request again. */
export const useRerun = (name: string, request: Readonly<Record<string, unknown>>) => {
  const say = useText();
  const { runtime, world } = usePane();
  const job = useJob(`rerun:${name}:${JSON.stringify(request).slice(0, 200)}`);
  const run = (): void => {
    void job.start({ what: say("analysis.start"), query: name }, async ({ call }) => {
      await startAnalysis(name, request, { runtime, workbook: world.workbook, sheet: say("analysis.sheet"), call });
      return 1;
    });
  };
  return { job, run };
};

/** The button that runs again, which asks first: it starts work at the service. */
export const Rerun = ({
  rerun,
  label,
}: {
  readonly rerun: ReturnType<typeof useRerun>;
  readonly label: string;
}): ReactNode => {
  const say = useText();
  const [asking, setAsking] = useState(false);
  if (asking)
    return (
      <Confirm
        question={say("analysis.rerunAsk")}
        yes={say("analysis.rerun")}
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
          {say("analysis.rerun")}…
        </Button>
      </Row>
    </>
  );
};
