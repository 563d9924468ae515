import type { FunctionDefinition } from "./definition";
import { contentText, documentKeys } from "./content";
import { defineFunction } from "./define";
import type { Help } from "./help";
import { mapCells } from "./map-cells";
import { list } from "./parameter";

/** A function that answers one text of each document: DOC.TITLE, DOC.TEXT, DOC.SUMMARY. Many cells share one call. */
export const defineDocumentText = (name: string, field: string, help: Help | undefined): FunctionDefinition =>
  defineFunction({
    name,
    help,
    parameters: { id: list("text"), extractDate: list("date") },
    layout: "value",
    options: {},
    translates: true,
    routes: ["getDocuments"],
    blames: { datamarts_document_id: "id", extract_date: "extractDate" },
    answer: (call) => {
      const { id, extractDate } = call.values;
      const keys = documentKeys(call, { name: "id", argument: id }, { name: "extractDate", argument: extractDate });
      let next = 0;
      const positions = {
        rows: id.rows.map((row) => row.map((cell) => ((next += 1), cell === undefined ? undefined : next))),
      };
      return mapCells(call, positions, async (position) => {
        const key = keys[Number(position) - 1]?.();
        return key === undefined ? undefined : contentText(call, key, field);
      });
    },
  });
