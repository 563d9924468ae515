import { CommandType, ICommandService, type Injector } from "@univerjs/core";
import { IShortcutService } from "@univerjs/preset-sheets-core";

const operation = "workbench.operation.typing-key";
/** Above the engine's own lists (1,000). */
const priority = 2_000;

/** Answers keys, by key code, in place of the editor while `wanted` says so. */
export const answerKeys = (
  injector: Injector,
  answers: Readonly<Record<number, () => void>>,
  wanted: () => boolean,
): void => {
  injector.get(ICommandService).registerCommand({
    id: operation,
    type: CommandType.OPERATION,
    handler: (_, params?: { readonly keyCode: number }) => {
      answers[params?.keyCode ?? 0]?.();
      return true;
    },
  });
  for (const keyCode of Object.keys(answers).map(Number))
    injector.get(IShortcutService).registerShortcut({
      id: operation,
      binding: keyCode,
      preconditions: wanted,
      priority,
      staticParameters: { keyCode },
    });
};
