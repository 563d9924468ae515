type ElementAttributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;

/** Creates an element. Texts and booleans become attributes, functions become listeners (`click`). */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: ElementAttributes = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (typeof value === "boolean") node.toggleAttribute(key, value);
    else node.setAttribute(key, value);
  }
  node.append(...content);
  return node;
};

/** A control with its label before it. */
export const labelControl = (label: string, control: HTMLElement): HTMLLabelElement =>
  make("label", {}, make("span", {}, label), control);

/** The element of the page with this id. @throws if there is none. */
export const requireElement = (id: string): HTMLElement => {
  const node = document.getElementById(id);
  if (node === null) throw new Error(`The page has no #${id}.`);
  return node;
};

/** Downloads a value as a JSON file. */
export const downloadJson = (name: string, value: unknown): void =>
  downloadFile(`${name}.json`, new Blob([JSON.stringify(value, undefined, 2)], { type: "application/json" }));

/** Downloads a file. */
export const downloadBytes = (name: string, bytes: Uint8Array): void =>
  downloadFile(name, new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }));

const downloadFile = (name: string, content: Blob): void => {
  const href = URL.createObjectURL(content);
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
};
