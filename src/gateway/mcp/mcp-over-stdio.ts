import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { systemClock } from "../../engine/clock";
import type { GatewayConfig } from "../config";
import { Tables } from "../tables/tables-by-address";
import { openStore } from "../team/open-store";
import { type Person, visibleUniverses } from "../team/person";
import { Team } from "../team/team";
import { readTeamConfig } from "../team/team-config";
import { createMcpServer } from "./mcp-server";

/**
 * Answers the assistant of one person on stdin and stdout, with the first account of the team's file. Ends with its client.
 * @throws one sentence if the configuration has no team, or a file cannot be read
 */
export const runMcpOverStdio = async ({ team: file, store: address }: GatewayConfig): Promise<void> => {
  if (file === undefined)
    throw new Error("The configuration names no team, whose file has the account of the service.");
  const config = readTeamConfig(file);
  const clock = systemClock;
  const store = await openStore(address ?? config.store ?? "memory", clock);
  const team = new Team(config, { store, clock, send: (request) => fetch(request) });
  // Whoever can read the account's secret is everybody whom it serves.
  const person: Person = { id: "stdio", name: "stdio", groups: config.accounts[0]?.groups ?? [], admin: false };
  const universes = config.universes.map(({ id, ...named }) => ({ universe_id: id, ...named }));
  const universesFor = (one: Person) => visibleUniverses(one, universes);
  const evaluator = new Tables({ team, clock, universesFor });
  const accountOf = (one: Person): string | undefined => team.accountOf(one);
  const server = createMcpServer({ evaluator, clock, store, universesFor, accountOf }, person);
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  evaluator.close();
  await team.close();
  await store.close();
};
