import { ICommandService } from "@univerjs/core";
import type { OfficeHost } from "../office/office-host";
import { writeSaved } from "./workbook-store";
import { toStoredWorkbook } from "./open-and-save";

const saveDelay = 60;
const notEdits =
  /^(doc|ui|zen|sheet\.operation\.(set-scroll|set-activate))|formula\.mutation\.(set-formula-calculation-notification|set-trigger)/;

/** Stores the workbook for the next visit when no calculation is in progress. */
export class Autosave {
  readonly #host: OfficeHost;
  #changed = false;
  #saving: Promise<void> | undefined;

  constructor(host: OfficeHost) {
    this.#host = host;
    host.book.engine.injector.get(ICommandService).onCommandExecuted((command) => {
      if (!notEdits.test(command.id)) this.changed();
    });
    host.unsaved.onChanged(this.changed);
    host.functions.calculation.onFinished(() => this.changed());
  }

  /** True while a change is not saved. */
  get unsaved(): boolean {
    return this.#changed || this.#saving !== undefined;
  }

  /** Call it after a change of something that files contain. */
  readonly changed = (): void => {
    if (this.#changed) return;
    this.#changed = true;
    setTimeout(() => void this.#saveWhenCalm(), saveDelay);
  };

  async #saveWhenCalm(): Promise<void> {
    while (this.#host.functions.unsettled || this.#saving !== undefined)
      await new Promise((resolve) => setTimeout(resolve, saveDelay));
    this.#changed = false;
    // Without storage the workbench works, but nothing is saved.
    this.#saving = writeSaved(toStoredWorkbook(this.#host), this.#host.unsaved.any).catch(() => undefined);
    await this.#saving;
    this.#saving = undefined;
  }
}
