import type { Injector } from "@univerjs/core";
import { LocaleService } from "@univerjs/core";
import { IMenuManagerService, MenuManagerPosition, RibbonPosition } from "@univerjs/preset-sheets-core";

/** Puts filter, sort and the other tools for data before the formats: a narrow page shows the first ones only. */
export const showDataToolsFirst = (injector: Injector): void =>
  injector.get(IMenuManagerService).mergeMenu({ [RibbonPosition.DATA]: { order: -1 } });

/** The names of the commands in the engine's toolbar, in its language, by the id of the command. */
export const toolbarNames = (injector: Injector): ReadonlyMap<string, string> => {
  const words = injector.get(LocaleService);
  return new Map(
    injector
      .get(IMenuManagerService)
      .getFlatMenuByPositionKey(MenuManagerPosition.RIBBON)
      .flatMap(({ item }) => {
        const key = item?.tooltip ?? item?.title;
        return item === undefined || key === undefined ? [] : [[item.id, words.t(key)]];
      }),
  );
};
