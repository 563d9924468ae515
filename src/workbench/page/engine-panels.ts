import { t } from "../texts";

/** What opens over the sheet. */
const popup = "[data-radix-popper-content-wrapper]";

/** Where the engine puts its panels, and what opens from them. */
const places = `:is([data-u-comp=sidebar], [data-u-context-menu-submenu], [role=dialog], ${popup})`;

/** Tools of a panel that are drawn as an icon alone, and the commands that are called the same. */
const tools = {
  bold: "sheet.command.set-range-bold",
  italic: "sheet.command.set-range-italic",
  underline: "sheet.command.set-range-underline",
  strikethrough: "sheet.command.set-range-stroke",
  "font-color-double": "sheet.command.set-range-text-color",
  "paint-bucket-double": "sheet.command.set-background-color",
} as const;

/** What the panel of borders draws, by the name of its icon. */
const borders = {
  "up-border-double": "border.top",
  "down-border-double": "border.bottom",
  "left-border-double": "border.left",
  "right-border-double": "border.right",
  "no-border": "border.none",
  "all-border": "border.all",
  "outer-border-double": "border.outside",
  "inner-border-double": "border.inside",
  "horizontal-border-double": "border.horizontal",
  "vertical-border-double": "border.vertical",
  "back-slash-double": "border.down",
  "left-double-diagonal-double": "border.down2",
  "left-tridiagonal-double": "border.down3",
  "slash-double": "border.up",
  "right-double-diagonal-double": "border.up2",
} as const;

const borderPanel = `${popup} section:has(> div > a > .univerjs-icon-all-border-icon)`;
/** A line to choose for borders. */
const borderLine = `${popup} section > ul > li:has(> svg)`;
/** In the order of the panel. */
const borderLines = [
  "border.thin",
  "border.hair",
  "border.dotted",
  "border.dashed",
  "border.dashDot",
  "border.dashDotDot",
  "border.medium",
  "border.mediumDashed",
  "border.mediumDashDot",
  "border.mediumDashDotDot",
  "border.thick",
  "border.double",
] as const;

/** An icon to choose. */
const icon = `${popup} :is(div, a):has(> img)`;

const mouseButtons = [
  ...Object.keys(tools).map((name) => `[data-u-comp=sidebar] :is(div, span):has(> .univerjs-icon-${name}-icon)`),
  `${places} :is(div, a):has(> :is(.univerjs-icon-delete-icon, .univerjs-icon-delete-empty-icon))`,
  `${places} :is(div, a):has(> .univerjs-icon-increase-icon)`,
  `${places} span:has(> .univerjs-icon-select-range-icon)`,
  `${places} div:has(> .univerjs-icon-slash-double-icon)`,
  `${places} a:not([href])`,
  icon,
].join();

/** Whether the engine draws an element as a button that answers to the mouse only. */
export const isMouseButton = (element: HTMLElement): boolean =>
  element.matches(`[data-slot=popover-trigger]:not(button), ${mouseButtons}, ${borderLine}`);

/** Where such a button takes a click. */
export const clickTarget = (button: HTMLElement): HTMLElement => button.querySelector("img") ?? button;

const elementsIn = (page: ParentNode, selector: string): HTMLElement[] => [
  ...page.querySelectorAll<HTMLElement>(selector),
];

/** Sets an attribute only where it differs, so that the observer of the page comes to rest. */
export const setAttributeOnce = (element: Element, attribute: string, value: string): void => {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
};

/** Gives panels, colours, icons and fields the names and roles that they lack. */
export const mendPanels = (page: Document, commands: ReadonlyMap<string, string>): void => {
  for (const edge of elementsIn(page, "[data-u-comp=sidebar] > [role=separator]"))
    setAttributeOnce(edge, "aria-valuenow", String(edge.parentElement?.offsetWidth ?? 0));
  for (const color of elementsIn(page, "[data-u-comp=color-picker-presets] button"))
    setAttributeOnce(color, "aria-label", toHex(color.style.backgroundColor));
  for (const image of elementsIn(page, `${places} img:not([alt])`)) setAttributeOnce(image, "alt", "");
  nameNoIcon(page);
  mendSubmenus(page);
  mendBorders(page);
  for (const button of elementsIn(page, mouseButtons)) {
    if (button.querySelector("a, button, input") !== null) continue;
    const name = button.textContent.trim() === "" ? nameOfIcon(button, commands) : undefined;
    if (name === "") continue;
    if (name !== undefined) setAttributeOnce(button, "aria-label", name);
    setAttributeOnce(button, "role", "button");
    setAttributeOnce(button, "tabindex", "0");
  }
  for (const trigger of elementsIn(
    page,
    "[data-u-comp=sidebar] [data-slot=popover-trigger][role=button]:not([aria-label])",
  ))
    if (trigger.textContent.trim() === "") setAttributeOnce(trigger, "aria-label", controlLabel(trigger));
  nameFields(page);
};

/** The engine has these words in Chinese, whatever its language is. */
const nameNoIcon = (page: Document): void => {
  for (const words of elementsIn(page, ".univerjs-icon-slash-double-icon + span"))
    if (words.textContent !== t("sheet.noIcon")) words.textContent = t("sheet.noIcon");
};

