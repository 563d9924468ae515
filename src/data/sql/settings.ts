import type { Queries } from "./database";

/** Where data are a made-up world, this setting says which. */
export const worldSetting = "world";

/** Stores a setting unless it is there, and returns what is there. */
export const keepSetting = async ({ query }: Queries, name: string, value: string): Promise<string> => {
  await query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", [name, value]);
  const [row] = await query("SELECT value FROM settings WHERE name = $1", [name]);
  return row?.["value"] as string;
};

export const readSetting = async ({ query }: Queries, name: string): Promise<string | undefined> => {
  const [row] = await query("SELECT value FROM settings WHERE name = $1", [name]);
  return row?.["value"] as string | undefined;
};

/** Stores a setting in place of what is there. */
export const replaceSetting = async ({ query }: Queries, name: string, value: string): Promise<void> => {
  await query(
    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [name, value],
  );
};
