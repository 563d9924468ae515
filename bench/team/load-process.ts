// Plays analysts in a closed loop, and prints as JSON how long they waited.
// Usage: node --import tsx bench/team/load-process.ts --plan FILE
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { readOptions, runProgram, text } from "../../scripts/run/command-line";
import { seededRandom } from "../../test/support/seeded-random";
import { type LoadFigures, type LoadPlan, percentile, type SentRequest } from "./load";

interface Answer {
  readonly status: number;
  readonly bytes: number;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const ask = (
  origin: string,
  { method, path, body }: SentRequest,
  { agent, token }: { readonly agent: Agent; readonly token: string },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
    const sent = request(origin + path, { method, agent, headers }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, bytes }));
      answer.once("error", reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

const run = async (plan: LoadPlan): Promise<LoadFigures> => {
  const waits: number[] = [];
  const otherStatuses: Record<string, number> = {};
  const lost: Record<string, number> = {};
  const counts = { bytes: 0, moved: 0 };
  const add = (to: Record<string, number>, name: string): void => void (to[name] = (to[name] ?? 0) + 1);
  const begin = performance.now();
  const end = begin + plan.warmUp + plan.milliseconds;

  const askSomewhere = async (analyst: number, what: SentRequest, agent: Agent): Promise<Answer | undefined> => {
    const token = plan.tokens?.[analyst % plan.tokens.length] ?? `analyst-${analyst}`;
    for (let index = 0; index < plan.origins.length; index += 1) {
      const origin = plan.origins[(analyst + index) % plan.origins.length] ?? "";
      try {
        return await ask(origin, what, { agent, token });
      } catch (error) {
        if (codeOf(error) !== "ECONNREFUSED") {
          add(lost, codeOf(error));
          return undefined;
        }
        counts.moved += 1;
      }
    }
    add(lost, "ECONNREFUSED");
    return undefined;
  };

  const play = async (analyst: number): Promise<void> => {
    // A browser has connections of its own.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const random = seededRandom(analyst + 1);
    for (;;) {
      await pause(random() * 2 * plan.think);
      const what = plan.requests[Math.floor(random() * plan.requests.length)];
      const asked = performance.now();
      if (what === undefined || asked >= end) break;
      const answer = await askSomewhere(analyst, what, agent);
      if (asked < begin + plan.warmUp || answer === undefined) continue;
      waits.push(performance.now() - asked);
      counts.bytes += answer.bytes;
      if (answer.status !== 200) add(otherStatuses, String(answer.status));
    }
    agent.destroy();
  };

  await Promise.all(Array.from({ length: plan.analysts }, (_, analyst) => play(analyst)));
  const [median, p99, longest] = [0.5, 0.99, 1].map((part) => percentile(waits, part)) as [number, number, number];
  return { answers: waits.length, ...counts, median, p99, longest, otherStatuses, lost };
};

runProgram(async () => {
  const { plan } = readOptions({ plan: text("a file with a plan", undefined) });
  if (plan === undefined) throw new Error("--plan FILE is needed.");
  process.stdout.write(JSON.stringify(await run(JSON.parse(readFileSync(plan, "utf8")) as LoadPlan)));
});
