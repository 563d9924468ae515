import type { Choice } from "../functions/enum-choices";
import { make } from "./make";

/** What the engine's help with the parameter takes, and a gap. */
const helpWidth = 256;

/** The list under the cell that is being typed in, one of its values marked. */
export class ChoiceList {
  readonly #list = make("ul", { id: "choices", role: "listbox", "aria-label": "Values", hidden: true });
  readonly #choose: (choice: Choice) => void;
  #choices: readonly Choice[] = [];
  #marked = 0;

  constructor(container: HTMLElement, choose: (choice: Choice) => void) {
    this.#choose = choose;
    container.append(this.#list);
  }

  get shown(): boolean {
    return !this.#list.hidden;
  }

  /** The choice that Tab takes. */
  get marked(): Choice | undefined {
    return this.shown ? this.#choices[this.#marked] : undefined;
  }

  /** Shows the values beside what the engine shows under the editor, or above it where the page ends. */
  show(choices: readonly Choice[], editor: DOMRect): void {
    this.#choices = choices;
    this.#marked = 0;
    this.#list.replaceChildren(...choices.map((choice, index) => this.#item(choice, index)));
    this.#list.hidden = false;
    const { offsetWidth, offsetHeight } = this.#list;
    const fits = editor.bottom + offsetHeight < window.innerHeight;
    this.#list.style.left = `${Math.min(editor.left + helpWidth, window.innerWidth - offsetWidth)}px`;
    this.#list.style.top = `${fits ? editor.bottom : editor.top - offsetHeight}px`;
    this.#mark(0);
  }

  hide(): void {
    this.#list.hidden = true;
  }

  /** Marks the next value or the one before. */
  move(step: 1 | -1): void {
    this.#mark(Math.min(this.#choices.length - 1, Math.max(0, this.#marked + step)));
  }

  #mark(index: number): void {
    this.#marked = index;
    for (const [at, item] of [...this.#list.children].entries()) {
      item.setAttribute("aria-selected", String(at === index));
      if (at === index) item.scrollIntoView({ block: "nearest" });
    }
  }

  #item(choice: Choice, index: number): HTMLElement {
    return make(
      "li",
      {
        role: "option",
        title: choice.tooltip,
        // The editor must keep the focus, or editing ends.
        pointerdown: (event) => event.preventDefault(),
        click: () => {
          this.#mark(index);
          this.#choose(choice);
        },
      },
      make("code", {}, choice.written),
      make("span", {}, choice.tooltip),
    );
  }
}
