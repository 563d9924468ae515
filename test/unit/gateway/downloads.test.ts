import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "../../support/until";
import { beginDownload, startGateway, startLimitedGateway } from "./served";

jest.setTimeout(120_000);

const mega = 2 ** 20;
let place: string;
const file = (name: string): string => path.join(place, name);

beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), "downloads-"));
  writeFileSync(file("small.json"), "{}");
  writeFileSync(file("large.bin"), "");
  truncateSync(file("large.bin"), 64 * mega);
});
afterAll(() => rmSync(place, { recursive: true }));

const statusOf = async (address: string): Promise<number> => {
  try {
    return (await fetch(address)).status;
  } catch {
    return 0;
  }
};

test("1,000 downloads that are broken off leave no open file: a process with 128 of them serves on", async () => {
  const gateway = await startLimitedGateway(place, 128);
  const statuses = new Set<number>();
  for (let done = 0; done < 1_000; done += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { status, breakOff } = await beginDownload(`${gateway.address}/large.bin`);
        statuses.add(status);
        await breakOff();
      }),
    );
  // The gateway may not have seen the last 50 close.
  await until("a file is served", async () => (await statusOf(`${gateway.address}/small.json`)) === 200);
  expect(gateway.ended()).toBe(false);
  await gateway.close();
  expect([...statuses]).toContain(200);
});

test("at the limit of open files requests are refused, the process lives, and serves when files are closed", async () => {
  const gateway = await startLimitedGateway(place, 64);
  const downloads = await Promise.all(Array.from({ length: 200 }, () => beginDownload(`${gateway.address}/large.bin`)));
  const statuses = new Set(downloads.map(({ status }) => status));
  expect([...statuses].every((status) => [0, 200, 503].includes(status))).toBe(true);
  expect(downloads.filter(({ status }) => status === 200).length).toBeLessThan(64);
  expect(gateway.ended()).toBe(false);
  await Promise.all(downloads.map(({ breakOff }) => breakOff()));
  await until("a file is served", async () => (await statusOf(`${gateway.address}/small.json`)) === 200);
  await gateway.close();
});

test("a file that comes and goes while it is served is 200 or 404, and the process lives", async () => {
  const gateway = await startLimitedGateway(place, 1_024);
  writeFileSync(file("there.js"), "1");
  let asking = true;
  const move = async (): Promise<void> => {
    while (asking) {
      renameSync(file("there.js"), file("away.js"));
      await new Promise(setImmediate);
      renameSync(file("away.js"), file("there.js"));
      await new Promise(setImmediate);
    }
  };
  const moving = move();
  const statuses = new Set<number>();
  for (let round = 0; round < 100; round += 1)
    for (const status of await Promise.all(Array.from({ length: 20 }, () => statusOf(`${gateway.address}/there.js`))))
      statuses.add(status);
  asking = false;
  await moving;
  expect([...statuses].sort()).toEqual([200, 404]);
  expect(gateway.ended()).toBe(false);
  await gateway.close();
});

test("a file that becomes shorter while it is sent breaks the transfer, which would else never end", async () => {
  const gateway = await startGateway({ root: place });
  const shrinking = file("shrinking.bin");
  writeFileSync(shrinking, "");
  truncateSync(shrinking, 64 * mega);
  const complete = await new Promise<boolean>((resolve) => {
    const connection = { agent: false, headers: { connection: "keep-alive" } } as const;
    get(`${gateway.address}/shrinking.bin`, connection, (response) => {
      response.on("error", () => undefined);
      response.on("close", () => resolve(response.complete));
      response.once("readable", () => {
        truncateSync(shrinking, 0);
        response.resume();
      });
    });
  });
  expect(complete).toBe(false);
  expect((await gateway.ask({ path: "/small.json" })).status).toBe(200);
  await gateway.close();
});
