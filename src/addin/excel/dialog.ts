/** Why a dialog of Office gave no message: the code of the dialog API, such as 12006 where the user has closed it. */
export class DialogEnded extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The dialog ended with the code ${code}.`);
    this.code = code;
  }
}

/** Percent of the screen. */
const dialogSize = { width: 30, height: 60 };

/**
 * Opens a page of this origin in a window of Office, and closes it after its first message, which is the result.
 * Rejects with a DialogEnded, or with the signal's reason.
 */
export const askInDialog = (address: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    Office.context.ui.displayDialogAsync(address, dialogSize, (result) => {
      if (result.status === Office.AsyncResultStatus.Failed) {
        reject(new DialogEnded(result.error.code));
        return;
      }
      const dialog = result.value;
      const stop = (): void => {
        dialog.close();
        reject(signal.reason as Error);
      };
      if (signal.aborted) {
        stop();
        return;
      }
      signal.addEventListener("abort", stop, { once: true });
      dialog.addEventHandler(Office.EventType.DialogMessageReceived, (event: object) => {
        signal.removeEventListener("abort", stop);
        dialog.close();
        resolve("message" in event ? String(event.message) : "");
      });
      dialog.addEventHandler(Office.EventType.DialogEventReceived, (event: object) => {
        signal.removeEventListener("abort", stop);
        reject(new DialogEnded("error" in event ? Number(event.error) : 0));
      });
    });
  });
