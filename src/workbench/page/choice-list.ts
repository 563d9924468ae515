import { type Choice, offeredAt, type OfferedChoices } from "../functions/enum-choices";
import { t } from "../texts";
import { make } from "./dom";
import { KeyCode } from "@univerjs/preset-sheets-core";
import type { FunctionsFile } from "../functions/metadata";
import type { Engine } from "../univer/engine";
import { handleKeys, followTyping, type TypedFormula } from "../univer/formula-editor";

/** The height of the engine's parameter help and a gap, in pixels. */
const helpWidth = 256;

/** The list of enumeration values below the edited cell, with one marked value. */
export class ChoiceList {
  readonly #list = make("ul", { id: "choices", role: "listbox", "aria-label": t("choices.label"), hidden: true });
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

  /** The choice that Tab inserts. */
  get marked(): Choice | undefined {
    return this.shown ? this.#choices[this.#marked] : undefined;
  }

  /** Shows the values next to the engine's help, or above the editor at the end of the page. */
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

  /** Marks the next or previous value. */
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
      make("code", {}, choice.formulaText),
      make("span", {}, choice.tooltip),
    );
  }
}

/**
 * Offers the values of custom enumerations during typing, as Excel does: arrow keys mark one, Tab inserts it, Esc
 * closes the list.
 */
export const offerChoices = (page: Window, { api, injector }: Engine, file: FunctionsFile): void => {
  let formula: TypedFormula | undefined;
  let offer: OfferedChoices | undefined;
  const insert = ({ formulaText }: Choice): void => {
    list.hide();
    if (formula === undefined || offer === undefined) return;
    const text = formula.text.slice(0, offer.start) + formulaText + formula.text.slice(offer.end);
    formula.replace(text, offer.start + formulaText.length);
  };
  const list = new ChoiceList(page.document.body, insert);
  followTyping(injector, (now) => {
    // The editor sends the same state more than once. The marked value and a closed list stay as they are.
    if (now !== undefined && now.text === formula?.text && now.caret === formula.caret) return;
    formula = now;
    offer = now === undefined ? undefined : offeredAt(file, now.text, now.caret);
    if (now === undefined || offer === undefined) list.hide();
    else list.show(offer.choices, now.place);
  });
  // The engine's help with arguments sometimes stays after Esc. The style sheet hides it.
  const setEnded = (isEnded: boolean): boolean =>
    page.document.documentElement.toggleAttribute("data-edit-ended", isEnded);
  api.addEvent(api.Event.SheetEditStarted, () => setEnded(false));
  api.addEvent(api.Event.SheetEditEnded, () => {
    formula = undefined;
    list.hide();
    setEnded(true);
  });
  const takeMarked = (): void => {
    if (list.marked !== undefined) insert(list.marked);
  };
  const handlers = {
    [KeyCode.ARROW_DOWN]: () => list.move(1),
    [KeyCode.ARROW_UP]: () => list.move(-1),
    [KeyCode.TAB]: takeMarked,
    [KeyCode.ESC]: () => list.hide(),
  };
  handleKeys(injector, handlers, () => list.shown);
};
