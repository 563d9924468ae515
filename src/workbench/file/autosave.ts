import { ICommandService } from "@univerjs/core";
import type { OfficeHost } from "../office/provide-office";
import { writeSaved } from "./workbook-store";
import { toWorkbookFile } from "./workbook-files";

const pause = 60;
const notEdits =
  /^(doc|ui|zen|sheet\.operation\.(set-scroll|set-activate))|formula\.mutation\.(set-formula-calculation-notification|set-trigger)/;

/** Keeps the workbook for the next visit whenever it has come to rest. */
export class Autosave {
  readonly #host: OfficeHost;
  #changed = false;
  #saving: Promise<void> | undefined;

  constructor(host: OfficeHost) {
    this.#host = host;
    host.book.engine.injector.get(ICommandService).onCommandExecuted((command) => {
      if (!notEdits.test(command.id)) this.changed();
    });
    host.functions.calculation.onFinished(() => this.changed());
  }

  /** True while something is not saved yet. */
  get unsaved(): boolean {
    return this.#changed || this.#saving !== undefined;
  }

  /** Something changed that a file keeps. */
  readonly changed = (): void => {
    if (this.#changed) return;
    this.#changed = true;
    setTimeout(() => void this.#saveWhenCalm(), pause);
  };

  async #saveWhenCalm(): Promise<void> {
    while (this.#host.functions.unsettled || this.#saving !== undefined)
      await new Promise((resolve) => setTimeout(resolve, pause));
    this.#changed = false;
    // A browser without room or storage keeps nothing; the workbench goes on.
    this.#saving = writeSaved(toWorkbookFile(this.#host)).catch(() => undefined);
    await this.#saving;
    this.#saving = undefined;
  }
}
