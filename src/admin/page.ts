import { millisecondsPerDay } from "../facts/dates";
import { providerSignIn, type TeamProvider } from "./provider-sign-in";

/** What the gateway answers, as far as the page shows it (src/gateway/team/admin-routes.ts). */
interface State {
  readonly person: { readonly name: string };
  readonly health: Readonly<Record<string, string>>;
  readonly accounts: readonly {
    readonly name: string;
    readonly isSignedIn: boolean;
    readonly waiting: number;
    readonly inFlight: number;
    readonly perSecond?: number;
  }[];
  readonly today: { readonly calls: number; readonly cached: number; readonly upstream: number };
  readonly budgets: {
    readonly person?: number;
    readonly groups: readonly (BudgetShown & { readonly name: string })[];
    readonly firm?: BudgetShown;
    readonly resetsAt: string;
  };
  readonly keys: boolean;
}

interface BudgetShown {
  readonly used: number;
  readonly limit: number | null;
}

interface PersonRow extends Partial<BudgetShown> {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly admin?: boolean;
  readonly signIn?: string;
  readonly seenAt?: number;
  readonly revoked?: { readonly by: string; readonly at: number };
}

interface KeyRow {
  readonly id: string;
  readonly person: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly admin: boolean;
  readonly expiresAt: number;
  readonly revokedAt?: number;
}

interface UsageRow extends Readonly<Record<(typeof measures)[number], number>> {
  readonly day: string;
  readonly name: string;
  readonly asking: string;
}

const measures = ["calls", "cached", "upstream", "records", "documents", "translations"] as const;

const pageElement = <Kind extends HTMLElement = HTMLElement>(id: string): Kind => {
  const node = document.getElementById(id);
  if (node === null) throw new Error(`The page has no ${id}.`);
  return node as Kind;
};
const input = (id: string): HTMLInputElement => pageElement<HTMLInputElement>(id);
const showSection = (id: string, isVisible: boolean): void => void (pageElement(id).hidden = !isVisible);

/** The administrator's key or token, in this page's memory only. */
let token = "";

