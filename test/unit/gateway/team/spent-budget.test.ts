import { systemClock } from "../../../../src/engine/clock";
import type { AddinError } from "../../../../src/engine/http/addin-error";
import type { Send } from "../../../../src/engine/http/client";
import type { OpenRequest, RequestOptions } from "../../../../src/engine/requests/request-log";
import type { Runtime } from "../../../../src/engine/runtime";
import { inProcessSend } from "../../../support/in-process-send";
import { testRuntime } from "../../../support/test-runtime";
import { anyOpening } from "../../../support/virtual-runtime";
import { openTeamOffice, personOf, type TeamOffice } from "./team-office";

const sentence = "Your team's budget for today is used up; it resets at 00:00 UTC.";

let office: TeamOffice;
let runtime: Runtime;
/** Requests of the engine that reached the gateway. */
let asked: number;

/** The way of an analyst's engine to the gateway: it signs in at the service, and the gateway knows it as Ann. */
const asAnn =
  (toService: Send, toGateway: Send): Send =>
  (request) => {
    if (new URL(request.url).pathname === "/oauth/token") return toService(request);
    asked += 1;
    request.headers.set("authorization", "Bearer ann");
    return toGateway(request);
  };

beforeAll(async () => {
  // Nothing serves twice, so that each request of the engine costs one of the budget.
  office = await openTeamOffice({ people: [personOf("ann")], budgets: { person: 2 }, freshFor: 0 });
  const { service, fastify, demo } = office;
  const send = asAnn(inProcessSend(service.fastify), inProcessSend(fastify));
  const { audience, client_id: clientId } = demo;
  runtime = testRuntime(send, systemClock, { address: "http://localhost", audience, clientId });
  await runtime.ready;
  const [account] = demo.accounts;
  await runtime.session.signIn({ key: account!.api_key, secret: account!.api_secret }, false);
  asked = 0;
});
afterAll(() => office.close());

const search = async (name: string, opening: Partial<RequestOptions> = {}): Promise<OpenRequest> => {
  const entry = runtime.requestLog.open({ ...anyOpening(), ...opening });
  try {
    await runtime.entities.search({ name: `eq:${name}` }, { fields: ["name"], maxCandidates: 1 }, entry);
    entry.done(1);
  } catch (error) {
    entry.failed(error as AddinError);
    throw error;
  }
  return entry;
};

test("a spent budget is its own error, asked once and again by the next calculation; earlier values stay with the reason", async () => {
  await search("Acme");
  await search("Umbrella");
  expect([asked, office.upstream.length]).toEqual([2, 2]);

  await expect(search("Initech")).rejects.toMatchObject({ code: "budget-spent", message: sentence });
  expect(asked).toBe(3);
  // It is no answer of the service, so the next calculation asks again.
  await expect(search("Initech")).rejects.toMatchObject({ code: "budget-spent" });
  expect(asked).toBe(4);

  const { entry } = await search("Acme", { reloadSince: systemClock.now() + 1 });
  expect([entry.source, entry.staleReason]).toEqual(["stale", sentence]);
  expect([asked, office.upstream.length]).toEqual([5, 2]);
});
