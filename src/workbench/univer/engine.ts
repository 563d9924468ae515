import {
  LifecycleService,
  LifecycleStages,
  LocaleType,
  LogLevel,
  Univer,
  type Injector,
  type PluginCtor,
} from "@univerjs/core";
import { FUniver } from "@univerjs/core/lib/facade";
import { UniverSheetsCorePreset } from "@univerjs/preset-sheets-core";
import "@univerjs/preset-sheets-core/lib/index.css";
import { UniverSheetsFilterPreset } from "@univerjs/preset-sheets-filter";
import "@univerjs/preset-sheets-filter/lib/index.css";
import { UniverSheetsFindReplacePreset } from "@univerjs/preset-sheets-find-replace";
import "@univerjs/preset-sheets-find-replace/lib/index.css";
import { UniverSheetsNotePreset } from "@univerjs/preset-sheets-note";
import "@univerjs/preset-sheets-note/lib/index.css";
import { UniverSheetsSortPreset } from "@univerjs/preset-sheets-sort";
import "@univerjs/preset-sheets-sort/lib/index.css";
import { UniverSheetsConditionalFormattingPreset } from "@univerjs/preset-sheets-conditional-formatting";
import "@univerjs/preset-sheets-conditional-formatting/lib/index.css";
import { UniverSheetsDataValidationPreset } from "@univerjs/preset-sheets-data-validation";
import "@univerjs/preset-sheets-data-validation/lib/index.css";
import { UniverSheetsTablePreset } from "@univerjs/preset-sheets-table";
import "@univerjs/preset-sheets-table/lib/index.css";
import { UniverSheetsTablePlugin } from "@univerjs/sheets-table";
import { CalculationMode } from "@univerjs/sheets-formula";
import { lightenAccent, tableTheme } from "./canvas-colors";
import { showConditionalFormats } from "./conditional-matching";
import { type DateSystem, formatsKeepTypes, movesKeepTypes, showFormats } from "./display-formats";
import { enableCalledLambdas } from "./called-lambdas";
import { guardFunctions } from "./engine-functions";
import { enterTakesNoSuggestion } from "./formula-editor";
import { hideHiddenNames } from "./hidden-names";
import { showHyperlinks } from "./hyperlink-function";
import { leaveNotesToTheBook, moveRulesLikeExcel } from "./moved-rules";
import { hashNarrowNumbers } from "./narrow-numbers";
import { readArrayConstants } from "./overrides/array-constants";
import { readReferencesLikeExcel } from "./overrides/references";
import { allowTableNames } from "./private-hooks";
import { engineWords } from "./engine-words";
import { enableSpillReferences, speedUpSpills } from "./spills";
import { UndoGroup } from "./undo-group";

/** The running spreadsheet engine. */
export interface Engine {
  readonly api: FUniver;
  readonly injector: Injector;
  readonly undoGroup: UndoGroup;
  readonly dateSystem: DateSystem;
}

export type ActiveWorkbook = NonNullable<ReturnType<FUniver["getActiveWorkbook"]>>;
export type Sheet = ReturnType<ActiveWorkbook["getActiveSheet"]>;

/** Starts Univer in a container, with the community plugins that the workbench uses. */
export const startEngine = (container: HTMLElement): Engine => {
  speedUpSpills();
  hashNarrowNumbers();
  moveRulesLikeExcel();
  leaveNotesToTheBook();
  readArrayConstants();
  const undoGroup = new UndoGroup();
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: engineWords },
    logLevel: LogLevel.ERROR,
  });
  const core = UniverSheetsCorePreset({
    container,
    ribbonType: "simple",
    formula: { initialFormulaComputing: CalculationMode.WHEN_EMPTY },
    sheets: { disableForceStringAlert: true, disableForceStringMark: true },
  });
  registerPlugins(univer, [
    [UniverSheetsTablePlugin, { userThemes: [tableTheme] }],
    ...core.plugins,
    ...UniverSheetsTablePreset().plugins,
    ...UniverSheetsSortPreset().plugins,
    ...UniverSheetsFilterPreset().plugins,
    ...UniverSheetsFindReplacePreset().plugins,
    ...UniverSheetsConditionalFormattingPreset().plugins,
    ...UniverSheetsNotePreset().plugins,
    ...UniverSheetsDataValidationPreset({ showEditOnDropdown: false, showSearchOnDropdown: false }).plugins,
  ]);
  const injector = univer.__getInjector();
  const dateSystem: DateSystem = { from1904: false };
  guardFunctions(injector, dateSystem);
  enableSpillReferences(injector);
  allowTableNames(injector);
  readReferencesLikeExcel(injector);
  enableCalledLambdas(injector);
  enterTakesNoSuggestion(injector);
  hideHiddenNames(injector);
  showConditionalFormats(injector);
  showFormats(injector, dateSystem);
  formatsKeepTypes(injector, undoGroup);
  movesKeepTypes(injector);
  showHyperlinks(injector);
  lightenAccent(injector);
  return { api: FUniver.newAPI(univer), injector, undoGroup, dateSystem };
};

/**
 * Starts what the engine would start three seconds later: until then, sorted formulas keep the references of their old
 * rows, and the keys of find and replace do nothing.
 */
export const startLateParts = (injector: Injector): void => {
  const lifecycle = injector.get(LifecycleService);
  void lifecycle.onStage(LifecycleStages.Rendered).then(() => {
    lifecycle.stage = LifecycleStages.Steady;
  });
};

type PresetPlugins = ReturnType<typeof UniverSheetsCorePreset>["plugins"];

/** The presets overlap. Each plugin is registered once. */
const registerPlugins = (univer: Univer, plugins: PresetPlugins): void => {
  const registered = new Set<string>();
  for (const entry of plugins) {
    const [plugin, options] = (Array.isArray(entry) ? entry : [entry]) as [PluginCtor, unknown?];
    if (registered.has(plugin.pluginName)) continue;
    registered.add(plugin.pluginName);
    univer.registerPlugin(plugin, options);
  }
};
