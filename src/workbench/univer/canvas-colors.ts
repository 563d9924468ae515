import { type Injector, ThemeService } from "@univerjs/core";
import { ICanvasColorService } from "@univerjs/engine-render";

/**
 * How tables look. The engine's own themes put white on a middle blue; its dark mode inverts both, and black on that blue cannot be read. A
 * dark header becomes a light one.
 */
export const tableTheme = {
  name: "workbench",
  style: {
    headerRowStyle: { bg: { rgb: "#1f3f6b" }, cl: { rgb: "#ffffff" } },
    firstRowStyle: { bg: { rgb: "#ffffff" } },
    secondRowStyle: { bg: { rgb: "#e4ecf7" } },
  },
};

/** The accent of the engine's dark mode on canvases. */
const accentInDark = "#c8d4ff";

/** Lightens the accent on dark canvases: the engine draws buttons of filters and the selection in a blue that is too dark. */
export const lightenAccent = (injector: Injector): void => {
  const colors = injector.get(ICanvasColorService);
  const theme = injector.get(ThemeService);
  const inverted = colors.getRenderColor.bind(colors);
  colors.getRenderColor = (color) =>
    theme.darkMode && color === theme.getColorFromTheme("primary.600") ? accentInDark : inverted(color);
};
