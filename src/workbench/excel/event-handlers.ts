import type { WorkbookEvent, WorkbookEventKind } from "../univer/workbook-events";
import type { RequestContext } from "./request-context";

type Handler = (event: WorkbookEvent) => unknown;

/** `OfficeExtension.EventHandlers`: what is added listens from the next `sync` on. */
export class EventHandlers {
  readonly #context: RequestContext;
  readonly #kind: WorkbookEventKind;
  readonly #concerns: (event: WorkbookEvent) => boolean;

  constructor(
    context: RequestContext,
    kind: WorkbookEventKind,
    concerns: (event: WorkbookEvent) => boolean = () => true,
  ) {
    this.#context = context;
    this.#kind = kind;
    this.#concerns = concerns;
  }

  add(handler: Handler): { readonly context: RequestContext; readonly remove: () => void } {
    const { events } = this.#context.host;
    const listener = (event: WorkbookEvent): void => {
      if (this.#concerns(event)) void handler(event);
    };
    let stop: () => void = () => undefined;
    this.#context.queue(() => {
      stop = events.on(this.#kind, listener);
    });
    return { context: this.#context, remove: () => this.#context.queue(() => stop()) };
  }
}
