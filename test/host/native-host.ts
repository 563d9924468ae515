import { readFileSync } from "node:fs";
import { type DOMWindow, JSDOM, VirtualConsole } from "jsdom";
import type { VirtualClock } from "../support/virtual-clock";
import { type Answer, NativeBridge, type PostLimits } from "./native-bridge";

/** What Excel turned on in this host ("features" of the runtime's own settings). */
export const slicing = 1;
/** Everything the web turns on today. */
export const allFeatures: readonly number[] = [slicing, 2, 3, 4];

export interface NativeHostOptions extends PostLimits {
  /** Without one the page's own timers run. */
  readonly clock?: VirtualClock;
  readonly features?: readonly number[];
  readonly url?: string;
  /** Lets the page fetch and run the scripts it adds to itself. */
  readonly scripts?: boolean;
  /** Gives the page what jsdom lacks, before any script runs. */
  readonly prepare?: (window: DOMWindow) => void;
}

/** One call of a worksheet function, as Excel describes it to the runtime. */
export interface HostCall {
  readonly id: string;
  readonly values?: readonly unknown[];
  readonly address?: string;
  readonly parameterAddresses?: readonly string[];
  readonly cancelable?: boolean;
  readonly streaming?: boolean;
  /** `allowErrorForDataTypeAny` of functions.json: error values are made into `CustomFunctions.Error`. */
  readonly errors?: boolean;
}

export interface HostInvocation {
  readonly number: number;
  /** The first answer that reached Excel. */
  readonly delivered: Promise<Answer>;
}

const script = readFileSync(require.resolve("@microsoft/office-js/dist/custom-functions-runtime.debug.js"), "utf8");
const invocationMessage = 1_000;
const cancellationMessage = 1_001;
const ofCustomFunctions = 1;
const outside = { runScripts: "outside-only" } as const;

const flagsOf = ({ cancelable = false, streaming = false, errors = false }: HostCall): number =>
  (cancelable ? 1 : 0) | (streaming ? 2 : 0) | (errors ? 4 : 0);

/** Excel on the far side of Microsoft's own custom-functions runtime, which runs unchanged in a page. */
export class NativeHost {
  readonly window: DOMWindow;
  readonly bridge: NativeBridge;
  #next = 1;

  constructor(options: NativeHostOptions = {}) {
    const { clock, features = allFeatures, url = "https://localhost:3000/taskpane.html" } = options;
    const source = new URL("custom-functions-runtime.js", url).href;
    const page = `<!doctype html><html><head><script src="${source}"></script></head><body><div id="pane"></div></body></html>`;
    const scripts = options.scripts === true ? ({ runScripts: "dangerously", resources: "usable" } as const) : outside;
    this.window = new JSDOM(page, { url, virtualConsole: new VirtualConsole(), ...scripts }).window;
    if (clock !== undefined) moveWith(this.window, clock);
    const after = clock?.after ?? ((milliseconds: number, task: () => void) => setTimeout(task, milliseconds));
    this.bridge = new NativeBridge(after, features, options);
    Object.assign(this.window, { _richApiNativeBridge: this.bridge.api });
    options.prepare?.(this.window);
    this.#load();
  }

  /** Calls functions in one message, as Excel does when it calculates: the runtime goes through them in one loop. */
  call(...calls: readonly HostCall[]): readonly HostInvocation[] {
    const numbered = calls.map((call) => ({ call, number: this.#next++ }));
    const invocations = numbered.map(({ number }) => ({ number, delivered: this.bridge.firstAnswer(number) }));
    this.bridge.notify(
      numbered.map(({ call, number }) => ({
        messageCategory: ofCustomFunctions,
        messageType: invocationMessage,
        targetId: "",
        message: {
          invocationId: number,
          functionName: call.id,
          parameterValues: call.values ?? [],
          address: call.address ?? "Sheet1!A1",
          parameterAddresses: call.parameterAddresses ?? null,
          flags: flagsOf(call),
        },
      })),
    );
    return invocations;
  }

  /** One call and its answer. */
  async answer(call: HostCall): Promise<Answer> {
    const [invocation] = this.call(call);
    if (invocation === undefined) throw new Error("Nothing was called.");
    return invocation.delivered;
  }

  cancel({ number }: HostInvocation): void {
    const message = { invocationId: number };
    this.bridge.notify([
      { messageCategory: ofCustomFunctions, messageType: cancellationMessage, targetId: "", message },
    ]);
  }

  close(): void {
    this.window.close();
  }

  /** Reads the runtime as a script in the page's head: it starts when the page is read and Office says this is Excel. */
  #load(): void {
    const { setTimeout: timer } = this.window;
    // The loader at the script's head looks for Excel's other scripts and throws when its time is up; here it looks for nothing.
    Object.assign(this.window, { setTimeout: () => 0 });
    this.window.eval(script);
    Object.assign(this.window, { setTimeout: timer });
    const ready = { host: "Excel", platform: "OfficeOnline", addin: null };
    const { Promise: PagePromise } = this.window as unknown as { Promise: PromiseConstructor };
    const onReady = (callback?: (info: object) => unknown): Promise<object> => {
      callback?.(ready);
      return PagePromise.resolve(ready);
    };
    const { Office } = this.window as unknown as { Office: object };
    Object.assign(Office, {
      onReady,
      context: officeContext(),
      addin: { onVisibilityModeChanged: () => PagePromise.resolve() },
    });
  }
}

/** Excel on the web with everything the add-in asks for, and a document that keeps settings. */
const officeContext = (): object => {
  const settings = new Map<string, unknown>();
  return {
    platform: "OfficeOnline",
    displayLanguage: "en-US",
    requirements: { isSetSupported: () => true },
    document: {
      settings: {
        get: (key: string) => settings.get(key) ?? null,
        set: (key: string, value: unknown) => settings.set(key, value),
        remove: (key: string) => settings.delete(key),
        saveAsync: () => undefined,
      },
    },
  };
};

/** Opens a page with the runtime and waits until it and Excel have met. */
export const openHost = async (options: NativeHostOptions = {}): Promise<NativeHost> => {
  const host = new NativeHost(options);
  await (options.clock?.run(host.bridge.greeted) ?? host.bridge.greeted);
  return host;
};

/** The page's time is the clock's. */
const moveWith = (window: DOMWindow, clock: VirtualClock): void => {
  const timers = new Map<number, () => void>();
  let last = 0;
  const after = (task: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]): number => {
    last += 1;
    timers.set(
      last,
      clock.after(milliseconds, () => task(...values)),
    );
    return last;
  };
  Object.assign(window, { setTimeout: after, clearTimeout: (timer: number) => timers.get(timer)?.() });
  Object.defineProperty(window, "performance", { value: { now: clock.now } });
  const { Date: PageDate } = window as unknown as { Date: DateConstructor };
  PageDate.now = clock.now;
};
