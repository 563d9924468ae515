import { connect, type Socket } from "node:net";
import type { ServiceClient } from "../service/service-client";
import type { ServiceProcess } from "../service/service-process";
import { type Attack, between, pause } from "./attack-log";

/** A server that is attacked, and what can be loaded from it. */
export interface Attacked {
  readonly name: string;
  readonly process: ServiceProcess;
  readonly client: ServiceClient;
  /** Paths of large downloads. */
  readonly downloads: readonly string[];
  /** A path with a small answer. */
  readonly small: string;
}

const open = ({ process }: Attacked): Promise<Socket> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(process.origin);
    const socket: Socket = connect(Number(port), hostname, () => resolve(socket));
    // The server may close a connection that is broken off.
    socket.on("error", () => resolve(socket));
  });

const headOf = ({ client }: Attacked, request: string, length?: number): string =>
  [
    `${request} HTTP/1.1`,
    "host: localhost",
    ...Object.entries(client.headers).map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined ? [] : [`content-length: ${length}`]),
    "\r\n",
  ].join("\r\n");

const body = JSON.stringify({ entities: Array.from({ length: 400 }, (_, index) => ({ name: `eq:company ${index}` })) });

/** Sends a part of a body and breaks off. */
const cutRequest = async ({ random }: Attack, target: Attacked): Promise<void> => {
  const socket = await open(target);
  socket.write(headOf(target, "POST /v3/entities/msearch", body.length));
  socket.write(body.slice(0, between(random, 0, body.length - 1)));
  await pause(between(random, 0, 15));
  socket.destroy();
};

/** Reads the begin of a download, or nothing of it, and breaks off. */
const cutDownload = async ({ random }: Attack, target: Attacked): Promise<void> => {
  const path = target.downloads[between(random, 0, target.downloads.length - 1)] ?? target.small;
  const socket = await open(target);
  socket.write(headOf(target, `GET ${path}`));
  if (random() < 0.7)
    await Promise.race([new Promise((resolve) => socket.once("data", resolve)), pause(between(random, 200, 2_000))]);
  socket.destroy();
};

/** Sends a request in single bytes. It must be answered. */
const slowSender = async ({ log, random }: Attack, target: Attacked): Promise<void> => {
  const socket = await open(target);
  let answer = "";
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString();
  });
  const request = headOf(target, `GET ${target.small}`).replace("\r\n", "\r\nconnection: close\r\n");
  const step = between(random, 1, 40);
  for (let at = 0; at < request.length; at += step) {
    socket.write(request.slice(at, at + step));
    await pause(1);
  }
  await Promise.race([ended, pause(20_000)]);
  socket.destroy();
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0);
  log.expect(`${target.name}, slow sender`, target.small, { status, allowed: [200] });
};

/** Connections that send half a request or read nothing of an answer, and stay. */
const silentConnections = async (target: Attacked, count: number): Promise<readonly Socket[]> => {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = await open(target);
    if (index % 2 === 0) socket.write(headOf(target, "POST /v3/entities/msearch", body.length) + body.slice(0, 9));
    else {
      socket.pause();
      socket.write(headOf(target, `GET ${target.downloads[index % target.downloads.length] ?? target.small}`));
    }
    sockets.push(socket);
  }
  return sockets;
};

/** Whatever was open for a broken-off transfer is closed soon: files, upstream calls and connections. */
const expectClosed = async ({ log }: Attack, target: Attacked, before: number | undefined): Promise<void> => {
  if (before === undefined) return;
  const spare = 10;
  for (let waited = 0; waited < 20_000; waited += 100) {
    if ((target.process.openFiles() ?? 0) <= before + spare) return;
    await pause(100);
  }
  log.fail(target.name, `${target.process.openFiles() ?? 0} open files after the transfers, ${before} before`);
};

/** Breaks off requests and downloads, sends slowly and not at all, and looks whether the server forgets them. */
export const cutTransfers = async (attack: Attack, target: Attacked): Promise<void> => {
  const { log, random, rounds } = attack;
  await target.client.get(target.small);
  const before = target.process.openFiles();
  const silent = await silentConnections(target, 20);
  for (let round = 0; round < rounds; round += 1) {
    const cuts = Array.from({ length: 10 }, () => (random() < 0.4 ? cutRequest : cutDownload));
    await Promise.all([...cuts.map((cut) => cut(attack, target)), slowSender(attack, target)]);
    log.cutTransfers += cuts.length;
  }
  log.cutTransfers += silent.length;
  for (const socket of silent) socket.destroy();
  await expectClosed(attack, target, before);
  const { status } = await target.client.send("GET", target.small);
  log.expect(target.name, "a request after the broken-off ones", { status, allowed: [200] });
  if (!target.process.isRunning()) log.fail(target.name, "the process has ended");
  log.notePeak(target.process.peakMemory());
};
