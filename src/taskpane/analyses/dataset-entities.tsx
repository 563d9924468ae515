import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { LinesField, TextField } from "../parts/fields";
import { Row, Stack } from "../parts/layout";
import { Section } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useText } from "../text/use-text";
import type { EntityDraft } from "./dataset";
import type { DatasetForm } from "./use-dataset";

/** The entities of an analysis, each with context and keywords; keywords may come from the selected cells. */
export const DatasetEntities = ({ form }: { readonly form: DatasetForm }): ReactNode => {
  const say = useText();
  const { entities } = form.draft;
  const put = (at: number, part: Partial<EntityDraft>): void =>
    form.change({ entities: entities.map((entity, index) => (index === at ? { ...entity, ...part } : entity)) });
  return (
    <Section title={say("analysis.entities")}>
      <Stack>
        {entities.map((entity, at) => (
          <Entity
            key={at}
            number={at + 1}
            entity={entity}
            problem={at === 0 ? form.problems.entities : undefined}
            put={(part) => put(at, part)}
            remove={
              entities.length > 1
                ? () => form.change({ entities: entities.filter((_, index) => index !== at) })
                : undefined
            }
          />
        ))}
        <Row>
          <Button
            size="small"
            onClick={() => form.change({ entities: [...entities, { name: "", context: "", keywords: "" }] })}
          >
            {say("analysis.addEntity")}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
};

interface EntityProps {
  readonly number: number;
  readonly entity: EntityDraft;
  readonly problem: string | undefined;
  readonly put: (part: Partial<EntityDraft>) => void;
  readonly remove: (() => void) | undefined;
}

const Entity = (props: EntityProps): ReactNode => {
  const say = useText();
  const { number, entity, problem, put } = props;
  return (
    <Stack>
      <TextField
        label={say("analysis.entityName", { number })}
        required
        value={entity.name}
        problem={problem}
        onChange={(name) => put({ name })}
      />
      <TextField
        label={say("analysis.context", { number })}
        hint={say("pane.optional")}
        value={entity.context}
        onChange={(context) => put({ context })}
      />
      <LinesField
        label={say("analysis.keywords", { number })}
        hint={say("analysis.onePerLine")}
        value={entity.keywords}
        onChange={(keywords) => put({ keywords })}
      />
      <EntityActions {...props} />
    </Stack>
  );
};

const EntityActions = ({ number, put, remove }: EntityProps): ReactNode => {
  const say = useText();
  const { workbook } = usePane().world;
  const take = (): void => {
    void workbook.selection().then(({ values }) => {
      const words = values.flat().map(String);
      put({ keywords: words.filter((word) => word.trim() !== "").join("\n") });
    });
  };
  return (
    <Row>
      <Button size="small" onClick={take} aria-label={say("analysis.takeKeywordsFor", { number })}>
        {say("analysis.takeKeywords")}
      </Button>
      {remove !== undefined && (
        <Button
          size="small"
          appearance="subtle"
          onClick={remove}
          aria-label={say("pane.removeNamed", { name: say("analysis.entityName", { number }) })}
        >
          {say("pane.remove")}
        </Button>
      )}
    </Row>
  );
};
