/** Office's theme now. High contrast is a setting of the system, not of Office. */
export const readTheme = (): "light" | "dark" => {
  const theme = Office.context.officeTheme as Office.OfficeTheme | undefined;
  return theme !== undefined && isDark(theme.bodyBackgroundColor) ? "dark" : "light";
};

const isDark = (color: string): boolean => {
  const [red = 255, green = 255, blue = 255] = (/[\da-f]{6}/i.exec(color)?.[0].match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
};

/** Calls `changed` when the user changes Office's theme, in hosts that report it. */
export const watchTheme = (changed: () => void): void => {
  try {
    Office.context.document.addHandlerAsync(Office.EventType.OfficeThemeChanged, changed);
  } catch {
    // Not every host reports it; the page reads the theme again whenever it gets the focus.
  }
};
