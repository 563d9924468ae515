import { tell } from "../text/tell";
import type { Cell } from "./argument";
import { checkEntity } from "./entity-id";
import { raw } from "./kind";
import { required } from "./parameter";

/** The parameter `entity`: one entity, checked before anything is sent, looked up when answered. */
export const entity = required<Cell>("entity", {
  ...raw,
  allowed: () => tell("allowed.entity"),
  read: (cells, scope) => {
    const cell = raw.read(cells, scope);
    checkEntity(cell, scope.name);
    return cell;
  },
});
