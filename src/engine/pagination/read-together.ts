// What reads several lists for one listing, in one chunk.
export { PerScoreListing, requestedScores } from "./per-score";
export { SharedQueries } from "./shared-queries";
