import { t } from "../texts";
import { downloadBytes, labelControl, make } from "./dom";

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

/** An import that runs or has ended. */
interface SentImport {
  readonly name: string;
  /** How far it is; undefined once it has ended. */
  readonly progress?: string;
  /** What it did, in sentences. */
  readonly lines: readonly string[];
  readonly error?: string;
  /** The rows that could not be imported, as CSV. */
  readonly badRows?: string;
}

interface Imports {
  readonly kinds: readonly ImportKind[];
  readonly mostBytes: number;
  readonly last?: SentImport;
}

/** Whether the service of this page answers from data of its owner: then files can be imported. */
export const hasOwnData = async (): Promise<boolean> => {
  const answer = await fetch("/deployment.json").catch(() => undefined);
  const deployment = (await answer?.json().catch(() => undefined)) as { readonly data?: unknown } | undefined;
  return deployment?.data === "own";
};

/** Calls the service. @throws Error with one sentence */
const call = async (path: string, request: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(`/_local/imports${path}`, request).catch(() => undefined);
  if (answer === undefined) throw new Error(t("import.unreachable"));
  const body = (await answer.json().catch(() => ({}))) as { readonly message?: string };
  if (!answer.ok) throw new Error(body.message ?? t("import.failed", { status: String(answer.status) }));
  return body;
};

const readImports = async (): Promise<Imports> => (await call("")) as Imports;

const sendFile = (kind: string, file: File, licence: string): Promise<unknown> =>
  call(
    `/${kind}?${new URLSearchParams({ name: file.name, modified: String(file.lastModified), licence }).toString()}`,
    {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    },
  );

const millisecondsBetweenLooks = 500;
/** A button that saves the rows that could not be imported. */
const badRowsButton = ({ name, badRows }: SentImport): readonly HTMLElement[] => {
  if (badRows === undefined) return [];
  const save = (): void => downloadBytes(`${name}.bad.csv`, new TextEncoder().encode(badRows));
  return [make("button", { type: "button", click: save }, t("import.saveBadRows"))];
};

/**
 * Imports a small file into the data of the service, in a dialog that says how far it is and what came of it. An import
 * goes on when the dialog is closed, and is seen when it is opened again.
 */
export const showImportDialog = async (): Promise<void> => {
  const { kinds, mostBytes, last } = await readImports();
  const kind = make(
    "select",
    { name: "kind" },
    ...kinds.map(({ name, title }) => make("option", { value: name }, title)),
  );
  const about = make("p", {});
  const licence = make("input", { name: "licence", autocomplete: "off" });
  const picker = make("input", { type: "file", name: "file" });
  const result = make("div", { role: "status", class: "result" });
  const submit = make("button", { type: "submit" }, t("import.run"));
  const stop = make("button", { type: "button", hidden: true }, t("import.stop"));
  const close = make("button", { type: "button", click: () => dialog.close() }, t("dialog.close"));
  const form = make("form", { method: "dialog", novalidate: true });
  const dialog = make("dialog", { class: "question form", "aria-labelledby": "import-title" }, form);
  const describe = (): void => {
    const chosen = kinds.find(({ name }) => name === kind.value);
    const { files = "", licence: use = "" } = chosen ?? {};
    about.textContent = t("import.about", { files: files.charAt(0).toUpperCase() + files.slice(1), licence: use });
  };
  const show = (sentences: readonly string[], ...parts: readonly HTMLElement[]): void =>
    result.replaceChildren(...sentences.map((sentence) => make("p", {}, sentence)), ...parts);
  const showError = (error: unknown): void => show([error instanceof Error ? error.message : String(error)]);
  /** Shows the import that runs, until it has ended. */
  const follow = async (): Promise<void> => {
    submit.disabled = true;
    stop.hidden = false;
    try {
      for (let state = (await readImports()).last; dialog.isConnected; state = (await readImports()).last) {
        if (state?.progress === undefined) {
          if (state !== undefined) showEnd(state);
          return;
        }
        if (result.textContent !== state.progress) show([state.progress]);
        await new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks));
      }
    } finally {
      submit.disabled = false;
      stop.hidden = true;
      stop.disabled = false;
    }
  };
  const showEnd = (state: SentImport): void =>
    show(
      [...state.lines, ...(state.error === undefined ? [t("import.done")] : [state.error])],
      ...badRowsButton(state),
    );
  const run = async (): Promise<void> => {
    const [file] = picker.files ?? [];
    if (file === undefined) throw new Error(t("import.noFile"));
    if (file.size > mostBytes) throw new Error(t("import.tooLarge", { name: file.name }));
    submit.disabled = true;
    show([t("import.sending", { name: file.name })]);
    try {
      await sendFile(kind.value, file, licence.value);
    } finally {
      submit.disabled = false;
    }
    await follow();
  };
  kind.addEventListener("change", describe);
  describe();
  stop.addEventListener("click", () => {
    stop.disabled = true;
    void call("", { method: "DELETE" }).catch(showError);
  });
  form.append(
    make("strong", { id: "import-title" }, t("import.title")),
    labelControl(t("import.kind"), kind),
    about,
    labelControl(t("import.file"), picker),
    labelControl(t("import.licence"), licence),
    result,
    make("div", { class: "answers" }, submit, stop, close),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run().catch(showError);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  if (last?.progress !== undefined) void follow().catch(showError);
};
