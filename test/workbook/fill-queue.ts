import type { Stage } from "./stage";

/** A token of the first demo account, as another program of the same user would get it. */
export const issueToken = async ({ origin, demo }: Stage): Promise<string> => {
  const [account] = demo.accounts;
  const answer = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      username: account?.api_key,
      password: account?.api_secret,
      audience: `${origin}/`,
      client_id: demo.client_id,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

/** Queues coverage requests of the same user until the service takes no more. */
export const fillQueue = async (stage: Stage, universe: string): Promise<void> => {
  const authorization = `Bearer ${await issueToken(stage)}`;
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify({ universe_ids: [universe], entities: [{ external_id: "US0378331005" }] });
  const send = async (): Promise<number> =>
    (await fetch(`${stage.origin}/v3/coverage-extension`, { method: "POST", headers, body })).status;
  for (let sent = 0; sent < 5; sent += 1) {
    const status = await send();
    if (status === 429) return;
    if (status >= 300) throw new Error(`The service refused to queue a task: ${status}.`);
  }
  throw new Error("The queue never filled.");
};
