import type { Locator, Page } from "playwright-core";

/** Types into the field that has the focus, over what is selected in it. A date is typed part by part, as its field wants it. */
export const typeOver = async ({ keyboard }: Page, field: Locator, text: string): Promise<void> => {
  if ((await field.getAttribute("type")) === "date") {
    const [year = "", month = "", day = ""] = text.split("-");
    await keyboard.type(`${month}${day}${year}`);
  } else if (text === "") await keyboard.press("Delete");
  else await keyboard.insertText(text);
};
