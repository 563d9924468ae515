import { type Choice, type OfferedChoices, offeredAt } from "../functions/enum-choices";
import type { FunctionsFile } from "../functions/metadata";
import type { Engine } from "../univer/engine";
import { followTyping, type TypedFormula } from "../univer/typed-formula";
import { ChoiceList } from "./choice-list";

/** Offers the values of custom enumerations while a formula is typed, as Excel does: arrows mark one, Tab writes it, Esc puts the list away. */
export const offerChoices = (page: Window, { api, injector }: Engine, file: FunctionsFile): void => {
  let typed: TypedFormula | undefined;
  let offered: OfferedChoices | undefined;
  const take = ({ written }: Choice): void => {
    list.hide();
    if (typed === undefined || offered === undefined) return;
    const text = typed.text.slice(0, offered.start) + written + typed.text.slice(offered.end);
    typed.replace(text, offered.start + written.length);
  };
  const list = new ChoiceList(page.document.body, take);
  followTyping(injector, (now) => {
    typed = now;
    offered = now === undefined ? undefined : offeredAt(file, now.text, now.caret);
    if (now === undefined || offered === undefined) list.hide();
    else list.show(offered.choices, { left: now.place.left, top: now.place.bottom });
  });
  api.addEvent(api.Event.SheetEditEnded, () => list.hide());
  page.addEventListener("keydown", (event) => answerKey(event, list, take), { capture: true });
};

const answerKey = (event: KeyboardEvent, list: ChoiceList, take: (choice: Choice) => void): void => {
  const { marked } = list;
  if (marked === undefined) return;
  const answers: Readonly<Record<string, () => void>> = {
    ArrowDown: () => list.move(1),
    ArrowUp: () => list.move(-1),
    Tab: () => take(marked),
    Escape: () => list.hide(),
  };
  const answer = answers[event.key];
  if (answer === undefined || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  answer();
};
