import { make } from "./dom";
import type { Control, Manifest } from "./manifest";

/** Runs the action of a button, or shows the task pane. */
export type RunControl = (control: Control) => void;

/** The parameter of `Office.ribbon.requestUpdate`. */
export interface RibbonUpdate {
  readonly tabs?: readonly {
    readonly groups?: readonly { readonly controls?: readonly ControlUpdate[] }[];
    readonly controls?: readonly ControlUpdate[];
  }[];
}

interface ControlUpdate {
  readonly id: string;
  readonly enabled?: boolean;
}

/** Shows the manifest's groups like Excel's Home tab. */
export const showRibbon = (container: HTMLElement, manifest: Manifest, run: RunControl): void => {
  container.replaceChildren(
    ...manifest.groups.map((group) =>
      make(
        "section",
        { class: "group", "aria-label": group.label },
        make("div", { class: "controls" }, ...group.controls.map((control) => showControl(control, run))),
        make("span", { class: "label" }, group.label),
      ),
    ),
  );
  document.addEventListener("click", (event) => {
    for (const menu of container.querySelectorAll("details"))
      if (!(event.target instanceof Node && menu.contains(event.target))) menu.open = false;
  });
};

const face = ({ icon, label }: Control): (Node | string)[] => [
  icon === undefined ? make("span", { class: "icon" }, "◆") : make("img", { class: "icon", src: icon, alt: "" }),
  make("span", {}, label),
];

const showControl = (control: Control, run: RunControl): HTMLElement => {
  const title = control.tooltip;
  if (control.items.length === 0)
    return make("button", { id: control.id, type: "button", title, click: () => run(control) }, ...face(control));
  const menu = make("details", { id: control.id });
  const items = control.items.map((item) =>
    make(
      "button",
      {
        id: item.id,
        type: "button",
        role: "menuitem",
        title: item.tooltip,
        click: () => {
          menu.open = false;
          run(item);
        },
      },
      item.label,
    ),
  );
  menu.append(make("summary", { title }, ...face(control)), make("div", { class: "menu", role: "menu" }, ...items));
  return menu;
};

export const updateRibbon = (container: HTMLElement, update: RibbonUpdate): void => {
  const controls = (update.tabs ?? []).flatMap((tab) => [
    ...(tab.controls ?? []),
    ...(tab.groups ?? []).flatMap((group) => group.controls ?? []),
  ]);
  for (const { id, enabled } of controls) {
    const control = container.querySelector(`#${CSS.escape(id)}`);
    if (enabled !== undefined) control?.toggleAttribute("disabled", !enabled);
  }
};