/** A row of a submenu can hold a number. A button may not do so, an item of a menu may. */
const mendSubmenus = (page: Document): void => {
  for (const submenu of elementsIn(page, "[data-u-context-menu-submenu]:has(button input)")) {
    setAttributeOnce(submenu, "role", "dialog");
    setAttributeOnce(submenu, "aria-label", t("sheet.menu"));
    if (submenu.firstElementChild !== null) setAttributeOnce(submenu.firstElementChild, "role", "menu");
    for (const item of elementsIn(submenu, "button")) setAttributeOnce(item, "role", "menuitem");
  }
};

const mendBorders = (page: Document): void => {
  for (const panel of elementsIn(page, borderPanel))
    for (const [place, button] of elementsIn(panel, "button").entries())
      setAttributeOnce(button, "aria-label", t(place === 0 ? "border.color" : "border.line"));
  for (const line of elementsIn(page, borderLine)) {
    const lines = line.parentElement;
    const name = borderLines[[...(lines?.children ?? [])].indexOf(line)];
    if (lines === null || name === undefined) continue;
    setAttributeOnce(lines, "role", "menu");
    setAttributeOnce(lines, "aria-label", t("border.line"));
    setAttributeOnce(line, "role", "menuitemradio");
    setAttributeOnce(line, "aria-checked", String(line.querySelector(".univerjs-icon-check-mark-icon") !== null));
    setAttributeOnce(line, "aria-label", t(name));
    setAttributeOnce(line, "tabindex", "0");
  }
};

const nameFields = (page: Document): void => {
  for (const field of elementsIn(page, `${places} input:not([type=radio], [placeholder])`)) {
    if ((field.closest("label")?.textContent.trim() ?? "") !== "") continue;
    const label = field.matches("[type=checkbox]") ? textAround(field) : controlLabel(field);
    if (label !== "") setAttributeOnce(field, "aria-label", label);
  }
  for (const choice of elementsIn(page, `${places} [data-u-comp=select]`)) {
    const label = controlLabel(choice);
    if (label !== "") setAttributeOnce(choice, "aria-label", `${label}: ${choice.textContent}`);
  }
};

const nameOfIcon = (button: HTMLElement, commands: ReadonlyMap<string, string>): string => {
  const shows = (name: string): boolean => button.querySelector(`[class*=univerjs-icon-${name}]`) !== null;
  const border = Object.entries(borders).find(([name]) => button.querySelector(`.univerjs-icon-${name}-icon`) !== null);
  if (border !== undefined && button.closest(borderPanel) !== null) return t(border[1]);
  const tool = Object.entries(tools).find(([name]) => shows(name));
  if (tool !== undefined) {
    const isFormat = button.parentElement?.querySelector(".univerjs-icon-bold-icon") !== null;
    return [isFormat ? "" : controlLabel(button), commands.get(tool[1]) ?? ""].filter((part) => part !== "").join(": ");
  }
  if (shows("delete")) return t("sheet.remove");
  if (shows("increase")) return t("sheet.addItem");
  if (shows("select-range")) return t("sheet.selectRange");
  const number = elementsIn(button.closest(popup) ?? button, icon).indexOf(button) + 1;
  return number === 0 ? controlLabel(button) : t("sheet.icon", { number: String(number) });
};

/** The text of the line that a box is in. */
export const textAround = (box: HTMLElement): string => {
  let line: HTMLElement | null = box;
  while (line?.textContent.trim() === "") line = line.parentElement;
  return line?.textContent.trim() ?? "";
};

const controls = "a, button, input, canvas, [role=button]";

/**
 * The words that a control without a label has before it. Below a row of titles these are the title in its column. In
 * a row of a menu they are the words around it.
 */
const controlLabel = (control: HTMLElement): string => {
  const item = control.closest("[role=menuitem]");
  if (item !== null) return elementWords(item);
  let column = -1;
  let child = control;
  for (let parent = child.parentElement; parent !== null && !child.matches(places); parent = child.parentElement) {
    const title = titleBefore(child, column);
    if (title !== "") return title;
    column = [...parent.children].indexOf(child);
    child = parent;
  }
  return "";
};

const titleBefore = (element: HTMLElement, column: number): string => {
  for (let before = element.previousElementSibling; before !== null; before = before.previousElementSibling) {
    const words = before.textContent.trim();
    if (words === "" || before.matches(controls) || before.querySelector(controls) !== null) continue;
    const titles = before.children;
    const title = titles.length === element.children.length ? titles[column]?.textContent.trim() : undefined;
    return title === undefined || title === "" ? words : title;
  }
  return "";
};

/** The text of an element without that of its controls. */
const elementWords = (element: Element): string =>
  [...element.childNodes]
    .map((node) => {
      if (node instanceof Element) return node.matches(controls) ? "" : elementWords(node);
      return node.textContent?.trim() ?? "";
    })
    .filter((words) => words !== "")
    .join(" ");

/** `rgb(1, 2, 3)` as `#010203`. */
const toHex = (color: string): string =>
  `#${(color.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("")}`;
