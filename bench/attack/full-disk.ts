import { signIn } from "../service/service-client";
import { startServiceProcess } from "../service/service-process";
import { type Attack, between } from "./attack-log";
import { StoredWrites } from "./stored-writes";

const kind = "full disk";

/**
 * The database behaves as if its disk were full from one write on. Each write is then 503 and leaves nothing, reads go on,
 * and after a restart every answered write is there.
 */
export const fillDisk = async ({ log, random, rounds }: Attack, folder: string): Promise<void> => {
  const writes = new StoredWrites(kind, log, random);
  const args = ["--size", "test", "--port", "0", "--data", folder, "--local-controls"];
  for (let round = 0; round < rounds; round += 1) {
    const full = await startServiceProcess(args);
    const client = await signIn(full.origin);
    const read = `/v3/universes/${client.universe("EU Banks")}/esg/events?size=10`;
    const before = between(random, 1, 20);
    for (let sent = 0; sent < before; sent += 1) await writes.write(client, [201]);
    await client.send("POST", "/_local/faults", JSON.stringify({ diskFull: true }));
    for (let sent = 0; sent < 40; sent += 1) {
      await writes.write(client, [503]);
      if (sent % 10 > 0) continue;
      const { status } = await client.send("GET", read);
      log.expect(kind, "a read", { status, allowed: [200] });
    }
    if (writes.refused === 0) log.fail(kind, "no write was refused: the disk was never full");
    if (!full.isRunning()) log.fail(kind, "the process has ended");
    log.notePeak(full.peakMemory());
    await (random() < 0.5 ? full.kill() : full.stop());
    const again = await startServiceProcess(args);
    log.restarts += 1;
    const later = await signIn(again.origin);
    await writes.findAgain(later);
    await writes.expectRefusedAbsent(later);
    const created = await writes.write(later, [201]);
    if (created === undefined) log.fail(kind, "a write after the restart is not answered");
    await writes.findAgain(later);
    await again.stop();
  }
};
