import type { Choice } from "../functions/enum-choices";
import { make } from "./make";

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

  show(choices: readonly Choice[], place: { readonly left: number; readonly top: number }): void {
    this.#choices = choices;
    this.#marked = 0;
    this.#list.replaceChildren(...choices.map((choice, index) => this.#item(choice, index)));
    this.#list.style.left = `${place.left}px`;
    this.#list.style.top = `${place.top}px`;
    this.#list.hidden = false;
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
