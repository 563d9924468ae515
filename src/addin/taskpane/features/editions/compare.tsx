import { type ReactNode, useState } from "react";
import type { EditionComparison } from "../../../../formulas/editions/compare-editions";
import { newsIn } from "../../../../formulas/changes/refresh-changes";
import { t } from "../../../../i18n/t";
import type { EditionChoice } from "../../../excel/refresh/edition-verbs";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useRunFor } from "../../state/use-store";
import { ChoiceField } from "../../ui/fields";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { ChangeNews } from "../workbook/changes-view";
import { choiceId, editionTitle } from "../../state/edition-title";
import type { EditionsNow } from "../../state/use-editions";

/** What came, went and changed between an edition and another one, the earlier one first. */
export const CompareEditions = ({
  now: { ofEarlierSession },
  choice,
  choices,
}: {
  readonly now: EditionsNow;
  readonly choice: EditionChoice;
  readonly choices: readonly EditionChoice[];
}): ReactNode => {
  const { editions } = usePane().deps;
  const id = choiceId(choice);
  const others = choices.filter((each) => choiceId(each) !== id);
  const usual = choice === "now" ? (ofEarlierSession ?? others[0]) : others[0];
  const [draft, change] = useDraft(`edition-compare ${id}`, { other: "" });
  const other = others.find((each) => choiceId(each) === draft.other) ?? usual;
  const job = useJob(`edition-compare ${id}`);
  const [comparison, setComparison] = useState<EditionComparison>();
  const otherId = other === undefined ? "" : choiceId(other);
  const [before, after] = other === undefined || moment(other) <= moment(choice) ? [other, choice] : [choice, other];
  const compare = (): void => {
    if (before === undefined) return;
    setComparison(undefined);
    void job.start({ what: t("editions.compare"), query: "" }, async () => {
      setComparison(await editions.compare(before, after));
      return undefined;
    });
  };
  // Each choice is compared at once: no call is made.
  useRunFor(otherId, compare);
  if (before === undefined) return null;
  return (
    <Stack>
      <ChoiceField
        label={t("editions.with")}
        value={otherId}
        choices={others.map((each) => ({ value: choiceId(each), label: editionTitle(each) }))}
        onChange={(value) => change({ other: value })}
      />
      <Quiet>{t("editions.between", { before: editionTitle(before), after: editionTitle(after) })}</Quiet>
      <JobNotice job={job} retry={compare} />
      {comparison !== undefined && (
        <>
          {comparison.same > 0 && <Quiet>{t("editions.same", { count: comparison.same })}</Quiet>}
          <ChangeNews id={`edition-news ${id}`} news={newsIn(comparison.changes)} canMark={after === "now"} />
        </>
      )}
    </Stack>
  );
};

const moment = (choice: EditionChoice): number => (choice === "now" ? Infinity : choice.at);
