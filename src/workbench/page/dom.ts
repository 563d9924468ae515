type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;

/** Creates an element. Texts and booleans become attributes, functions become listeners (`click`). */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (typeof value === "boolean") made.toggleAttribute(key, value);
    else made.setAttribute(key, value);
  }
  made.append(...content);
  return made;
};

/** The element of the page with this id. @throws if there is none. */
export const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
};

/** Downloads a value as a JSON file. */
export const downloadJson = (name: string, value: unknown): void => {
  const href = URL.createObjectURL(new Blob([JSON.stringify(value, undefined, 2)], { type: "application/json" }));
  make("a", { href, download: `${name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
};
