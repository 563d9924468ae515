import { randomUUID } from "node:crypto";
import { everyCompany } from "../../data/import/imported-universes";
import type { Database, Queries, Row } from "../../data/sql/database";
import type { Clock } from "../common/clock";
import type { Limits } from "../common/limits";
import type { Quotas } from "./quotas";
import { isTaskVisible, planTask, type Task, type Tasks, taskStatus, waitsForCoverage } from "./tasks";
import type { Universe, Universes } from "./universes";

const universeColumns = "ordinal, id, name, type, description, owner, company, links";
const readUniverse = (row: Row): Universe => row as unknown as Universe;

/** The keys of advisory locks: a change that first looks at other rows holds one until its end. */
const locks = { universeNames: 5_356_472, tasks: 5_356_473 } as const;

const lock = async ({ query }: Queries, key: number): Promise<void> => {
  await query("SELECT pg_advisory_xact_lock($1)", [key]);
};

const isNameTaken = async (
  { query }: Queries,
  company: string,
  name: string,
  except: number | null,
): Promise<boolean> => {
  const rows = await query(
    `SELECT 1 FROM universes WHERE name = $1 AND ordinal IS DISTINCT FROM $2::bigint
     AND (company IN ($3::uuid, $4::uuid) OR $3::uuid = ANY(links)) LIMIT 1`,
    [name, except, company, everyCompany],
  );
  return rows.length > 0;
};

/** The universes of a database. */
export const openSqlUniverses = ({ query, transaction }: Database): Universes => ({
  all: async () => (await query(`SELECT ${universeColumns} FROM universes ORDER BY ordinal`)).map(readUniverse),
  byId: async (id) => {
    const [row] = await query(`SELECT ${universeColumns} FROM universes WHERE id = $1`, [id]);
    return row === undefined ? undefined : readUniverse(row);
  },
  containing: async ({ ordinal }) => {
    const rows = await query(
      `SELECT ${universeColumns} FROM universes WHERE ordinal IN
         (SELECT universe FROM universe_members WHERE company = $1) ORDER BY ordinal`,
      [ordinal],
    );
    return rows.map(readUniverse);
  },
  countMembers: async ({ ordinal }) => {
    const [row] = await query("SELECT count(*) AS count FROM universe_members WHERE universe = $1", [ordinal]);
    return row?.["count"] as number;
  },
  create: ({ name, type, description, owner, company }) =>
    transaction(async (queries) => {
      await lock(queries, locks.universeNames);
      if (await isNameTaken(queries, company, name, null)) return undefined;
      const [row] = await queries.query(
        `INSERT INTO universes (id, name, type, description, owner, company) VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING ${universeColumns}`,
        [randomUUID(), name, type, description, owner, company],
      );
      return row === undefined ? undefined : readUniverse(row);
    }),
  update: (universe, change, account, checksName) =>
    transaction(async (queries) => {
      await lock(queries, locks.universeNames);
      // Another process may have changed other members meanwhile.
      const [row] = await queries.query(`SELECT ${universeColumns} FROM universes WHERE ordinal = $1`, [
        universe.ordinal,
      ]);
      const next = { ...(row === undefined ? universe : readUniverse(row)), ...change };
      if (checksName && (await isNameTaken(queries, account.company, next.name, universe.ordinal))) return false;
      // A change of the company removes all links to other companies (specification, PATCH universes).
      await queries.query(
        `UPDATE universes SET name = $1, type = $2, description = $3, owner = $4, company = $5,
           links = CASE WHEN $6 THEN '{}' ELSE links END WHERE ordinal = $7`,
        [
          next.name,
          next.type,
          next.description,
          next.owner,
          next.company,
          change.company !== undefined,
          universe.ordinal,
        ],
      );
      return true;
    }),
});

const taskColumns =
  "ordinal, id, owner, company, type, description, created, started, completed, outcome, request, settled";
const readTask = (row: Row): Task => row as unknown as Task;

export const insertTask = async ({ query }: Queries, task: Omit<Task, "ordinal">): Promise<Task | undefined> => {
  const { id, owner, company, type, description, created, started, completed, outcome, request, settled } = task;
  const [row] = await query(
    `INSERT INTO tasks (id, owner, company, type, description, created, started, completed, outcome, request, settled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${taskColumns}`,
    [id, owner, company, type, description, created, started, completed, outcome, request, settled],
  );
  return row === undefined ? undefined : readTask(row);
};

/** The tasks of a database. */
export const openSqlTasks = (database: Database, clock: Clock, limits: Limits): Tasks => ({
  status: (task) => taskStatus(task, clock.now()),
  visibleTo: async (account) => {
    const rows = await database.query(`SELECT ${taskColumns} FROM tasks WHERE company = $1 ORDER BY ordinal`, [
      account.company,
    ]);
    return rows.map(readTask).filter((task) => isTaskVisible(task, account));
  },
  add: (account, task) =>
    database.transaction(async (queries) => {
      await lock(queries, locks.tasks);
      const now = clock.now();
      const rows = await queries.query(`SELECT ${taskColumns} FROM tasks WHERE owner = $1 AND settled = 0`, [
        account.user,
      ]);
      const open = rows.map(readTask);
      const waiting = open.filter((each) => waitsForCoverage(each, account, now));
      if (waiting.length >= limits.waitingTasks) return undefined;
      return insertTask(queries, { ...planTask(task, account, open, now, limits), id: randomUUID() });
    }),
});

/** The quotas of a database. */
export const openSqlQuotas = ({ query }: Database): Quotas => ({
  charge: async (company, count, limit) => {
    const charged = await query(
      `INSERT INTO quotas (company, used) SELECT $1::uuid, $2::bigint WHERE $2::bigint <= $3::bigint
       ON CONFLICT (company) DO UPDATE SET used = quotas.used + $2::bigint
         WHERE quotas.used + $2::bigint <= $3::bigint RETURNING used`,
      [company, count, limit],
    );
    if (charged.length > 0) return undefined;
    const [row] = await query("SELECT used FROM quotas WHERE company = $1", [company]);
    return { used: (row?.["used"] as number | undefined) ?? 0 };
  },
});
