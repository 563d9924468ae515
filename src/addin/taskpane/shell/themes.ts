import {
  type BrandVariants,
  createDarkTheme,
  createLightTheme,
  teamsHighContrastTheme,
  type Theme,
} from "@fluentui/react-components";
import type { PaneTheme } from "../pane-deps";

/** Excel's green. */
const green: BrandVariants = {
  10: "#02140a",
  20: "#06230f",
  30: "#083118",
  40: "#0a3f1f",
  50: "#0c4d26",
  60: "#0e5b2d",
  70: "#0f6a36",
  80: "#107c41",
  90: "#1f8a4e",
  100: "#33985d",
  110: "#4aa66e",
  120: "#62b481",
  130: "#7cc296",
  140: "#98d0ac",
  150: "#b6dec4",
  160: "#d6eddf",
};

const dark = createDarkTheme(green);

const light = createLightTheme(green);

const fluentThemes: Readonly<Record<PaneTheme, Theme>> = {
  light,
  dark: {
    ...dark,
    // The default colours have too little contrast for text on dark grey (WCAG 1.4.3).
    colorBrandForeground1: green[120],
    colorBrandForeground2: green[130],
    colorBrandForegroundLink: green[120],
    colorBrandForegroundLinkHover: green[130],
    colorCompoundBrandForeground1: green[120],
    colorCompoundBrandForeground1Hover: green[130],
    colorCompoundBrandStroke: green[110],
  },
  // The theme's own font is wider; at 320 pixels adjacent words would touch.
  contrast: { ...teamsHighContrastTheme, fontFamilyBase: light.fontFamilyBase },
};

/** The Fluent theme for a theme of Office. */
export const fluentTheme = (theme: PaneTheme): Theme => fluentThemes[theme];
