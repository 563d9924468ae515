import { findRedisProgram } from "./redis-process";

/** `describe`, skipped where there is no Redis server. */
export const describeWithRedis = findRedisProgram() === undefined ? describe.skip : describe;
