import { make } from "./dom";

export interface MenuItem {
  readonly label: string;
  readonly hint?: string;
  /** A sentence below the label. */
  readonly description?: string;
  /** Beside the label. It may come later than the menu; undefined leaves its place empty. */
  readonly picture?: () => Promise<Element | undefined>;
  /** Set for items that are one of several choices (`radio`) or a switch (`checkbox`). */
  readonly kind?: "radio" | "checkbox";
  readonly checked?: boolean;
  /** Says something and cannot be chosen. */
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** A part of a menu. `items` is called each time the menu opens. */
export interface MenuGroup {
  readonly label: string;
  readonly items: () => readonly MenuItem[] | Promise<readonly MenuItem[]>;
}

/** Something of the host that is on or off. */
export interface Switch {
  readonly label: string;
  readonly isOn: () => boolean;
  readonly set: (on: boolean) => void;
}

/** A group of a menu in which each item can be switched on and off. */
export const switches = (label: string, list: readonly Switch[]): MenuGroup => ({
  label,
  items: () =>
    list.map((each): MenuItem => {
      const checked = each.isOn();
      return { label: each.label, kind: "checkbox", checked, run: () => each.set(!checked) };
    }),
});

/** A group of a menu in which one of several values is chosen. */
export const choiceItem = <Value extends string>(
  label: string,
  values: Readonly<Record<Value, string>>,
  current: () => Value,
  choose: (value: Value) => void,
): MenuGroup => ({
  label,
  items: () =>
    (Object.keys(values) as Value[]).map((value): MenuItem => {
      const checked = current() === value;
      return { label: values[value], kind: "radio", checked, run: () => choose(value) };
    }),
});

const showPicture = (picture: NonNullable<MenuItem["picture"]>): HTMLElement => {
  const place = make("span", { class: "picture", "aria-hidden": "true" });
  void picture().then((element) => (element === undefined ? undefined : place.replaceChildren(element)));
  return place;
};

/** The space separates it from the label in the name of the item. */
const describeItem = ({ description }: MenuItem): Node =>
  description === undefined ? document.createTextNode("") : make("span", { class: "description" }, ` ${description}`);

let menuCount = 0;

/** A button with a menu below it, by mouse and by keyboard as the ARIA practices describe menu buttons. */
export class MenuButton {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #menu: HTMLElement;
  readonly #groups: readonly MenuGroup[];

  constructor(label: string, groups: readonly MenuGroup[], hint?: string) {
    menuCount += 1;
    const id = `menu-${menuCount}`;
    this.#groups = groups;
    this.#menu = make("div", {
      id,
      class: "menu",
      role: "menu",
      "aria-label": label,
      hidden: true,
      keydown: (event) => this.#move(event as KeyboardEvent),
    });
    this.#button = make(
      "button",
      {
        type: "button",
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        "aria-controls": id,
        ...(hint !== undefined && { title: hint }),
        click: () => {
          if (this.#menu.hidden) void this.#open();
          else this.#close();
        },
        keydown: (event) => {
          if ((event as KeyboardEvent).key !== "ArrowDown") return;
          event.preventDefault();
          void this.#open();
        },
      },
      make("span", { class: "label" }, label),
    );
    this.element = make("div", { class: "menu-button" }, this.#button, this.#menu);
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Node && this.element.contains(target))) this.#hide();
    });
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      // Without a related target the page itself lost the focus, or a closed dialog gives it back.
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.#hide();
    });
  }

  set label(label: string) {
    this.#button.replaceChildren(make("span", { class: "label" }, label));
    this.#menu.setAttribute("aria-label", label);
  }

  async #open(): Promise<void> {
    const groups = await Promise.all(this.#groups.map(async ({ label, items }) => ({ label, items: await items() })));
    const shown = groups.filter(({ items }) => items.length > 0);
    this.#menu.replaceChildren(...shown.map(({ label, items }) => this.#group(label, items)));
    this.#menu.hidden = false;
    this.#button.setAttribute("aria-expanded", "true");
    this.#keepOnPage();
    this.#items[0]?.focus();
  }

  /** A menu at the end of a narrow page opens to the left. */
  #keepOnPage(): void {
    this.#menu.style.left = "0";
    const { right } = this.#menu.getBoundingClientRect();
    const beyond = right - document.documentElement.clientWidth;
    if (beyond > 0) this.#menu.style.left = `${-beyond}px`;
  }

  #hide(): void {
    this.#menu.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
  }

  #close(): void {
    this.#hide();
    this.#button.focus();
  }

  get #items(): readonly HTMLElement[] {
    return [...this.#menu.querySelectorAll<HTMLElement>("button")];
  }

  #group(label: string, items: readonly MenuItem[]): HTMLElement {
    const heading = make("div", { class: "heading", "aria-hidden": "true" }, label);
    const lines = items.map((item) => this.#item(item));
    return make("div", { role: "group", "aria-label": label }, heading, ...lines);
  }

  #item(item: MenuItem): HTMLElement {
    const { label, hint, kind, checked = false, disabled = false, run } = item;
    return make(
      "button",
      {
        type: "button",
        tabindex: "-1",
        role: kind === undefined ? "menuitem" : `menuitem${kind}`,
        ...(kind !== undefined && { "aria-checked": String(checked) }),
        ...(disabled && { "aria-disabled": "true" }),
        ...(hint !== undefined && { title: hint }),
        click: () => {
          if (disabled) return;
          this.#close();
          run();
        },
      },
      ...(item.picture === undefined
        ? [
            make("span", { class: "tick", "aria-hidden": "true" }, checked ? "✓" : ""),
            make("span", {}, label, describeItem(item)),
          ]
        : [showPicture(item.picture), make("span", {}, make("span", { class: "name" }, label), describeItem(item))]),
    );
  }

  #move(event: KeyboardEvent): void {
    const items = this.#items;
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) items.at(next % items.length)?.focus();
    else if (event.key === "Escape") this.#close();
    else if (event.key === "Tab") this.#hide();
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  }
}
