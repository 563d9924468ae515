import { Tab, TabList } from "@fluentui/react-components";
import type { ComponentType, ReactNode } from "react";
import { useDraft } from "../state/use-store";
import { Stack } from "./layout";

/** One of several parts of a view. */
export interface TabPart {
  readonly name: string;
  readonly label: string;
  readonly Content: ComponentType;
}

/** The parts of a view, one shown at a time; which one is remembered under the key. */
export const Tabs = ({
  id,
  label,
  parts,
}: {
  readonly id: string;
  readonly label: string;
  readonly parts: readonly TabPart[];
}): ReactNode => {
  const [draft, change] = useDraft(`tabs:${id}`, { open: parts[0]?.name ?? "" });
  const open = parts.find(({ name }) => name === draft.open) ?? parts[0];
  return (
    <Stack>
      <TabList
        size="small"
        aria-label={label}
        selectedValue={open?.name}
        style={{ flexWrap: "wrap", marginInline: "-8px" }}
        onTabSelect={(_, { value }) => change({ open: String(value) })}
      >
        {parts.map((part) => (
          <Tab key={part.name} value={part.name}>
            {part.label}
          </Tab>
        ))}
      </TabList>
      {open !== undefined && <open.Content key={open.name} />}
    </Stack>
  );
};
