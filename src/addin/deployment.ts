import type { ProviderConfig } from "../engine/session/identity-provider";
import type { KeyValueStorage } from "../engine/storage";

/** Where the service is and who we are to it; `audience` ends with exactly one slash (specification, "Authentication"). */
export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly audience: string;
  readonly clientId: string;
}

/** How people sign in at the gateway of their team, which keeps the service's key. */
export interface TeamDeployment {
  /** Personal gateway keys let people in. */
  readonly keys: boolean;
  readonly provider?: ProviderConfig;
}

/** What the service answers from: a world that is made up, or what its owner imported. */
export type DataKind = "made-up" | "own";

/** deployment.json next to the page: the addresses, the list of demo accounts, that of sample workbooks, and whether users may change the addresses. */
export interface Deployment extends Addresses {
  /** Absent where the service is not one of ours. */
  readonly data?: DataKind | undefined;
  readonly demo?: string;
  readonly samples?: string;
  readonly settingsAllowed: boolean;
  readonly team?: TeamDeployment;
}

/** deployment.json cannot be used; src/addin/failed-start.ts explains `why` in the user's language. */
export class UnusableDeployment extends Error {
  readonly why: "missing" | "unreachable" | "unreadable" | "lacks";

  constructor(why: UnusableDeployment["why"], what = "") {
    super(what);
    this.why = why;
  }
}

const requiredMembers = ["baseUrl", "authUrl", "audience", "clientId"] as const;
const changedKey = "addresses";
const withoutSlash = (address: string): string => address.replace(/\/+$/, "");

/** Reads deployment.json, with the addresses that the user has changed on this device where that is allowed. */
export const readDeployment = async (
  fetchPage: (address: string) => Promise<Response>,
  storage: KeyValueStorage,
): Promise<Deployment> => {
  const response = await fetchPage("deployment.json").catch(() => undefined);
  if (!response?.ok) throw new UnusableDeployment(response ? "missing" : "unreachable", String(response?.status));
  const file = (await response.json().catch(() => undefined)) as Deployment | null | undefined;
  if (!file) throw new UnusableDeployment("unreadable");
  // Keys and tokens go to the team's gateway alone: its address cannot be changed, and there is no demo account.
  const { baseUrl: gateway, team, samples, data } = file;
  const ofTeam = { baseUrl: gateway, authUrl: gateway, audience: gateway, clientId: "", settingsAllowed: false };
  const stated: Deployment = team === undefined ? file : { ...ofTeam, team, data, ...(samples && { samples }) };
  const lacking = requiredMembers.filter((name) => typeof stated[name] !== "string");
  if (lacking.length > 0) throw new UnusableDeployment("lacks", lacking.join(", "));
  const changed = stated.settingsAllowed ? await storage.get(changedKey).catch(() => undefined) : undefined;
  // Nothing is known of the data behind an address that the user typed.
  const merged = changed === undefined ? stated : { ...stated, data: undefined, ...(changed as Partial<Deployment>) };
  const baseUrl = withoutSlash(merged.baseUrl);
  const audience = changed === undefined ? merged.audience : `${baseUrl}/`;
  return { ...merged, baseUrl, authUrl: withoutSlash(merged.authUrl), audience };
};

/** Stores other addresses on this device, used from the next start on; `undefined` restores the deployment's. */
export const changeAddresses = (
  storage: KeyValueStorage,
  addresses: Pick<Addresses, "baseUrl" | "authUrl" | "clientId"> | undefined,
): Promise<unknown> => (addresses === undefined ? storage.delete(changedKey) : storage.set(changedKey, addresses));
