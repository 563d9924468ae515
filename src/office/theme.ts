/** How Office looks now; high contrast is the system's own and decided by the page. */
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

/** Calls back when the user changes Office's theme, where the host tells. */
export const watchTheme = (changed: () => void): void => {
  try {
    Office.context.document.addHandlerAsync(Office.EventType.OfficeThemeChanged, changed);
  } catch {
    // Excel does not tell everywhere; the page looks again whenever it gets the focus.
  }
};
