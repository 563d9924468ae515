import type { ComponentType, ReactNode } from "react";
import { useDraft } from "../state/use-store";
import { Stack } from "./layout";
import { TabStrip } from "./tab-strip";

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
  if (open === undefined) return null;
  return (
    <Stack>
      <TabStrip label={label} tabs={parts} selected={open.name} onSelect={(name) => change({ open: name })} />
      <open.Content key={open.name} />
    </Stack>
  );
};
