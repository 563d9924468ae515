import type { FunctionDefinition } from "../formula/definition";
import { analysisConcepts } from "./analysis-concepts";
import { analysisDocuments } from "./analysis-documents";
import { analysisEntities } from "./analysis-entities";
import { analysisList } from "./analysis-list";
import { analysisMentions } from "./analysis-mentions";
import { analysisSentences } from "./analysis-sentences";
import { analysisSentiment } from "./analysis-sentiment";
import { analysisSeries } from "./analysis-series";
import { analysisStatus } from "./analysis-status";
import { analysisVolume } from "./analysis-volume";
import { docContent } from "./doc-content";
import { docFields } from "./doc-fields";
import { docSummary } from "./doc-summary";
import { docText } from "./doc-text";
import { docTitle } from "./doc-title";
import { entityCard } from "./entity-card";
import { entityGet } from "./entity-get";
import { entityId } from "./entity-id";
import { entityIdentifiers } from "./entity-identifiers";
import { entityIndustries } from "./entity-industries";
import { entityMatch } from "./entity-match";
import { entityResolve } from "./entity-resolve";
import { entityRevenue } from "./entity-revenue";
import { entitySearch } from "./entity-search";
import { entityUniverses } from "./entity-universes";
import { esgCase } from "./esg-case";
import { esgDocument } from "./esg-document";
import { esgDocuments } from "./esg-documents";
import { esgEvents } from "./esg-events";
import { esgSummary } from "./esg-summary";
import { kgCandidates } from "./kg-candidates";
import { queryInfo } from "./query-info";
import { queryPending } from "./query-pending";
import { sdgDocument } from "./sdg-document";
import { sdgDocuments } from "./sdg-documents";
import { sdgMatrix } from "./sdg-matrix";
import { tasksList } from "./tasks-list";
import { tasksStatus } from "./tasks-status";
import { universeContains } from "./universe-contains";
import { universeCount } from "./universe-count";
import { universeEntities } from "./universe-entities";
import { universeId } from "./universe-id";
import { universeList } from "./universe-list";

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
  esgEvents,
  esgDocuments,
  esgDocument,
  esgCase,
  esgSummary,
  sdgDocuments,
  sdgDocument,
  sdgMatrix,
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
];
