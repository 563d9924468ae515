import { seededRandom } from "../test/support/seeded-random";
import { makeQuotes } from "../test/unit/gateway/mcp/misquotes";
import { listQuotables, openQuotedOffice, verifyQuotes } from "../test/unit/gateway/mcp/quoted-answers";

const count = 200;
const seeds = Array.from({ length: 20 }, (_, place) => place + 1);

/** How many of 200 misquotes `verify` finds, and how many of 200 true sentences it flags, for each of 20 seeds. */
export const measureRecall = async (): Promise<void> => {
  const quoted = await openQuotedOffice();
  const quotables = await listQuotables(quoted);
  const [overlooked, alarms]: [string[], string[]] = [[], []];
  for (const seed of seeds) {
    const result = await verifyQuotes(quoted.client, makeQuotes(quotables, count, seededRandom(seed)));
    overlooked.push(...result.overlooked.map((quote) => `${seed}: ${quote}`));
    alarms.push(...result.alarms.map((quote) => `${seed}: ${quote}`));
  }
  const all = seeds.length * count;
  const found = all - overlooked.length;
  console.log(
    `\nverify, seeds 1 to ${seeds.length}: ${found} of ${all} misquotes found (recall ${(found / all).toFixed(4)}), ${alarms.length} of ${all} true sentences flagged (precision ${(found / (found + alarms.length)).toFixed(4)})`,
  );
  for (const each of [
    ...overlooked.map((quote) => `overlooked ${quote}`),
    ...alarms.map((quote) => `flagged ${quote}`),
  ])
    console.log(`- ${each}`);
  await quoted.client.close();
  await quoted.office.close();
};
