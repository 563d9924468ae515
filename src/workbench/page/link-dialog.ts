import { longestScreenTip } from "../../facts/excel-limits";
import { t } from "../texts";
import type { Book } from "../univer/book";
import { findPlace, toWebAddress, linkText } from "../univer/link-targets";
import type { LinkContent } from "../univer/sheet-links";
import { labelControl, make } from "./dom";

/** The link of a form, or what is to be done with the present one. */
export type LinkAnswer = "open" | "remove" | (LinkContent & { readonly text: string });

interface LinkQuestion {
  readonly link: LinkContent | undefined;
  /** What the first cell shows; undefined if a formula makes it. */
  readonly text: string | undefined;
  readonly book: Book;
}

/** Asks for a link in a dialog. Escape answers undefined. */
export const askForLink = ({ link, text, book }: LinkQuestion): Promise<LinkAnswer | undefined> =>
  new Promise((resolve) => {
    const isPlace = link !== undefined && link.address === undefined;
    const textInput = make("input", { name: "text", value: text ?? "", disabled: text === undefined });
    const kind = make(
      "select",
      { name: "kind" },
      make("option", { value: "web" }, t("link.web")),
      make("option", { value: "place", selected: isPlace }, t("link.place")),
    );
    const target = make("input", {
      ...{ name: "target", value: link === undefined ? "" : linkText(link), spellcheck: "false" },
      autocomplete: "off",
    });
    const targetLabel = labelControl("", target);
    const tip = make("input", { name: "tip", value: link?.tip ?? "" });
    const problem = make("p", { role: "alert", class: "error", id: "link-problem" });
    const form = make("form", { method: "dialog", novalidate: true });
    const dialog = make("dialog", { class: "question form", "aria-labelledby": "link-title" }, form);
    const finish = (answer: LinkAnswer | undefined): void => {
      resolve(answer);
      dialog.close();
    };
    const button = (label: string, answer: LinkAnswer | undefined): HTMLButtonElement =>
      make("button", { type: "button", click: () => finish(answer) }, label);
    form.append(
      make("strong", { id: "link-title" }, t(link === undefined ? "link.insert" : "link.edit")),
      ...(text === undefined ? [] : [labelControl(t("link.text"), textInput)]),
      labelControl(t("link.kind"), kind),
      targetLabel,
      labelControl(t("link.tip"), tip),
      problem,
      make(
        "div",
        { class: "answers" },
        make("button", { type: "submit" }, t("dialog.ok")),
        ...(link === undefined ? [] : [button(t("link.open"), "open"), button(t("link.remove"), "remove")]),
        button(t("dialog.cancel"), undefined),
      ),
    );
    const name = (): void => {
      const label = targetLabel.querySelector("span");
      if (label !== null) label.textContent = t(kind.value === "web" ? "link.address" : "link.cell");
    };
    kind.addEventListener("change", name);
    name();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const wrong = target.value.trim();
      const place = kind.value === "place" ? readPlaceInput(book, wrong) : undefined;
      const address = kind.value === "web" ? readTarget(wrong, link) : undefined;
      const isLong = tip.value.length > longestScreenTip;
      if ((place ?? address) !== undefined && !isLong) {
        const note = tip.value.trim();
        finish({ ...place, ...address, ...(note !== "" && { tip: note }), text: textInput.value });
        return;
      }
      problem.textContent = isLong
        ? t("link.longTip")
        : kind.value === "web"
          ? t("link.badAddress", { address: wrong })
          : t("link.badPlace", { place: wrong });
      const field = isLong ? tip : target;
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", problem.id);
      field.focus();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(undefined);
    });
    document.body.append(dialog);
    dialog.showModal();
    target.focus();
    target.select();
  });

/** The address of a link that nobody changed stays as it is, with its place. */
const readTarget = (target: string, link: LinkContent | undefined): LinkContent | undefined => {
  const isSame = link?.address !== undefined && linkText(link) === target;
  const address = isSame ? link.address : toWebAddress(target);
  if (address === undefined) return undefined;
  return { address, ...(isSame && link.place !== undefined && { place: link.place }) };
};

const readPlaceInput = (book: Book, target: string): LinkContent | undefined => {
  const place = target.replace(/^#/, "");
  return place === "" || findPlace(book, place) === undefined ? undefined : { place };
};
