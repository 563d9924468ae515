import { readRecent } from "../file/recent-workbooks";
import { readClosedWindows, windowLocks } from "../file/workbook-store";
import { fetchSample, samples } from "../file/samples";
import type { OfficeHost } from "../office/office-host";
import type { ThemeName } from "../office/theme-holder";
import { t } from "../texts";
import { developerGroups } from "./developer-menu";
import { make } from "./dom";
import type { FileActions } from "./file-actions";
import { hasOwnData, showImportDialog } from "./import-dialog";
import { choiceItem, MenuButton, type MenuGroup, type MenuItem } from "./menu";
import { drawWorkbook } from "./workbook-picture";

/** Shows the name of the workbook, its file, and the menus of the host. */
export const showTitleBar = (container: HTMLElement, host: OfficeHost, files: FileActions): void => {
  const picker = make("input", {
    type: "file",
    accept: ".xlsx,.xlsm,.xltx,.xltm",
    hidden: true,
    "aria-label": t("file.picker"),
    change: () => {
      const [file] = picker.files ?? [];
      if (file !== undefined) void files.openFile(file);
      picker.value = "";
    },
  });
  container.replaceChildren(
    make("span", { class: "mark", "aria-hidden": "true" }, "▦"),
    make("strong", { id: "workbook-name" }, "Book1"),
    make("span", { class: "product" }, "Workbench"),
    make("span", { class: "space" }),
    iconButton(t("file.new"), t("file.newHint"), () => void files.create()),
    new MenuButton(
      t("file.open"),
      openGroups(files, () => picker.click()),
      t("file.openHint"),
    ).element,
    iconButton(t("file.save"), t("file.saveHint"), () => void files.save()),
    picker,
    formulasMenu(host).element,
    new MenuButton(t("view.menu"), [themes(host)]).element,
    new MenuButton(t("developer.menu"), developerGroups(host)).element,
  );
};

const iconButton = (label: string, title: string, click: () => void): HTMLElement =>
  make("button", { type: "button", title, click }, label);

const openGroups = (files: FileActions, browse: () => void): readonly MenuGroup[] => [
  {
    label: t("open.fromFile"),
    items: async () => [{ label: t("open.browse"), run: browse }, ...(await importItems(files))],
  },
  { label: t("open.recent"), items: () => recentItems(files) },
  {
    label: t("open.samples"),
    items: async () => ((await hasOwnData()) ? [] : sampleItems(files)),
  },
];

const importItems = async ({ attempt }: FileActions): Promise<readonly MenuItem[]> =>
  (await hasOwnData()) ? [{ label: t("open.import"), run: () => void attempt(showImportDialog) }] : [];

/** They are about companies of the made-up world. */
const sampleItems = (files: FileActions): readonly MenuItem[] =>
  samples.map(({ file, title, about }): MenuItem => ({
    label: t(title),
    description: t(about),
    picture: () => loadPicture(file),
    run: () => void files.openSample(file),
  }));

/** Drawn when the menu opens first; a sample does not change while the page is open. */
const pictures = new Map<string, Promise<Element | undefined>>();

const parseSvg = (svg: string): Element => new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;

const loadPicture = async (file: string): Promise<Element | undefined> => {
  const svg =
    pictures.get(file) ??
    fetchSample(file).then(
      (workbook) => (workbook === undefined ? undefined : parseSvg(drawWorkbook(workbook))),
      // Opening it says what is wrong.
      () => undefined,
    );
  pictures.set(file, svg);
  return svg;
};

const recentItems = async (files: FileActions): Promise<readonly MenuItem[]> => {
  const recent = await readRecent();
  const closed = (await readClosedWindows(windowLocks(window))).map((one) => ({
    label: one.file.name,
    hint: new Date(one.at).toLocaleString(document.documentElement.lang),
    description: t("open.closedWindow"),
    run: () => void files.openClosed(one),
  }));
  if (recent.length + closed.length === 0) return [{ label: t("open.noRecent"), disabled: true, run: () => undefined }];
  const isShared = (name: string): boolean => recent.filter((one) => one.name === name).length > 1;
  const items = recent.map((one) => ({
    label: one.name,
    hint: new Date(one.at).toLocaleString(document.documentElement.lang),
    // Two files of one name are told apart by their sheets.
    ...(isShared(one.name) && { description: (one.sheets ?? []).join(", ") }),
    run: () => void files.openRecent(one),
  }));
  return [...closed, ...items];
};

/** The name of the menu says that nothing is calculated by itself. */
const formulasMenu = ({ functions }: OfficeHost): MenuButton => {
  const { calculation } = functions;
  const label = (): string => t(calculation.mode === "manual" ? "formulas.manualMenu" : "formulas.menu");
  const modes = { automatic: t("formulas.automatic"), manual: t("formulas.manual") };
  const menu = new MenuButton(label(), [
    choiceItem(
      t("formulas.mode"),
      modes,
      () => calculation.mode,
      (mode) => calculation.setMode(mode),
    ),
    {
      label: t("formulas.now"),
      items: () => [
        { label: t("formulas.calculate"), run: () => calculation.calculate() },
        { label: t("formulas.calculateAll"), run: () => functions.callAllAgain() },
      ],
    },
  ]);
  calculation.onModeChanged(() => {
    menu.label = label();
  });
  return menu;
};

const themes = ({ theme }: OfficeHost): MenuGroup =>
  choiceItem<ThemeName>(
    t("view.theme"),
    { light: t("view.light"), dark: t("view.dark"), contrast: t("view.contrast") },
    () => theme.name,
    (name) => theme.set(name),
  );

export const showName = (name: string): void => {
  const place = document.getElementById("workbook-name");
  if (place !== null) {
    place.textContent = name;
    place.title = name;
  }
  document.title = `${name} – Workbench`;
};
