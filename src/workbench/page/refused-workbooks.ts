import type { RefusedWorkbook } from "../file/workbook-store";
import { t } from "../texts";
import { downloadJson, make } from "./dom";

const nameOf = (content: unknown): string => {
  const { name } = (content ?? {}) as { readonly name?: unknown };
  return typeof name === "string" && name !== "" ? name : t("refused.workbook");
};

const button = (label: string, click: () => void): HTMLElement => make("button", { type: "button", click }, label);

/** Says which workbooks of earlier visits were not opened, and offers to save or to delete them. */
export const offerRefused = (refused: readonly RefusedWorkbook[], remove: () => Promise<void>): void => {
  if (refused.length === 0) return;
  const texts = refused.map(({ content, reason }) =>
    make("p", {}, t("refused.text", { name: nameOf(content), reason })),
  );
  const notice = make("section", { id: "refused-workbooks", role: "status" }, ...texts);
  notice.append(
    button(t("refused.save"), () => refused.forEach(({ content }) => downloadJson(nameOf(content), content))),
    button(t("refused.delete"), () => void remove().then(() => notice.remove())),
  );
  document.body.append(notice);
};
