import { signIn, type ServiceClient } from "../service/service-client";
import { startServiceProcess } from "../service/service-process";
import { type Attack, between, pause } from "./attack-log";
import { StoredWrites } from "./stored-writes";

const kind = "kill";

/** Writes until the process is gone. */
const writeOnAndOn = async (writes: StoredWrites, client: ServiceClient): Promise<void> => {
  while ((await writes.write(client, [201])) !== undefined);
};

/**
 * Kills the service in the middle of writes and starts it again on the same data, again and again: the lock of the
 * killed process does not block it, and every write that was answered is there.
 */
export const killDuringWrites = async ({ log, random, rounds }: Attack, folder: string): Promise<void> => {
  const writes = new StoredWrites(kind, log, random);
  const start = () => startServiceProcess(["--size", "test", "--port", "0", "--data", folder]);
  let service = await start();
  for (let round = 0; round < rounds; round += 1) {
    const client = await signIn(service.origin);
    const writers = Array.from({ length: 4 }, () => writeOnAndOn(writes, client));
    const least = between(random, 5, 25);
    for (let waited = 0; writes.answered < least && waited < 20_000; waited += 5) await pause(5);
    await pause(between(random, 0, 20));
    log.notePeak(service.peakMemory());
    await service.kill();
    log.kills += 1;
    await Promise.all(writers);
    service = await start();
    log.restarts += 1;
    await writes.findAgain(await signIn(service.origin));
  }
  await service.stop();
};
