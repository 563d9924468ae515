import type { ThemeName } from "../office/theme-holder";
import type { FunctionFileUse } from "../office/function-cache";
import { make } from "./dom";

export interface TitleBarActions {
  readonly create: () => void;
  readonly open: (file: File) => void;
  readonly save: () => void;
  readonly theme: (name: ThemeName) => void;
  readonly calculation: (mode: "automatic" | "manual") => void;
  readonly emptyCells: (as: "zero" | "null") => void;
  readonly functionsFile: (use: FunctionFileUse) => void;
}

/** Shows the name of the workbook and the settings of the host. */
export const showTitleBar = (container: HTMLElement, actions: TitleBarActions): void => {
  const file = make("input", {
    type: "file",
    accept: ".xlsx,.xlsm,.xltx,.xltm",
    hidden: true,
    "aria-label": "Workbook file",
    change: () => {
      const [chosen] = file.files ?? [];
      if (chosen !== undefined) actions.open(chosen);
      file.value = "";
    },
  });
  container.replaceChildren(
    make("span", { class: "mark", "aria-hidden": "true" }, "▦"),
    make("strong", { id: "workbook-name" }, "Book1"),
    make("span", { class: "product" }, "Workbench"),
    make("span", { class: "space" }),
    button("New", "A new workbook", actions.create),
    button("Open…", "Open an Excel workbook (.xlsx)", () => file.click()),
    button("Save", "Download the workbook as an Excel file (.xlsx)", actions.save),
    file,
    choice("Calculation", { automatic: "Automatic", manual: "Manual" }, actions.calculation),
    choice("Empty cells", { null: "null (web)", zero: "0 (desktop)" }, actions.emptyCells),
    choice("Function list", { fresh: "Always new", cached: "Cached for a day (Excel)" }, actions.functionsFile),
    choice("Theme", { light: "Light", dark: "Dark", contrast: "Contrast" }, actions.theme),
  );
};

const button = (label: string, title: string, click: () => void): HTMLElement =>
  make("button", { type: "button", title, click }, label);

const choice = <Value extends string>(
  label: string,
  values: Readonly<Record<Value, string>>,
  choose: (value: Value) => void,
): HTMLElement => {
  const options = Object.entries<string>(values).map(([value, text]) => make("option", { value }, text));
  const select = make(
    "select",
    { id: `choice-${label.toLowerCase().replace(" ", "-")}`, change: () => choose(select.value as Value) },
    ...options,
  );
  return make("label", {}, make("span", {}, label), select);
};

export const showName = (name: string): void => {
  const place = document.getElementById("workbook-name");
  if (place !== null) place.textContent = name;
  document.title = `${name} – Workbench`;
};
