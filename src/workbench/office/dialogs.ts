import { strict } from "./strict-object";

/** The codes of Office's dialog API that the workbench gives. */
const dialogCodes = {
  untrusted: 12_004,
  notHttps: 12_005,
  alreadyOpen: 12_007,
  closed: 12_006,
  blocked: 12_011,
} as const;

type EventName = "dialogMessageReceived" | "dialogEventReceived";
type DialogHandler = (event: object) => void;
type Callback = (result: object) => void;

interface DialogOptions {
  /** Percent of the screen. */
  readonly width?: number;
  readonly height?: number;
}

/** A dialog's window, and who listens on both sides. */
interface OpenDialog {
  readonly window: Window;
  readonly handlers: Map<EventName, DialogHandler>;
  readonly ofChild: Set<DialogHandler>;
  readonly stopWatching: () => void;
}

/** Milliseconds between two looks whether the user has closed the window. */
const lookEvery = 100;

/** `Office.context.ui.displayDialogAsync` (Dialog API 1.1 and 1.2): one window at a time, which the user can close. */
export class Dialogs {
  #open: OpenDialog | undefined;

  readonly displayDialogAsync = (startAddress: string, ...rest: readonly unknown[]): void => {
    const callback = rest.findLast((each) => typeof each === "function") as Callback | undefined;
    const options: DialogOptions | null = typeof rest[0] === "object" ? rest[0] : {};
    const result = this.#start(startAddress, options ?? {});
    const answer =
      typeof result === "number"
        ? {
            status: "failed",
            error: { code: result, name: "Dialog", message: `The dialog cannot be opened (${result}).` },
          }
        : { status: "succeeded", value: this.#dialog(result) };
    void Promise.resolve().then(() => callback?.(answer));
  };

  /** `Office` in the page of the open dialog; undefined for any other window. */
  provide(page: Window, displayLanguage: string): object | undefined {
    const dialog = this.#open;
    if (dialog?.window !== page) return undefined;
    const info = { host: "Excel", platform: "OfficeOnline" };
    const isSetSupported = (name: string): boolean => name === "DialogApi";
    return strict("Office", {
      initialize: (): void => undefined,
      onReady: async (callback?: (ready: typeof info) => unknown) => {
        await Promise.resolve();
        await callback?.(info);
        return info;
      },
      EventType: strict("Office.EventType", { DialogParentMessageReceived: "dialogParentMessageReceived" }),
      context: strict("Office.context", {
        ...info,
        displayLanguage,
        requirements: strict("Office.context.requirements", { isSetSupported }),
        ui: strict("Office.context.ui", {
          messageParent: (message: string, target?: { readonly targetOrigin?: string }): void => {
            const { targetOrigin = window.location.origin } = target ?? {};
            if (targetOrigin !== "*" && targetOrigin !== window.location.origin) return;
            const event = { type: "dialogMessageReceived", message, origin: page.location.origin };
            this.#notify(dialog, "dialogMessageReceived", event);
          },
          addHandlerAsync: (_type: string, handler: DialogHandler, ...rest: readonly unknown[]): void => {
            dialog.ofChild.add(handler);
            (rest.findLast((each) => typeof each === "function") as Callback | undefined)?.({ status: "succeeded" });
          },
        }),
      }),
    });
  }

  /** The add-in's page goes, and its dialog with it. */
  readonly close = (): void => {
    const dialog = this.#open;
    this.#open = undefined;
    dialog?.stopWatching();
    dialog?.window.close();
  };

  /** The dialog, or the code of the error. */
  #start(startAddress: string, { width = 80, height = 80 }: DialogOptions): OpenDialog | number {
    const address = URL.canParse(startAddress) ? new URL(startAddress) : undefined;
    const { origin, hostname } = window.location;
    if (address?.origin !== origin) return dialogCodes.untrusted;
    if (address.protocol !== "https:" && !["localhost", "127.0.0.1"].includes(hostname)) return dialogCodes.notHttps;
    if (this.#open !== undefined) return dialogCodes.alreadyOpen;
    // Office writes its own parameter into the address, too.
    address.searchParams.set("_host_Info", "Excel$Web$16.00$en-US$workbench$isDialog$$0");
    const [wide, high] = [
      Math.round((screen.availWidth * width) / 100),
      Math.round((screen.availHeight * height) / 100),
    ];
    const child = window.open(address.href, "_blank", `popup,width=${wide},height=${high}`);
    if (child === null) return dialogCodes.blocked;
    const timer = setInterval(() => {
      if (child.closed) this.#closedByUser(dialog);
    }, lookEvery);
    const dialog: OpenDialog = {
      window: child,
      handlers: new Map(),
      ofChild: new Set(),
      stopWatching: () => clearInterval(timer),
    };
    this.#open = dialog;
    return dialog;
  }

  #dialog(dialog: OpenDialog): object {
    return strict("Dialog", {
      close: (): void => {
        if (this.#open === dialog) this.close();
      },
      messageChild: (message: string): void => {
        const event = { type: "dialogParentMessageReceived", message, origin: window.location.origin };
        for (const handler of dialog.ofChild) setTimeout(() => handler(event));
      },
      addEventHandler: (type: EventName, handler: DialogHandler): void => void dialog.handlers.set(type, handler),
    });
  }

  #closedByUser(dialog: OpenDialog): void {
    dialog.stopWatching();
    if (this.#open !== dialog) return;
    this.#open = undefined;
    this.#notify(dialog, "dialogEventReceived", { type: "dialogEventReceived", error: dialogCodes.closed });
  }

  #notify(dialog: OpenDialog, name: EventName, event: object): void {
    setTimeout(() => dialog.handlers.get(name)?.(event));
  }
}