const showMessage = (text: string, failed = false): void => {
  pageElement("message").textContent = text;
  pageElement("message").className = failed ? "failed" : "";
};

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws Refused with the gateway's sentence */
const askGateway = async (path: string, body?: object): Promise<Response> => {
  const response = await fetch(`/team/admin/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  const answer = (await response.json().catch(() => undefined)) as { readonly message?: string } | undefined;
  throw new Refused(response.status, answer?.message ?? `The gateway answered ${response.status}.`);
};

const read = async <Answer>(path: string): Promise<Answer> => (await (await askGateway(path)).json()) as Answer;

/** Runs what a button does, and says why it failed. */
const attempt = (action: () => Promise<void>) => (): void => {
  showMessage("");
  action().catch((error: unknown) => {
    if (error instanceof Refused && error.status === 401) leave();
    showMessage(error instanceof Error ? error.message : String(error), true);
  });
};

const formatTime = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;
const formatDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
const formatNumber = (count: number): string => count.toLocaleString("en-US");
const formatUse = ({ used = 0, limit = null }: Partial<BudgetShown>): string =>
  limit === null ? `${formatNumber(used)}, no limit` : `${formatNumber(used)} of ${formatNumber(limit)}`;

interface Column<Row> {
  readonly title: string;
  readonly number?: boolean;
  readonly cell: (row: Row) => string | number | HTMLElement;
}

const fillTable = <Row>(id: string, rows: readonly Row[], columns: readonly Column<Row>[], nothing: string): void => {
  const head = document.createElement("tr");
  for (const { title, number } of columns) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = title;
    if (number === true) cell.className = "number";
    head.append(cell);
  }
  const body = rows.map((row) => {
    const line = document.createElement("tr");
    for (const { cell, number } of columns) {
      const place = line.insertCell();
      const content = cell(row);
      place.append(content instanceof HTMLElement ? content : String(content));
      if (number === true) place.className = "number";
    }
    return line;
  });
  if (rows.length === 0) {
    const line = document.createElement("tr");
    const cell = line.insertCell();
    cell.colSpan = columns.length;
    cell.textContent = nothing;
    body.push(line);
  }
  const [thead, tbody] = [document.createElement("thead"), document.createElement("tbody")];
  thead.append(head);
  tbody.append(...body);
  pageElement(id).replaceChildren(thead, tbody);
};

const createButton = (text: string, label: string, action: () => Promise<void>): HTMLElement => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", attempt(action));
  return button;
};

const showState = ({ person, health, accounts, today, budgets, keys }: State): void => {
  pageElement("name").textContent = person.name;
  showSection("make-key", keys);
  const reply =
    today.calls === 0
      ? "none yet"
      : `${formatNumber(today.calls)}, of these ${formatNumber(today.cached)} without the service`;
  const rate = today.calls === 0 ? "" : ` (hit rate ${Math.round((100 * today.cached) / today.calls)} %)`;
  const facts: readonly (readonly [string, string, boolean?])[] = [
    ["Requests answered", reply + rate],
    ["Requests to the service", formatNumber(today.upstream)],
    ...Object.entries(health).map(
      ([part, state]) => [part.slice(0, 1).toUpperCase() + part.slice(1), state, state !== "ready"] as const,
    ),
    ...accounts.map(
      ({ name, perSecond, waiting, isSignedIn }) =>
        [
          `Account ${name}`,
          [
            isSignedIn ? "signed in" : "not signed in",
            perSecond === undefined ? "no limit met yet" : `limit learned: ${perSecond.toFixed(1)} requests a second`,
            `${waiting} waiting`,
          ].join(", "),
          !isSignedIn,
        ] as const,
    ),
    [
      "Budget of each person",
      budgets.person === undefined ? "no limit" : `${formatNumber(budgets.person)} requests to the service a day`,
    ],
    ...budgets.groups.map((group) => [`Budget of ${group.name}`, formatUse(group)] as const),
    ["Budget of the firm", budgets.firm === undefined ? "no limit" : formatUse(budgets.firm)],
    ["Budgets begin again", formatTime(Date.parse(budgets.resetsAt))],
  ];
  pageElement("state").replaceChildren(
    ...facts.flatMap(([name, value, isBad = false]) => {
      const [term, fact] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      fact.textContent = value;
      if (isBad) fact.className = "bad";
      return [term, fact];
    }),
  );
};

const showPeople = (people: readonly PersonRow[]): void => {
  const change = async (what: string, id: string, said: string): Promise<void> => {
    await askGateway(`people/${what}`, { id });
    await refreshPage();
    showMessage(said);
  };
  fillTable(
    "people",
    people,
    [
      { title: "Name", cell: ({ name, admin }) => (admin === true ? `${name} (administrator)` : name) },
      { title: "Id", cell: ({ id }) => id },
      { title: "Groups", cell: ({ groups }) => groups.join(", ") },
      { title: "Last seen", cell: ({ seenAt }) => (seenAt === undefined ? "" : formatTime(seenAt)) },
      { title: "Used today", number: true, cell: formatUse },
      {
        title: "Access",
        cell: ({ id, name, revoked, signIn }) => {
          if (signIn === "administrator") return "by the configuration";
          return revoked === undefined
            ? createButton("End access", `End the access of ${name}`, () =>
                change("revoke", id, `The access of ${name} has ended.`),
              )
            : createButton(`Restore (ended ${formatDay(revoked.at)})`, `Restore the access of ${name}`, () =>
                change("restore", id, `${name} has access again.`),
              );
        },
      },
    ],
    "Nobody was here yet.",
  );
};

const showKeys = (keys: readonly KeyRow[]): void => {
  fillTable(
    "keys",
    keys,
    [
      { title: "Key", cell: ({ id }) => `spw_${id}_…` },
      { title: "Person", cell: ({ person, name, admin }) => `${name} (${person})${admin ? ", administrator" : ""}` },
      { title: "Groups", cell: ({ groups }) => groups.join(", ") },
      { title: "Expires", cell: ({ expiresAt }) => formatDay(expiresAt) },
      {
        title: "State",
        cell: ({ id, name, revokedAt, expiresAt }) => {
          if (revokedAt !== undefined) return `revoked ${formatDay(revokedAt)}`;
          if (expiresAt <= Date.now()) return "expired";
          return createButton("Revoke", `Revoke the key ${id} of ${name}`, async () => {
            await askGateway("keys/revoke", { id });
            await refreshPage();
            showMessage(`The key of ${name} is revoked.`);
          });
        },
      },
    ],
    "There are no gateway keys.",
  );
};

const reportDays = (): string =>
  `from=${encodeURIComponent(input("from").value)}&to=${encodeURIComponent(input("to").value)}`;

const showUsage = async (): Promise<void> => {
  const { rows } = await read<{ readonly rows: readonly UsageRow[] }>(`usage?${reportDays()}`);
  const titles = ["Calls", "From the cache", "Requests to the service", "Records", "Documents", "Translations"];
  fillTable(
    "usage",
    rows,
    [
      { title: "Day", cell: ({ day }) => day },
      { title: "Person", cell: ({ name }) => name },
      { title: "Function", cell: ({ asking }) => asking },
      ...measures.map((measure, index) => ({
        title: titles[index] ?? measure,
        number: true,
        cell: (row: UsageRow) => formatNumber(row[measure]),
      })),
    ],
    "Nothing was used on these days.",
  );
};

const refreshPage = async (): Promise<void> => {
  const [state, { people }, { keys }] = await Promise.all([
    read<State>("state"),
    read<{ readonly people: readonly PersonRow[] }>("people"),
    read<{ readonly keys: readonly KeyRow[] }>("keys"),
  ]);
  showState(state);
  showPeople(people);
  showKeys(keys);
  await showUsage();
};

const enter = async (key: string): Promise<void> => {
  token = key;
  await refreshPage();
  showSection("sign-in", false);
  showSection("administration", true);
  showSection("who", true);
  // A screen reader goes on where the reader can.
  pageElement("state-title").tabIndex = -1;
  pageElement("state-title").focus();
};

const hideKey = (): void => {
  input("made-key").value = "";
  showSection("made", false);
};

const leave = (): void => {
  token = "";
  hideKey();
  for (const id of ["people", "keys", "usage", "state"]) pageElement(id).replaceChildren();
  showSection("administration", false);
  showSection("who", false);
  showSection("sign-in", true);
};

const makeKey = async (): Promise<void> => {
  const answer = (await (
    await askGateway("keys", {
      person: input("person").value.trim(),
      name: input("person-name").value.trim(),
      groups: input("groups")
        .value.split(",")
        .map((group) => group.trim())
        .filter((group) => group !== ""),
      admin: input("admin").checked,
      days: Number(input("days").value),
    })
  ).json()) as { readonly key: string };
  await refreshPage();
  input("made-key").value = answer.key;
  showSection("made", true);
  input("made-key").select();
};

const downloadFile = async (): Promise<void> => {
  const blob = await (await askGateway(`usage.csv?${reportDays()}`)).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `usage-${input("from").value}-${input("to").value}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
};

const onSubmit = (id: string, action: () => Promise<void>): void =>
  pageElement(id).addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(action)();
  });

const startPage = async (): Promise<void> => {
  input("to").value = formatDay(Date.now());
  input("from").value = formatDay(Date.now() - 29 * millisecondsPerDay);
  onSubmit("sign-in", async () => {
    const key = input("key").value.trim();
    input("key").value = "";
    await enter(key);
  });
  onSubmit("make-key", makeKey);
  onSubmit("usage-days", showUsage);
  pageElement("refresh").addEventListener("click", attempt(refreshPage));
  pageElement("csv").addEventListener("click", attempt(downloadFile));
  pageElement("hide-key").addEventListener("click", hideKey);
  pageElement("leave").addEventListener("click", leave);
  const deployment = (await (await fetch("/deployment.json")).json()) as {
    readonly team?: { readonly provider?: TeamProvider };
  };
  const provider = deployment.team?.provider;
  showSection("sign-in", true);
  if (provider === undefined) return;
  pageElement("provider").textContent = `Sign in with ${provider.name}`;
  showSection("by-provider", true);
  const signIn = providerSignIn(provider);
  pageElement("provider").addEventListener("click", attempt(signIn.begin));
  const issued = await signIn.finish();
  if (issued !== undefined) await enter(issued);
};

attempt(startPage)();
