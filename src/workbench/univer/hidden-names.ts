import type { Injector } from "@univerjs/core";
import { IDefinedNamesService, type IDefinedNamesServiceParam, IFunctionService } from "@univerjs/engine-formula";
import {
  BuiltInUIPart,
  ComponentManager,
  connectInjector,
  IUIPartsService,
  RenderSheetHeader,
} from "@univerjs/preset-sheets-core";

/** The key of the engine's list of names, which opens beside the sheet. */
const nameList = "DefinedNameContainer";

/**
 * Keeps hidden names out of the name box, the list of names and the suggestions for formulas, as Excel does. Formulas,
 * files and the object model know them, and they follow moved cells. A hidden name that is typed into the name box is
 * selected, as in Excel.
 *
 * The name box and the list get an injector of their own, which shows them the other names only. Call this before the
 * engine registers its components.
 */
export const hideHiddenNames = (injector: Injector): void => {
  const names = injector.get(IDefinedNamesService);
  const forUsers = injector.createChild([[IDefinedNamesService, { useFactory: () => visibleOnly(names) }]]);

  const parts = injector.get(IUIPartsService);
  const registerPart = parts.registerComponent.bind(parts);
  parts.registerComponent = (part, factory) =>
    registerPart(
      part,
      part === BuiltInUIPart.HEADER.valueOf() ? () => connectInjector(RenderSheetHeader, forUsers) : factory,
    );

  const components = injector.get(ComponentManager);
  const registerComponent = components.register.bind(components);
  components.register = (key, component: Parameters<typeof connectInjector>[0], options) =>
    registerComponent(key, key === nameList ? connectInjector(component, forUsers) : component, options);

  const functions = injector.get(IFunctionService);
  const descriptions = functions.getDescriptions.bind(functions);
  functions.getDescriptions = () => {
    const hidden = allNames(names).flatMap(([, one]) => (one.hidden === true ? [one.name.toUpperCase()] : []));
    return hidden.length === 0
      ? descriptions()
      : new Map([...descriptions()].filter(([name]) => !hidden.includes(String(name).toUpperCase())));
  };
};

/** By their ids. */
const allNames = (names: IDefinedNamesService): [string, IDefinedNamesServiceParam][] =>
  Object.values(names.getAllDefinedNames()).flatMap((ofWorkbook) =>
    Object.entries<IDefinedNamesServiceParam>(ofWorkbook),
  );

/** The name box asks for the names of the workbook that was open when it was drawn first, so the id is not used. */
const visibleOnly = (names: IDefinedNamesService): IDefinedNamesService => {
  const visible = (): [string, IDefinedNamesServiceParam][] =>
    allNames(names).filter(([, { hidden }]) => hidden !== true);
  const own: Partial<IDefinedNamesService> = {
    getDefinedNameMap: () => Object.fromEntries(visible()),
    getDefinedNameByRefString: (_, reference) =>
      visible().find(([, { formulaOrRefString }]) => formulaOrRefString === reference)?.[1],
  };
  return new Proxy(names, {
    get: (target, key) => {
      const value: unknown = Reflect.get(key in own ? own : target, key);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
};
