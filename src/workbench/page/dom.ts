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
export const downloadJson = (name: string, value: unknown): void =>
  download(`${name}.json`, new Blob([JSON.stringify(value, undefined, 2)], { type: "application/json" }));

/** Downloads a file. */
export const downloadBytes = (name: string, bytes: Uint8Array): void =>
  download(name, new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }));

const download = (name: string, content: Blob): void => {
  const href = URL.createObjectURL(content);
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
};
