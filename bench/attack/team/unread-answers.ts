import { connect, type Socket } from "node:net";
import { type Attack, between, pause } from "../attack-log";
import type { TeamTarget } from "./team-target";

const kind = "unread answers";

/** Megabytes by which the gateway's memory may grow while nobody reads. */
const mostGrowth = 400;

const open = ({ gateway }: TeamTarget): Promise<Socket> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(gateway.origin);
    const socket: Socket = connect(Number(port), hostname, () => resolve(socket));
    // The gateway may close a connection that is broken off.
    socket.on("error", () => resolve(socket));
  });

const requestOf = (path: string, token: string): string =>
  [`GET ${path} HTTP/1.1`, "host: localhost", `authorization: Bearer ${token}`, "", ""].join("\r\n");

const table = (formula: string): string => `/table?formula=${encodeURIComponent(formula)}`;

const honest = async ({ log }: Pick<Attack, "log">, target: TeamTarget, after: string): Promise<void> => {
  for (const path of ["/v3/tasks?size=1", table(`UNIVERSE.COUNT("EU Banks")`)]) {
    const begin = performance.now();
    const { status } = await target.ask({ path, token: target.keys.bob });
    log.waits.push(performance.now() - begin);
    log.expect(kind, `${path} of a colleague after ${after}`, { status, allowed: [200] });
  }
};

/** Milliseconds without fewer open files after which they stay open: the gateway keeps idle connections to the service for 72 s. */
const patience = 90_000;

/** Until as many files are open as before, and some of the gateway's own connections to the service. */
const expectClosed = async ({ log }: Attack, { gateway }: TeamTarget, before: number | undefined): Promise<void> => {
  if (before === undefined) return;
  const spare = 100;
  for (let [fewest, since] = [Infinity, performance.now()]; performance.now() - since < patience;) {
    const files = gateway.openFiles() ?? 0;
    if (files <= before + spare) return;
    if (files < fewest) [fewest, since] = [files, performance.now()];
    await pause(100);
  }
  log.fail(kind, `${gateway.openFiles() ?? 0} open files afterwards, ${before} before`);
};

/** Connections that ask for the largest answers and read nothing. */
const stopReading = async (attack: Attack, target: TeamTarget): Promise<void> => {
  const { log, rounds } = attack;
  const [files, memory] = [target.gateway.openFiles(), target.gateway.memory() ?? 0];
  const events = `/v3/universes/${target.universe("Whole Catalogue")}/esg/events?size=1000`;
  const sockets: Socket[] = [];
  for (let index = 0; index < 40 + rounds * 30; index += 1) {
    const socket = await open(target);
    socket.pause();
    socket.write(requestOf(index % 4 === 0 ? table('ESG.EVENTS("Whole Catalogue")') : events, target.keys.ann));
    sockets.push(socket);
  }
  await pause(2_000);
  await honest(attack, target, "answers that nobody reads");
  const grown = (target.gateway.memory() ?? 0) - memory;
  if (grown > mostGrowth) log.fail(kind, `${grown} MB more memory while nobody reads`);
  for (const socket of sockets) socket.destroy();
  log.cutTransfers += sockets.length;
  await expectClosed(attack, target, files);
};

/** Downloads that are broken off, each of something that was not asked for before. */
const breakOff = async (attack: Attack, target: TeamTarget): Promise<void> => {
  const { log, random, rounds } = attack;
  const [files, memory] = [target.gateway.openFiles(), target.gateway.memory() ?? 0];
  const id = target.universe("Whole Catalogue");
  const paths = (index: number): string =>
    random() < 0.8
      ? `/v3/universes/${id}/esg/events?size=1000&min_score=${index % 5}&${index}`
      : table(`ESG.EVENTS("Whole Catalogue",${between(random, 1, 4)},"-${between(random, 30, 300)}d")`);
  for (let done = 0; done < rounds * 100; done += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const socket = await open(target);
        socket.write(requestOf(paths(done + index), target.keys.ann));
        if (random() < 0.5) await pause(between(random, 0, 60));
        socket.destroy();
      }),
    );
    log.cutTransfers += 50;
  }
  await honest(attack, target, "downloads that were broken off");
  const { status } = await target.ask({ path: "/v3/tasks?size=3", token: target.keys.ann });
  log.expect(kind, "the own next request", { status, allowed: [200] });
  await expectClosed(attack, target, files);
  const grown = (target.gateway.memory() ?? 0) - memory;
  if (grown > mostGrowth) log.fail(kind, `${grown} MB more memory after ${rounds * 100} broken-off downloads`);
};

/** Bodies of 8 MB, to routes that take less and to those that take none. */
const sendLargeBodies = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const body = JSON.stringify({ entities: [{ name: "x".repeat(8_000_000) }] });
  for (const [path, token] of [
    ["/v3/entities/msearch?fields=name&max_candidates=1", target.keys.ann],
    ["/v3/documents?fields=title", target.keys.ann],
    ["/team/admin/keys", target.administratorKey],
    ["/team/admin/keys", target.keys.ann],
    ["/v3/universes", "nobody"],
  ] as const) {
    // Whoever is refused before the body was read finds the connection closed.
    const got = await target.ask({ method: "POST", path, token, body }).catch(() => ({ status: 413 }));
    log.expect(kind, `8 MB to ${path}`, { status: got.status, allowed: [401, 403, 413] });
  }
  await honest({ log }, target, "bodies of 8 MB");
};

/** Sends much, reads nothing, and breaks off: memory stays bounded, and the next honest request is answered. */
export const leaveAnswersUnread = async (attack: Attack, target: TeamTarget): Promise<void> => {
  await sendLargeBodies(attack, target);
  await stopReading(attack, target);
  await breakOff(attack, target);
  if (!target.gateway.isRunning()) attack.log.fail(kind, "the gateway has ended");
  attack.log.notePeak(target.gateway.peakMemory());
};
