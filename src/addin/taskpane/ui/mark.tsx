import { Badge, type BadgeProps } from "@fluentui/react-components";
import type { ReactNode } from "react";

/** A state in a word or two. The color repeats what the words say. */
export const Mark = (props: Pick<BadgeProps, "color" | "children">): ReactNode => (
  <Badge appearance="tint" {...props} />
);
