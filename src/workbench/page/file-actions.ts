import { fileEnding } from "../../ooxml/open-workbook";
import { listLosses } from "../file/losses";
import { openWorkbook, readXlsxFile, toStoredWorkbook, toXlsx } from "../file/open-and-save";
import { keepRecent, openRecent, type RecentWorkbook } from "../file/recent-workbooks";
import { fetchSample } from "../file/samples";
import type { ClosedWindow } from "../file/workbook-store";
import { readPickedFile, type StoredWorkbook } from "../file/stored-workbook";
import { blankWorkbook } from "../file/workbook-json";
import type { OfficeHost } from "../office/office-host";
import { t } from "../texts";
import { askInDialog } from "./dialog";
import { downloadBytes } from "./dom";

/** New, Open and Save of the title bar. Whatever fails is reported. */
export class FileActions {
  readonly #host: OfficeHost;
  readonly #report: (error: unknown) => void;

  constructor(host: OfficeHost, report: (error: unknown) => void) {
    this.#host = host;
    this.#report = report;
  }

  readonly create = (): Promise<void> => this.#replaceBy(() => blankWorkbook);

  readonly openSample = (name: string): Promise<void> => this.#replaceBy(() => fetchSample(name));

  readonly openRecent = (recent: RecentWorkbook): Promise<void> => this.#replaceBy(() => openRecent(recent), true);

  readonly openClosed = ({ file }: ClosedWindow): Promise<void> => this.#replaceBy(() => file, true);

  readonly openFile = (file: File): Promise<void> =>
    this.#replaceBy(async () => {
      const bytes = await readPickedFile(file);
      return readXlsxFile(this.#host, bytes, file.name.replace(/\.xl[st][xm]$/i, ""));
    }, true);

  readonly save = (): Promise<void> =>
    this.attempt(async () => {
      await this.#save();
    });

  #replaceBy(find: () => StoredWorkbook | Promise<StoredWorkbook | undefined>, keeps = false): Promise<void> {
    return this.attempt(async () => {
      const file = await find();
      if (file === undefined) throw new Error(t("open.missing"));
      if (!(await this.#mayReplace())) return;
      await openWorkbook(this.#host, file);
      if (keeps) await this.#keep();
    });
  }

  /** Reports what an action throws. */
  readonly attempt = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      this.#report(error);
    }
  };

  /** Asks if the open workbook has changes that no file has. */
  async #mayReplace(): Promise<boolean> {
    const { book, unsaved } = this.#host;
    // What is typed in a cell belongs to the workbook.
    if (book.workbook.isCellEditing()) await book.workbook.endEditingAsync(true);
    if (!unsaved.any) return true;
    const answer = await askInDialog({
      title: t("unsaved.title", { name: book.workbook.getName() }),
      sentences: [t("unsaved.text")],
      answers: { save: t("file.save"), discard: t("unsaved.discard"), cancel: t("dialog.cancel") },
    });
    return answer === "save" ? this.#save() : answer === "discard";
  }

  /** Resolves whether the workbook was saved. */
  async #save(): Promise<boolean> {
    const host = this.#host;
    const losses = listLosses(host);
    const answers = { save: t("losses.save"), cancel: t("dialog.cancel") };
    if (losses.length > 0 && (await askInDialog({ title: t("losses.title"), sentences: losses, answers })) !== "save")
      return false;
    downloadBytes(host.book.workbook.getName() + fileEnding(host.origin.source), toXlsx(host));
    host.unsaved.reset();
    await this.#keep();
    return true;
  }

  #keep(): Promise<void> {
    return keepRecent(toStoredWorkbook(this.#host), Date.now());
  }
}
