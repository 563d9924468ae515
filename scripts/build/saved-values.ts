import { systemClock } from "../../src/engine/clock";
import { createRuntime } from "../../src/engine/create-runtime";
import { FurtherReaders } from "../../src/engine/further-readers";
import { Readers } from "../../src/engine/readers";
import { detectLimit } from "../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../src/engine/scheduler/rate-limit/limiter";
import type { KeyValueStorage } from "../../src/engine/storage";
import { functions } from "../../src/formulas/functions";
import { toExcelMatrix } from "../../src/addin/excel/functions/cell-values";
import type { Demo } from "./demo-workbooks";

/** A formula of a workbook with one call, and the values that the call has with the workbook's own inputs. */
export interface Query {
  /** `Sheet!A1`. */
  readonly cell: string;
  readonly formula: string;
  readonly name: string;
  /** The universe is put in front. */
  readonly values: readonly unknown[];
}

/** What a workbook that was just saved shows: the functions of the add-in run here, with the demo account. */
export const calculateSavedValues = async (
  queries: readonly Query[],
  { demo, address, universe: name }: { readonly demo: Demo; readonly address: string; readonly universe: string },
): Promise<readonly unknown[]> => {
  const universe = demo.universes.find(({ universe_name }) => universe_name === name)?.universe_id;
  const [account] = demo.accounts;
  if (universe === undefined || account === undefined) throw new Error(`The demo has no universe "${name}".`);
  const runtime = createRuntime({
    createReaders: (deps) => new Readers(deps),
    createFurtherReaders: (deps) => new FurtherReaders(deps),
    limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
    send: (request) => fetch(request),
    clock: systemClock,
    addresses: { baseUrl: address, authUrl: address, audience: demo.audience, clientId: demo.client_id },
    storage: nothingStored,
    crypto: globalThis.crypto,
    partition: "demo-report",
  });
  await runtime.ready;
  await runtime.session.signIn({ key: account.api_key, secret: account.api_secret }, false);
  try {
    return await Promise.all(
      queries.map(async ({ cell, name: functionName, values }) => {
        const definition = functions.find((one) => one.name === functionName);
        if (definition === undefined) throw new Error(`There is no ${functionName}.`);
        const { cells: rows } = await definition.invoke([universe, ...values], {
          runtime,
          host: { formattedValues: true, entityCards: true, maxCharacters: 1_900_000, maxCells: 5_000_000 },
          address: cell,
          signal: new AbortController().signal,
          preview: false,
          reloadSince: undefined,
        });
        return toExcelMatrix(rows);
      }),
    );
  } finally {
    await runtime.session.signOut();
  }
};

const nothingStored: KeyValueStorage = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
};
