// Generated from the files of this folder by `npm run generate`. Only the order of the list is written by hand.
import { functions as texts } from "../../i18n/locales/en/functions";
import { addMessages } from "../../i18n/t";
import type { FunctionDefinition } from "../define/definition";
import { analysisConcepts } from "./analysis/analysis-concepts";
import { analysisDocuments } from "./analysis/analysis-documents";
import { analysisEntities } from "./analysis/analysis-entities";
import { analysisList } from "./analysis/analysis-list";
import { analysisMentions } from "./analysis/analysis-mentions";
import { analysisSentences } from "./analysis/analysis-sentences";
import { analysisSentiment } from "./analysis/analysis-sentiment";
import { analysisSeries } from "./analysis/analysis-series";
import { analysisStatus } from "./analysis/analysis-status";
import { analysisVolume } from "./analysis/analysis-volume";
import { docContent } from "./doc/doc-content";
import { docFields } from "./doc/doc-fields";
import { docSummary } from "./doc/doc-summary";
import { docText } from "./doc/doc-text";
import { docTitle } from "./doc/doc-title";
import { entityCard } from "./entity/entity-card";
import { entityGet } from "./entity/entity-get";
import { entityId } from "./entity/entity-id";
import { entityIdentifiers } from "./entity/entity-identifiers";
import { entityIndustries } from "./entity/entity-industries";
import { entityMatch } from "./entity/entity-match";
import { entityResolve } from "./entity/entity-resolve";
import { entityRevenue } from "./entity/entity-revenue";
import { entitySearch } from "./entity/entity-search";
import { entityUniverses } from "./entity/entity-universes";
import { esgCase } from "./esg/esg-case";
import { esgDocument } from "./esg/esg-document";
import { esgDocuments } from "./esg/esg-documents";
import { esgEvents } from "./esg/esg-events";
import { esgSummary } from "./esg/esg-summary";
import { kgCandidates } from "./kg/kg-candidates";
import { queryChanges } from "./query/query-changes";
import { queryInfo } from "./query/query-info";
import { queryPending } from "./query/query-pending";
import { querySpan } from "./query/query-span";
import { sdgDocument } from "./sdg/sdg-document";
import { sdgDocuments } from "./sdg/sdg-documents";
import { sdgMatrix } from "./sdg/sdg-matrix";
import { sdgSummary } from "./sdg/sdg-summary";
import { tasksList } from "./tasks/tasks-list";
import { tasksStatus } from "./tasks/tasks-status";
import { universeContains } from "./universe/universe-contains";
import { universeCount } from "./universe/universe-count";
import { universeCoverage } from "./universe/universe-coverage";
import { universeEntities } from "./universe/universe-entities";
import { universeId } from "./universe/universe-id";
import { universeList } from "./universe/universe-list";

addMessages("en", texts);

/** Every worksheet function, in the order of the reference. */
export const functions: readonly FunctionDefinition[] = [
  entitySearch,
  entityResolve,
  entityMatch,
  entityId,
  entityGet,
  entityCard,
  entityIdentifiers,
  entityRevenue,
  entityIndustries,
  entityUniverses,
  universeEntities,
  universeCount,
  universeContains,
  universeId,
  universeList,
  universeCoverage,
  esgEvents,
  esgDocuments,
  esgDocument,
  esgCase,
  esgSummary,
  sdgDocuments,
  sdgDocument,
  sdgMatrix,
  sdgSummary,
  docContent,
  docTitle,
  docText,
  docSummary,
  docFields,
  analysisStatus,
  analysisDocuments,
  analysisSentences,
  analysisMentions,
  analysisEntities,
  analysisConcepts,
  analysisSentiment,
  analysisSeries,
  analysisVolume,
  analysisList,
  kgCandidates,
  tasksList,
  tasksStatus,
  queryInfo,
  queryPending,
  queryChanges,
  querySpan,
];
