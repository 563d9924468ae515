import type { RefusedWorkbook } from "../file/workbook-store";
import { t } from "../texts";
import { downloadJson, make } from "./dom";

const workbookName = (content: unknown): string => {
  const { name } = (content ?? {}) as { readonly name?: unknown };
  return typeof name === "string" && name !== "" ? name : t("refused.workbook");
};

const actionButton = (label: string, click: () => void): HTMLElement =>
  make("button", { type: "button", click }, label);

/** Says that this window has a copy of a workbook that another window shows. */
export const reportCopy = (name: string): void => {
  const notice = make("section", { id: "copied-workbook", role: "status" }, make("p", {}, t("copied.text", { name })));
  notice.append(actionButton(t("copied.close"), () => notice.remove()));
  document.body.append(notice);
};

/** Says which workbooks of earlier visits were not opened, and offers to save or to delete them. */
export const offerRefused = (workbooks: readonly RefusedWorkbook[], remove: () => Promise<void>): void => {
  if (workbooks.length === 0) return;
  const texts = workbooks.map(({ content, reason }) =>
    make("p", {}, t("refused.text", { name: workbookName(content), reason })),
  );
  const notice = make("section", { id: "refused-workbooks", role: "status" }, ...texts);
  notice.append(
    actionButton(t("refused.save"), () =>
      workbooks.forEach(({ content }) => downloadJson(workbookName(content), content)),
    ),
    actionButton(t("refused.delete"), () => void remove().then(() => notice.remove())),
  );
  document.body.append(notice);
};
