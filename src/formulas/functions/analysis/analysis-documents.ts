import { analysisDocumentColumns } from "./document-columns";
import { AddinError } from "../../../engine/http/addin-error";
import {
  analysisEntity,
  checkDownload,
  documentLimit,
  downloadDocuments,
  downloadOptions,
  downloadExtent,
  instance,
  mostDocuments,
} from "./download";
import { defineFunction } from "../../define/define-function";
import { choice, fields, optional } from "../../arguments/parameters";
import { tabulate } from "../../table/table-builder";
import { type Layout, showColumns, type ShownColumns } from "../../table/layout";
import { allDocumentsTable } from "./documents-by-day";
import type { AnyInvocation } from "../../define/invocation";
import { columnFields } from "../../table/columns";
import { t } from "../../../i18n/t";

const sortableColumns = analysisDocumentColumns.members
  .map((member) => member.name)
  .filter((name) => name !== "source");

const documentFields = ({ needed: columns }: ShownColumns): readonly string[] => [
  ...new Set(["id", ...columnFields(columns)]),
];

/** The layout with the arguments `sort` and `order`, which the service cannot apply over several days. It sorts descending by default. */
const layoutSorted = ({ layout }: AnyInvocation, sort: string | undefined, order: string | undefined): Layout =>
  sort === undefined ? layout : { ...layout, sort: [...layout.sort, { field: sort, descending: order !== "asc" }] };

/** `ANALYSIS.DOCUMENTS`: documents of an analysis, at most 500 of one day (specification, "Analysis result document (download)"). */
export const analysisDocuments = defineFunction({
  name: "ANALYSIS.DOCUMENTS",
  help: {
    description: "Lists the documents of an analysis with their sentiment.",
    synonyms: "sentiment, articles, news, media, tone, polarity, sources",
    labels: { entity: "Entity" },
    parameters: {
      limit: 'Maximum number of documents: 1 to 500, 500 if omitted; "all" reads them day by day.',
      sort: "Field to sort by. Fields of an entity in a document need the argument entity.",
      entity: "Name of an entity of the analysis: only its documents, and only its values in their columns.",
    },
    options: {
      concept: "Label of a concept of the analysis: only documents that contain it.",
      date: "Only this day of the analysis.",
      order: "Sort direction for the argument sort: asc or desc.",
      translate: "Language into which the summary is translated; summary must be among the fields.",
    },
    examples: [
      {
        formula: '=ANALYSIS.DOCUMENTS("a3975255-be9f-4899-9af9-cae6864770e0",,100)',
        shows: "A hundred documents with sentiment and source.",
      },
      {
        formula:
          '=ANALYSIS.DOCUMENTS("a3975255-be9f-4899-9af9-cae6864770e0","extract_date,title,document_negative.max",20,"document_negative",,"order=desc")',
        shows: "The twenty most negative documents.",
      },
    ],
  },
  parameters: {
    instance,
    fields,
    limit: documentLimit,
    sort: optional("text", choice(sortableColumns)),
    entity: analysisEntity,
  },
  layout: "table",
  options: { ...downloadOptions, order: choice(["asc", "desc"]) },
  translates: true,
  routes: ["downloadAnalysis"],
  columns: analysisDocumentColumns,
  argumentOfMember: { sort: "sort", field: "sort" },
  calculate: async (invocation) => {
    const { layout, values } = invocation;
    const { entity, limit, sort } = values;
    const { concept, date, order } = invocation.options;
    const shownFor = (sorted: Layout): ShownColumns => ({
      ...showColumns({ ...invocation, layout: sorted }, analysisDocumentColumns, values.fields),
      entity,
    });
    if (order !== undefined && sort === undefined)
      throw new AddinError("invalid-argument", t("functions.orderNeedsSort"));
    const request = {
      instance: values.instance,
      entity,
      concept,
      date,
      translate: invocation.translate,
    };
    if (limit === "all") {
      const tableColumns = shownFor(layoutSorted(invocation, sort, order));
      const fields = documentFields(tableColumns);
      checkDownload({ ...request, fields, sort: sort === undefined ? undefined : { field: sort } });
      return allDocumentsTable(invocation, {
        request: { ...request, fields },
        shown: tableColumns,
        rowsOf: (documents) => documents,
      });
    }
    const tableColumns = shownFor(invocation.layout);
    // A limit counts rows after sort and distinct, so those need all documents.
    const needsAll = layout.sort.length > 0 || layout.distinct !== undefined;
    const documents = await downloadDocuments(invocation, {
      ...request,
      limit: needsAll ? mostDocuments : (limit ?? mostDocuments),
      fields: documentFields(tableColumns),
      sort: sort === undefined ? undefined : { field: sort, order: order?.toUpperCase() },
    });
    const extent = downloadExtent(invocation, documents, needsAll ? undefined : limit);
    const rows = limit === undefined ? extent.limit : { rows: limit, isCap: false };
    return tabulate(invocation, documents, tableColumns, [], { ...extent, limit: rows });
  },
});
