import type { FastifyInstance } from "fastify";
import type { Backend } from "../backend";
import type { Audiences } from "./audiences";
import { addAnalysisControl } from "./analysis-control";
import { addCallCount } from "./calls";
import { createDemo } from "./demo";
import { addFaults } from "./faults";

/** What the routes under /_local are made with. */
export interface LocalRouting {
  readonly backend: Backend;
  readonly audiences: Audiences;
  readonly controls: boolean;
}

/** Adds the routes under /_local: they belong to no specification. Without controls only the demo is told. */
export const addLocalRoutes = (fastify: FastifyInstance, { backend, audiences, controls }: LocalRouting): void => {
  fastify.get("/_local/demo", () => createDemo(backend, audiences.preferred()));
  if (!controls) return;
  addFaults(fastify, backend.clock);
  addCallCount(fastify);
  addAnalysisControl(fastify, backend.analyses);
};
