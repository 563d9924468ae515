import { t } from "../texts";
import { labelControl, make } from "./dom";

/** What can be imported, as the local service lists it. */
interface ImportKind {
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** What the files are. */
  readonly files: string;
  /** What the records may be used for. */
  readonly licence: string;
}

/** Whether the service of this page answers from data of its owner: then files can be imported. */
export const hasOwnData = async (): Promise<boolean> => {
  const answer = await fetch("/deployment.json").catch(() => undefined);
  const deployment = (await answer?.json().catch(() => undefined)) as { readonly data?: unknown } | undefined;
  return deployment?.data === "own";
};

const fetchKinds = async (): Promise<readonly ImportKind[]> => {
  const answer = await fetch("/_local/imports");
  if (!answer.ok) throw new Error(t("import.failed", { status: String(answer.status) }));
  return ((await answer.json()) as { readonly kinds: readonly ImportKind[] }).kinds;
};

/** Sends a file. Returns what the import did, in sentences. @throws Error with one sentence */
const sendFile = async (kind: string, file: File): Promise<readonly string[]> => {
  const answer = await fetch(`/_local/imports/${kind}?name=${encodeURIComponent(file.name)}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  const body = (await answer.json().catch(() => ({}))) as {
    readonly lines?: readonly string[];
    readonly message?: string;
  };
  if (body.lines !== undefined) return body.lines;
  throw new Error(body.message ?? t("import.failed", { status: String(answer.status) }));
};

/** Imports a small file into the data of the service, in a dialog that says what came of it. Escape closes it. */
export const showImportDialog = async (): Promise<void> => {
  const kinds = await fetchKinds();
  const kind = make(
    "select",
    { name: "kind" },
    ...kinds.map(({ name, title }) => make("option", { value: name }, title)),
  );
  const about = make("p", {});
  const picker = make("input", { type: "file", name: "file" });
  const result = make("div", { role: "status" });
  const submit = make("button", { type: "submit" }, t("import.run"));
  const form = make("form", { method: "dialog", novalidate: true });
  const dialog = make("dialog", { class: "question form", "aria-labelledby": "import-title" }, form);
  const describe = (): void => {
    const chosen = kinds.find(({ name }) => name === kind.value);
    about.textContent = chosen === undefined ? "" : t("import.about", { files: chosen.files, licence: chosen.licence });
  };
  const show = (...sentences: readonly string[]): void =>
    result.replaceChildren(...sentences.map((sentence) => make("p", {}, sentence)));
  kind.addEventListener("change", describe);
  describe();
  form.append(
    make("strong", { id: "import-title" }, t("import.title")),
    labelControl(t("import.kind"), kind),
    about,
    labelControl(t("import.file"), picker),
    result,
    make(
      "div",
      { class: "answers" },
      submit,
      make("button", { type: "button", click: () => dialog.close() }, t("dialog.close")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [file] = picker.files ?? [];
    if (file === undefined) {
      show(t("import.noFile"));
      return;
    }
    submit.disabled = true;
    show(t("import.running", { name: file.name }));
    void sendFile(kind.value, file)
      .then(
        (lines) => show(...lines, t("import.done")),
        (error: unknown) => show(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => (submit.disabled = false));
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
};
