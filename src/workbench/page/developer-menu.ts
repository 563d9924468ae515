import { changeAsCoAuthor } from "../faults/co-author";
import type { HostFault } from "../faults/host-faults";
import type { OfficeHost } from "../office/office-host";
import { t } from "../texts";
import { choiceItem, type MenuGroup, type Switch, switches } from "./menu";

/** The groups of the Developer menu: where versions of Excel differ, and what helps whoever works on an add-in. */
export const developerGroups = (host: OfficeHost): readonly MenuGroup[] => [
  choiceItem(
    t("developer.emptyCells"),
    { null: t("developer.emptyNull"), zero: t("developer.emptyZero") },
    () => host.functions.emptyCells,
    (as) => {
      host.functions.emptyCells = as;
    },
  ),
  switches(t("developer.functions"), [
    {
      label: t("developer.cached"),
      isOn: () => host.functionCache.use === "cached",
      set: (on) => {
        host.functionCache.use = on ? "cached" : "fresh";
      },
    },
  ]),
  switches(t("developer.faults"), [
    faultSwitch(host, t("developer.dropResult"), { kind: "drop-result" }),
    faultSwitch(host, t("developer.lateResult"), { kind: "late-result" }),
    faultSwitch(host, t("developer.oldValue"), { kind: "old-value" }),
    faultSwitch(host, t("developer.unknownName"), { kind: "unknown-name" }),
    faultSwitch(host, t("developer.deadRuntime"), { kind: "dead-runtime" }),
    faultSwitch(host, t("developer.cellEdit"), { kind: "cell-edit" }),
    faultSwitch(host, t("developer.protectedSheet"), { kind: "protected-sheet" }),
  ]),
  {
    label: t("developer.coAuthor"),
    items: () => [
      {
        label: t("developer.coAuthorWrites"),
        run: () => changeAsCoAuthor(host, { cells: { [activeCell(host)]: t("developer.coAuthorText") } }),
      },
      {
        label: t("developer.coAuthorInserts"),
        run: () => changeAsCoAuthor(host, { insertRows: { above: host.book.area(activeCell(host)).startRow + 1 } }),
      },
    ],
  },
];

/** A fault without a scope. */
const faultSwitch = ({ faults }: OfficeHost, label: string, fault: HostFault): Switch => ({
  label,
  isOn: () => faults.has(fault.kind),
  set: (on) => {
    if (on) faults.switchOn(fault);
    else for (const one of faults.list()) if (one.fault.kind === fault.kind) faults.switchOff(one.id);
  },
});

const activeCell = ({ book }: OfficeHost): string => book.address(book.activeArea());
