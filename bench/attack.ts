import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { flag, readOptions, runProgram, whole } from "../scripts/run/command-line";
import { seededRandom } from "../test/support/seeded-random";
import { type Attack, AttackLog, pause } from "./attack/attack-log";
import { type Attacked, cutTransfers } from "./attack/cut-transfers";
import { fillDisk } from "./attack/full-disk";
import { sendHostileBodies } from "./attack/hostile-bodies";
import { killDuringWrites } from "./attack/kills";
import { crossClasses } from "./attack/team/crossed-classes";
import { askAsAdministrator, floodWithKeys, forgeSignIns, revokePerson } from "./attack/team/forged-sign-ins";
import { attackAsAssistant } from "./attack/team/hostile-assistants";
import { poisonRequests } from "./attack/team/poisoned-requests";
import { startTeamTarget } from "./attack/team/team-target";
import { leaveAnswersUnread } from "./attack/team/unread-answers";
import { clientOf, signIn, type ServiceClient } from "./service/service-client";
import { type ServiceProcess, startServiceProcess } from "./service/service-process";

// npm run attack [-- --seed 4711] [--sample] [--team]: attacks the service and the gateway and says what came of it.
// `--sample` makes each kind of attack small, for the tests, and leaves out the requests that are valid but for one
// choice: the conformance tests send a sample of those. `--team` attacks the gateway of a team instead.

const root = path.join(__dirname, "..");

/** How often each kind of attack is repeated. */
interface Rounds {
  readonly bodies: number;
  readonly transfers: number;
  readonly disks: number;
  readonly kills: number;
}

const sample: Rounds = { bodies: 1, transfers: 6, disks: 1, kills: 2 };
const full: Rounds = { bodies: 10, transfers: 200, disks: 10, kills: 25 };

/** Sends requests that are valid but for one choice, built from the contract (`test/conformance/fuzz.test.ts`). */
const sendFuzz = (seed: number): Promise<boolean> =>
  new Promise((resolve) => {
    const jest = path.join(root, "node_modules/jest/bin/jest.js");
    const env = { ...process.env, ATTACK_REQUESTS: "20000", ATTACK_SEED: String(seed) };
    spawn(process.execPath, [jest, "test/conformance/fuzz"], { cwd: root, env, stdio: "inherit" }).on("close", (code) =>
      resolve(code === 0),
    );
  });

/** Somebody else pages through events until `done`, and notes how long each answer takes. */
const browseMeanwhile = (log: AttackLog, client: ServiceClient): { readonly done: () => Promise<void> } => {
  const state = { over: false };
  const path = `/v3/universes/${client.universe("EU Banks")}/esg/events?size=10`;
  const browse = async (): Promise<void> => {
    while (!state.over) {
      const begin = performance.now();
      const response = await client.send("GET", path);
      await response.text();
      log.waits.push(performance.now() - begin);
      log.expect("another client", path, { status: response.status, allowed: [200] });
      await pause(20);
    }
  };
  const browsing = browse();
  return {
    done: () => {
      state.over = true;
      return browsing;
    },
  };
};

interface Servers {
  readonly service: ServiceProcess;
  readonly gateway: ServiceProcess;
}

/** A service, and a gateway before it with a file of 8 MB. */
const startServers = async (folder: string): Promise<Servers> => {
  const service = await startServiceProcess(["--size", "test", "--port", "0"]);
  writeFileSync(path.join(folder, "large.js"), "// a line of a large file\n".repeat(320_000));
  writeFileSync(path.join(folder, "small.json"), "{}");
  const args = ["--port", "0", "--root", folder, "--upstream", service.origin, "--quiet"];
  return { service, gateway: await startServiceProcess(args, { program: "scripts/run/gateway.ts" }) };
};

const attackServers = async (attack: Omit<Attack, "rounds">, folder: string, rounds: Rounds): Promise<void> => {
  const { log } = attack;
  const { service, gateway } = await startServers(folder);
  const client = await signIn(service.origin);
  const through = clientOf(gateway.origin, client);
  const events = `/v3/universes/${client.universe("Whole Catalogue")}/esg/events?size=1000`;
  const targets: readonly Attacked[] = [
    { name: "service", process: service, client, downloads: [events], small: "/v3/tasks" },
    {
      name: "gateway",
      process: gateway,
      client: through,
      downloads: [events, "/large.js"],
      small: "/small.json",
    },
  ];
  const meanwhile = browseMeanwhile(log, client);
  for (const target of targets) {
    await sendHostileBodies({ ...attack, rounds: rounds.bodies }, target.client);
    await cutTransfers({ ...attack, rounds: rounds.transfers }, target);
  }
  await meanwhile.done();
  await Promise.all([service.stop(), gateway.stop()]);
};

const attackService = async (
  attack: Omit<Attack, "rounds">,
  folder: string,
  { rounds, step }: { readonly rounds: Rounds; readonly step: Step },
): Promise<void> => {
  await step("hostile bodies and broken-off transfers", () => attackServers(attack, folder, rounds));
  if (process.platform === "win32") process.stdout.write("full disks: left out, Windows has no ulimit\n");
  else await step("full disks", () => fillDisk({ ...attack, rounds: rounds.disks }, path.join(folder, "full")));
  await step("kills", () => killDuringWrites({ ...attack, rounds: rounds.kills }, path.join(folder, "killed")));
};

type Step = (name: string, work: () => Promise<void>) => Promise<void>;

const attackTeam = async (attack: Attack, folder: string, step: Step): Promise<void> => {
  const target = await startTeamTarget(folder);
  try {
    await step("forged sign-ins", () => forgeSignIns(attack, target));
    await step("a person whose access ends", () => revokePerson(attack, target));
    await step("routes of the administrators", () => askAsAdministrator(attack, target));
    await step("accounts and people that are crossed", () => crossClasses(attack, target));
    await step("hostile assistants", () => attackAsAssistant(attack, target));
    await step("poisoned and smuggled requests", () => poisonRequests(attack, target));
    await step("answers that nobody reads", () => leaveAnswersUnread(attack, target));
    // The last one: afterwards no new sign-in is looked at for a minute.
    await step("a flood of made-up keys", () => floodWithKeys(attack, target));
  } finally {
    await target.stop();
  }
};

const main = async (): Promise<void> => {
  const given = readOptions({ seed: whole([0, 0xffffffff], undefined), sample: flag, team: flag });
  const seed = given.seed ?? Math.floor(Math.random() * 2 ** 31);
  const rounds = given.sample ? sample : full;
  process.stdout.write(`attack with seed ${seed}\n`);
  const attack = { log: new AttackLog(), random: seededRandom(seed) };
  const { log } = attack;
  if (!given.team && !given.sample && !(await sendFuzz(seed)))
    log.fail("requests valid but for one choice", "see above");
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-attack-"));
  const step: Step = async (name, work) => {
    const begin = performance.now();
    await work();
    process.stdout.write(`${name}: ${Math.round((performance.now() - begin) / 1_000)} s\n`);
  };
  try {
    if (given.team) await attackTeam({ ...attack, rounds: given.sample ? 1 : 50 }, folder, step);
    else await attackService(attack, folder, { rounds, step });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${log.toString()}\n`);
  if (log.wrong.length > 0) process.exitCode = 1;
};

runProgram(main);
