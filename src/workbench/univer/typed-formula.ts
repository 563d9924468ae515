import type { Injector } from "@univerjs/core";
import { DocSelectionManagerService, IEditorService } from "@univerjs/preset-sheets-core";

/** The formula that is being typed, in the cell or in the formula bar. */
export interface TypedFormula {
  readonly text: string;
  readonly caret: number;
  /** Where its editor stands on the page. */
  readonly place: DOMRect;
  /** Puts another text in its place, the caret behind what changed. */
  readonly replace: (text: string, caret: number) => void;
}

/** Tells after every key and click in an editor what is typed there; undefined where it is no formula or a part of it is selected. */
export const followTyping = (injector: Injector, told: (typed: TypedFormula | undefined) => void): void => {
  injector.get(DocSelectionManagerService).textSelection$.subscribe(({ unitId, textRanges }) => {
    const [range] = textRanges;
    const caret = textRanges.length === 1 && range?.collapsed === true ? range.startOffset : undefined;
    told(caret === undefined ? undefined : typedIn(injector, unitId, caret));
  });
};

const typedIn = (injector: Injector, editorId: string, caret: number): TypedFormula | undefined => {
  const editor = injector.get(IEditorService).getEditor(editorId);
  const text = editor?.getDocumentData().body?.dataStream.replace(/\r\n$/, "");
  if (!editor || text?.startsWith("=") !== true) return undefined;
  return {
    text,
    caret,
    place: editor.getBoundingClientRect(),
    replace: (changed, at) => editor.replaceText(changed, [{ startOffset: at, endOffset: at, collapsed: true }]),
  };
};
