import { rows } from "./rows";

/** The section that says what the service is for. */
export const purposeRows = rows("What the service does", {
  "purpose.site-types": "news, blogs and discussions, plus licensed and premium news where the account allows",
  "purpose.1":
    "an analysis is started over dates, entities, keywords, concepts, filters; its instance gives documents or a time-aggregated dataset",
  "purpose.2": "title, text and summary are had by document identifier, translated when asked",
  "purpose.3":
    "universes are named sets of entities: created, updated, listed with filters; entities are searched in bulk",
  "purpose.4": "ESG and SDG documents and events per universe or per entity, with scores, sentiment levels, categories",
  "purpose.5": "long-running jobs such as coverage extension are started and listed",
  "purpose.json": "bodies are JSON unless stated otherwise",
  "purpose.token": "every route requires a bearer token",
});

/** The section on states. */
export const stateRows = rows("States and transitions", {
  "state.in-progress": "analysis in progress: download and time series answer 202",
  "state.stopped": "analysis stopped or failed: download and time series answer 204",
  "state.pending": "task status, sample value pending",
  "state.transitions": "transitions are not shown",
});
