/** The theme of the workbench and of Office in it. */
export type ThemeName = "light" | "dark" | "contrast";

type OfficeTheme = Readonly<Record<string, string | boolean>>;

const officeThemes: Readonly<Record<ThemeName, OfficeTheme>> = {
  light: {
    bodyBackgroundColor: "#ffffff",
    bodyForegroundColor: "#242424",
    controlBackgroundColor: "#f5f5f5",
    controlForegroundColor: "#242424",
    isDarkTheme: false,
    themeId: "colorful",
  },
  dark: {
    bodyBackgroundColor: "#1f1f1f",
    bodyForegroundColor: "#f3f3f3",
    controlBackgroundColor: "#292929",
    controlForegroundColor: "#f3f3f3",
    isDarkTheme: true,
    themeId: "black",
  },
  contrast: {
    bodyBackgroundColor: "#000000",
    bodyForegroundColor: "#ffffff",
    controlBackgroundColor: "#000000",
    controlForegroundColor: "#ffffff",
    isDarkTheme: true,
    themeId: "black",
  },
};

/**
 * The current theme, for the page, for `Office.context.officeTheme` and for the add-in's media queries about forced
 * colours.
 */
export class ThemeHolder {
  #name: ThemeName = "light";
  readonly #handlers = new Set<(event: object) => void>();
  readonly #listeners = new Set<() => void>();
  readonly #contrast = new EventTarget();

  get name(): ThemeName {
    return this.#name;
  }

  get officeTheme(): OfficeTheme {
    return officeThemes[this.#name];
  }

  set(name: ThemeName): void {
    const contrastChanged = (name === "contrast") !== (this.#name === "contrast");
    this.#name = name;
    for (const listener of this.#listeners) listener();
    for (const handler of [...this.#handlers]) handler({ type: "officeThemeChanged", officeTheme: this.officeTheme });
    if (contrastChanged) this.#contrast.dispatchEvent(new Event("change"));
  }

  /** For the workbench itself. */
  addListener(listener: () => void): void {
    this.#listeners.add(listener);
  }

  addHandler(handler: (event: object) => void): void {
    this.#handlers.add(handler);
  }

  removeHandlers(): void {
    this.#handlers.clear();
  }

  /** Wraps `matchMedia` of the add-in's page: the workbench's contrast theme decides queries about forced colours. */
  matchMedia(matchMedia: Window["matchMedia"]): Window["matchMedia"] {
    return (query) => (query.includes("forced-colors") ? this.#forcedColors(query) : matchMedia(query));
  }

  #forcedColors(media: string): MediaQueryList {
    const isContrast = (): boolean => this.#name === "contrast" && media.includes("active");
    const list = {
      media,
      onchange: null,
      get matches() {
        return isContrast();
      },
      addEventListener: this.#contrast.addEventListener.bind(this.#contrast),
      removeEventListener: this.#contrast.removeEventListener.bind(this.#contrast),
      dispatchEvent: this.#contrast.dispatchEvent.bind(this.#contrast),
    };
    // The two deprecated members of MediaQueryList are missing.
    return list as unknown as MediaQueryList;
  }
}
