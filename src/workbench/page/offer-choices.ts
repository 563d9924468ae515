import { KeyCode } from "@univerjs/preset-sheets-core";
import { type Choice, type OfferedChoices, offeredAt } from "../functions/enum-choices";
import type { FunctionsFile } from "../functions/metadata";
import type { Engine } from "../univer/engine";
import { followTyping, type TypedFormula } from "../univer/typed-formula";
import { answerKeys } from "../univer/typing-keys";
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
    // The editor tells more than once of the same; what was marked or put away meanwhile stays so.
    if (now !== undefined && now.text === typed?.text && now.caret === typed.caret) return;
    typed = now;
    offered = now === undefined ? undefined : offeredAt(file, now.text, now.caret);
    if (now === undefined || offered === undefined) list.hide();
    else list.show(offered.choices, now.place);
  });
  api.addEvent(api.Event.SheetEditEnded, () => {
    typed = undefined;
    list.hide();
  });
  const takeMarked = (): void => {
    if (list.marked !== undefined) take(list.marked);
  };
  const answers = {
    [KeyCode.ARROW_DOWN]: () => list.move(1),
    [KeyCode.ARROW_UP]: () => list.move(-1),
    [KeyCode.TAB]: takeMarked,
    [KeyCode.ESC]: () => list.hide(),
  };
  answerKeys(injector, answers, () => list.shown);
};
