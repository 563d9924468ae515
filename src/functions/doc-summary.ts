import { defineDocumentText } from "../formula/doc-text";
import { helpWanted } from "../formula/help";

/** `DOC.SUMMARY`: the English summary of a document; with a range one per cell. */
export const docSummary = defineDocumentText(
  "DOC.SUMMARY",
  "summary",
  helpWanted
    ? {
        description: "The English summary of a document, by its datamarts_document_id and extract_date.",
        parameters: { id: "datamarts_document_id of the document.", extractDate: "extract_date of the document." },
        examples: [
          {
            formula:
              '=LET(d,ESG.DOCUMENTS("EU Banks",,,,,"datamarts_document_id,extract_date",1,"headers=no"),DOC.SUMMARY(INDEX(d,1,1),INDEX(d,1,2)))',
            shows: "The English summary of the most reliable document.",
          },
        ],
      }
    : undefined,
);
