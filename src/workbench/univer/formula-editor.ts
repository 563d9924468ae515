import {
  CommandType,
  DOCS_NORMAL_EDITOR_UNIT_ID_KEY,
  ICommandService,
  type Injector,
  toDisposable,
} from "@univerjs/core";
import { DocSelectionManagerService, IEditorService, IShortcutService, KeyCode } from "@univerjs/preset-sheets-core";

/** The formula in the cell editor or in the formula bar. */
export interface TypedFormula {
  readonly text: string;
  readonly caret: number;
  /** The position of the editor on the page. */
  readonly place: DOMRect;
  /** Replaces the text and sets the caret. */
  readonly replace: (text: string, caret: number) => void;
}

/**
 * Calls back after every key and click in an editor; with undefined if the text is no formula or a part of it is
 * selected.
 */
export const followTyping = (injector: Injector, listener: (formula: TypedFormula | undefined) => void): void => {
  injector.get(DocSelectionManagerService).textSelection$.subscribe(({ unitId, textRanges }) => {
    const [range] = textRanges;
    const caret = textRanges.length === 1 && range?.collapsed === true ? range.startOffset : undefined;
    listener(caret === undefined ? undefined : typedIn(injector, unitId, caret));
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

/** The text in the editor of cells. It stays there until another cell is selected. */
export const editorText = (injector: Injector): string => {
  const editor = injector.get(IEditorService).getEditor(DOCS_NORMAL_EDITOR_UNIT_ID_KEY);
  return editor?.getDocumentData().body?.dataStream.replace(/\r\n$/, "") ?? "";
};

/** Replaces the text in the editor of cells, which is open. */
export const retype = (injector: Injector, text: string): void =>
  injector.get(IEditorService).getEditor(DOCS_NORMAL_EDITOR_UNIT_ID_KEY)?.replaceText(text);

/** Keeps Enter from taking a suggestion: as in Excel, it enters what was typed, and Tab takes the suggestion. */
export const enterTakesNoSuggestion = (injector: Injector): void => {
  const shortcuts = injector.get(IShortcutService);
  const register = shortcuts.registerShortcut.bind(shortcuts);
  shortcuts.registerShortcut = (shortcut) =>
    shortcut.binding === KeyCode.ENTER && shortcut.id.includes(".search_function.")
      ? toDisposable(() => undefined)
      : register(shortcut);
};

const operation = "workbench.operation.typing-key";
/** Above the priority of the engine's own lists (1,000). */
const priority = 2_000;

/** Handles keys, by key code, in place of the editor while `isActive` returns true. */
export const handleKeys = (
  injector: Injector,
  handlers: Readonly<Record<number, () => void>>,
  isActive: () => boolean,
): void => {
  injector.get(ICommandService).registerCommand({
    id: operation,
    type: CommandType.OPERATION,
    handler: (_, params?: { readonly keyCode: number }) => {
      handlers[params?.keyCode ?? 0]?.();
      return true;
    },
  });
  for (const keyCode of Object.keys(handlers).map(Number))
    injector.get(IShortcutService).registerShortcut({
      id: operation,
      binding: keyCode,
      preconditions: isActive,
      priority,
      staticParameters: { keyCode },
    });
};
