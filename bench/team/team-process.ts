// A team gateway for the benchmark and the attacks: whoever sends `Bearer analyst-N` is that analyst.
// Usage: node --import tsx bench/team/team-process.ts --service URL [--port N] [--store ADDRESS] [--root FOLDER]
import { tmpdir } from "node:os";
import { port, readOptions, runProgram, text } from "../../scripts/run/command-line";
import { systemClock } from "../../src/engine/clock";
import { createGateway, usualEnd } from "../../src/gateway/gateway";
import { openStore } from "../../src/gateway/team/open-store";
import type { People } from "../../src/gateway/team/person";
import { Team } from "../../src/gateway/team/team";
import { addTeamRoutes } from "../../src/gateway/team/team-server";

interface Demo {
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
}

const people: People = {
  authenticate: (authorization) => {
    const [, id] = /^Bearer (analyst-\d{1,6})$/.exec(authorization ?? "") ?? [];
    return Promise.resolve(
      id === undefined
        ? { status: 401, reason: "signed_out", message: "Please sign in." }
        : { id, name: id, groups: [], admin: false },
    );
  },
};

const main = async (): Promise<void> => {
  const {
    service = "",
    port: wanted,
    store: address,
    root,
  } = readOptions({
    service: text("the address of the service", undefined),
    port: port(0),
    store: text("an address of a store", "memory"),
    root: text("a folder", tmpdir()),
  });
  const demo = (await (await fetch(`${service}/_local/demo`)).json()) as Demo;
  const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
  const store = await openStore(address, systemClock);
  const accounts = [{ name: "firm", key, secret, audience: demo.audience, clientId: demo.client_id }];
  const team = new Team(
    { address: service, accounts },
    { store, clock: systemClock, send: (request) => fetch(request) },
  );
  const gateway = await createGateway({ root, team: { addRoutes: (fastify) => addTeamRoutes(fastify, team, people) } });
  await new Promise<void>((resolve) => gateway.listen(wanted, "127.0.0.1", () => resolve()));
  const place = gateway.address();
  process.stdout.write(`ready http://127.0.0.1:${typeof place === "object" && place !== null ? place.port : 0}\n`);
  const end = async (): Promise<void> => {
    await gateway.drain(usualEnd);
    await team.close();
    await store.close();
    process.exit(0);
  };
  process.once("SIGTERM", () => void end());
};

runProgram(main);
