import { readFileSync } from "node:fs";
import path from "node:path";
import { isObject } from "../facts/json";

/** How a gateway runs. Files and folders are whole paths. */
export interface GatewayConfig {
  readonly port: number;
  /** An address of this machine; `0.0.0.0` for all of them. */
  readonly host: string;
  /** The folder of the built add-in. */
  readonly root: string;
  /** The base address of the service; without it nothing is forwarded. */
  readonly upstream?: string | undefined;
  /** The file with the configuration of a team; it names the service itself. */
  readonly team?: string | undefined;
  /** Where a team keeps what outlives a request: `memory`, a file, or `redis://…`. */
  readonly store?: string | undefined;
  /** The file that becomes `/deployment.json`; without it the one in `root`, if any. */
  readonly deployment?: string | undefined;
  /** A folder for the scripts of the last three releases. */
  readonly archive?: string | undefined;
  /** Key and certificate for https, as PEM files: both or neither. */
  readonly key?: string | undefined;
  readonly cert?: string | undefined;
  /** A port of 127.0.0.1 for `/metrics`; without it there are no metrics. */
  readonly metricsPort?: number | undefined;
  /** Whether each request is logged as a line of JSON on stdout. */
  readonly log: boolean;
}

interface ConfigMember {
  readonly takes: string;
  readonly allows: (value: unknown) => boolean;
  readonly isPath?: boolean;
}

const isPort = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535;
const isNonEmptyText = (value: unknown): boolean => typeof value === "string" && value !== "";
const port: ConfigMember = { takes: "a whole number from 0 to 65535", allows: isPort };
const textMember = (takes: string): ConfigMember => ({ takes, allows: isNonEmptyText });
const file = (takes: string): ConfigMember => ({ takes, allows: isNonEmptyText, isPath: true });

const configMembers: Readonly<Record<keyof GatewayConfig, ConfigMember>> = {
  port,
  host: textMember("an address of this machine"),
  root: file("a folder"),
  upstream: textMember("the address of the service"),
  team: file("a file"),
  store: textMember("memory, a file, or an address that begins with redis:// or rediss://"),
  deployment: file("a file"),
  archive: file("a folder"),
  key: file("a file"),
  cert: file("a file"),
  metricsPort: port,
  log: { takes: "true or false", allows: (value) => typeof value === "boolean" },
};

/** What holds where a configuration says nothing; `root` is beside the program. */
const configDefaults = { port: 8443, host: "127.0.0.1", log: true };

/**
 * Reads a configuration file (JSON). Its paths are relative to its folder.
 * @param root the add-in's folder where the file names none
 * @throws one sentence that names the file, the member, what is allowed and what came
 */
export const readConfig = (name: string, root: string): GatewayConfig => {
  const settings = parseConfig(name);
  const known = Object.keys(configMembers).join(", ");
  for (const [key, value] of Object.entries(settings)) {
    const member = Object.hasOwn(configMembers, key) ? configMembers[key as keyof GatewayConfig] : undefined;
    if (member === undefined) throw new Error(`${name}: there is no member "${key}"; there are ${known}.`);
    if (!member.allows(value))
      throw new Error(`${name}: ${key} must be ${member.takes}, got ${JSON.stringify(value)}.`);
  }
  const folder = path.dirname(path.resolve(name));
  const absolute = Object.entries(settings).map(([key, value]) =>
    configMembers[key as keyof GatewayConfig].isPath === true
      ? [key, path.resolve(folder, String(value))]
      : [key, value],
  );
  const config = { root, ...configDefaults, ...(Object.fromEntries(absolute) as Partial<GatewayConfig>) };
  if ((config.key === undefined) !== (config.cert === undefined))
    throw new Error(`${name}: key and cert go together: give both or neither.`);
  checkTeam(config, `${name}: `, "");
  return config;
};

/**
 * @param dashes what stands before the names of options
 * @throws one sentence if options do not go together
 */
export const checkTeam = ({ team, store, upstream }: Partial<GatewayConfig>, before: string, dashes: string): void => {
  if (team !== undefined && upstream !== undefined)
    throw new Error(
      `${before}${dashes}team and ${dashes}upstream do not go together: the team's file names the service.`,
    );
  if (team === undefined && store !== undefined)
    throw new Error(`${before}${dashes}store is the store of a team: give ${dashes}team too.`);
};

const parseConfig = (name: string): Readonly<Record<string, unknown>> => {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(name, "utf8"));
  } catch (error) {
    throw new Error(`${name} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (isObject(content)) return content;
  throw new Error(`${name} must hold one JSON object.`);
};
