import { meetsAll, textTest, type NumberCondition, type TextCondition } from "../http/conditions";
import { entityNumbers, entityTexts, type View } from "./entity-values";

/** Whether an entity is kept, in the view of who asks. */
export type EntityFilter = (entity: number, view: View) => boolean;

/** Makes a filter from conditions by key: several conditions of a text key are alternatives, those of a number key all hold for one value. */
export const createEntityFilter = (
  texts: ReadonlyMap<string, readonly TextCondition[]>,
  numbers: ReadonlyMap<string, readonly NumberCondition[]>,
): EntityFilter => {
  const textTests = [...texts]
    .filter(([, conditions]) => conditions.length > 0)
    .map(([key, conditions]) => ({ key, test: textTest(conditions) }));
  const numberTests = [...numbers].filter(([, conditions]) => conditions.length > 0);
  return (entity, view) =>
    textTests.every(({ key, test }) => test(entityTexts[key]?.(entity, view) ?? [])) &&
    numberTests.every(([key, conditions]) =>
      (entityNumbers[key]?.(entity, view) ?? []).some((value) => meetsAll(conditions, value)),
    );
};
