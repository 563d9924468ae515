import { ApiError, forbidden, notFound } from "../http/problems";
import { isManagedBy, isVisibleTo } from "../store/universes";
import type { CoverageRequest } from "../data/coverage";
import type { RouteHandler } from "./route";

/** POST /v3/coverage-extension (experimental): queues a task that adds the entities to the universes. */
export const extendCoverage: RouteHandler = async ({ backend, account, body }) => {
  const request = body as CoverageRequest;
  if (!account.manages) throw forbidden("The account may not ask for coverage.");
  for (const id of request.universe_ids) {
    const universe = await backend.universes.byId(id);
    if (universe === undefined || !isVisibleTo(account, universe)) throw notFound("The universe");
    if (!isManagedBy(account, universe)) throw forbidden("The account may not add entities to this universe.");
  }
  const count = request.entities.length;
  const task = await backend.tasks.add(account, {
    type: "coverage_extension",
    description: `Coverage extension: ${count} ${count === 1 ? "entity" : "entities"}`,
    outcome: "completed",
    request: JSON.stringify(request),
  });
  if (task === undefined) {
    const { waitingTasks } = backend.limits;
    throw new ApiError(429, `${waitingTasks} coverage extension tasks already wait in the queue.`);
  }
  return { task_id: task.id };
};
