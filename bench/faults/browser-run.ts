import type { Demo, Stage } from "../../test/e2e/stage";
import type { WorkbenchPage } from "../../test/e2e/workbench/page";
import { seededRandom } from "../../test/support/seeded-random";
import {
  anyCell,
  type BrowserCell,
  cellHeight,
  type Expected,
  PlainService,
  readSubjects,
  type Subjects,
} from "./browser-cells";
import { makeClockSettable, setClock } from "./settable-clock";
import { accounts, type BrowserPlan, type Event, randomBrowserPlan } from "./browser-plan";

/** How one round ended. */
export interface RoundResult {
  readonly seed: number;
  readonly cells: number;
  /** Sentences of faults that cells showed when all were well again. */
  readonly sentences: number;
  /** Seconds from the end of all faults, with somebody signed in, until no cell was busy. */
  readonly healed: number;
  /** What was wrong; empty is the right ending. */
  readonly wrong: readonly string[];
}

/** Seconds in which at least one further cell must heal, as long as some are busy. */
const healing = 30;
/**
 * Milliseconds that the page may take for one step, at least, and for each cell: the workbench draws and calculates in the thread that the
 * pane is in, so a press waits while thousands of results arrive.
 */
const patience = { least: 30_000, perCell: 30 } as const;
const columns = 20;

/** What cells may show because of a fault. All of them say what to do or what failed. */
const faultSentences = [
  /^Sign in /,
  /^The request to the service failed \(attempts: \d+, last at \d\d:\d\d\): ./,
  /^The service gave no response in \d+ seconds/,
  /^The service is busy\. Try again at /,
  /^The service refused the token/,
];

const accountOf = ({ demo }: Stage, name: string): Demo["accounts"][number] => {
  const account = demo.accounts.find((each) => each.name === name);
  if (account === undefined) throw new Error(`The local service has no account ${name}.`);
  return account;
};

const addressOf = (index: number): { readonly column: string; readonly row: number } => ({
  column: String.fromCharCode(65 + (index % columns)),
  row: 1 + Math.floor(index / columns) * (cellHeight + 1),
});

interface Shown {
  readonly values: readonly unknown[];
  readonly sentence: string | undefined;
}

const isBusy = ({ values }: Shown): boolean => values[0] === "#BUSY!";

const agrees = ({ values, sentence }: Shown, expected: Expected): boolean => {
  if ("sentence" in expected) return sentence?.startsWith(expected.sentence) === true;
  const blanks = Array.from({ length: cellHeight - expected.values.length }, () => null);
  const plain = (value: unknown): unknown => (value === "" || value === undefined ? null : value);
  return JSON.stringify(values.map(plain)) === JSON.stringify([...expected.values.map(plain), ...blanks]);
};

type AccountName = (typeof accounts)[number];
type Services = Readonly<Record<AccountName, PlainService>>;

/** The built add-in in the workbench, before the local service with faults. */
export class BrowserFaults {
  readonly #stage: Stage;
  readonly #workbench: WorkbenchPage;
  readonly #services: Services;
  readonly #subjects: Subjects;
  #account: AccountName = accounts[0];
  #wrong: string[] = [];
  #patience: number = patience.least;

  private constructor(stage: Stage, workbench: WorkbenchPage, services: Services, subjects: Subjects) {
    this.#stage = stage;
    this.#workbench = workbench;
    this.#services = services;
    this.#subjects = subjects;
  }

  static async open(stage: Stage): Promise<BrowserFaults> {
    const { origin, demo } = stage;
    const [first, second] = accounts;
    const service = await PlainService.signIn(origin, demo, first);
    const services = { [first]: service, [second]: await PlainService.signIn(origin, demo, second) };
    const subjects = await readSubjects(service, demo);
    const workbench = await stage.open("?fresh", { initScript: makeClockSettable });
    const faults = new BrowserFaults(stage, workbench, services, subjects);
    await faults.#pane.getByLabel("API key").waitFor();
    await faults.#enterCredentials(accounts[0]);
    await faults.#pane.getByText("Signed in ·").first().waitFor();
    return faults;
  }

  /** Plays the plan of a seed with so many cells. */
  async play(seed: number, count: number): Promise<RoundResult> {
    this.#wrong = [];
    this.#patience = Math.max(patience.least, patience.perCell * count);
    this.#workbench.page.setDefaultTimeout(this.#patience);
    const plan = randomBrowserPlan(seed);
    const random = seededRandom(seed ^ 0x2545f491);
    const choose = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const cells = Array.from({ length: count }, () => anyCell(this.#subjects, choose));
    await this.#enter(cells);
    const changesAccount = plan.steps.some(({ event }) => event.kind === "account");
    const enterOthers = async (): Promise<void> => {
      const others = cells.flatMap((_, index) => (random() < 1 / 3 ? [index] : []));
      for (const index of others) cells[index] = anyCell(this.#subjects, choose);
      await this.#enter(cells, others);
    };
    await this.#goWrong(plan, enterOthers);
    await this.#stage.faults({});
    let wellSince = Date.now();
    if (await this.#ensureSignedIn()) wellSince = Date.now();
    this.#account = await this.#signedInAccount();
    // What a cell shows stands until it is calculated again: another account sees its own values then.
    if (changesAccount) await this.#workbench.call("recalculate", "full");
    await this.#calm("after all faults ended", count);
    const healed = (Date.now() - wellSince) / 1_000;
    const sentences = await this.#check(cells, "fault sentences are allowed");
    if (sentences > 0) {
      await this.#workbench.call("recalculate", "full");
      await this.#calm("after the cells were calculated again", count);
      await this.#check(cells, "all is well");
    }
    await this.#clear(count);
    return { seed, cells: count, sentences, healed, wrong: this.#wrong };
  }

  async #goWrong({ steps }: BrowserPlan, enterOthers: () => Promise<void>): Promise<void> {
    const { page } = this.#workbench;
    for (const { faults, event, lasts } of steps) {
      await this.#stage.faults(faults);
      if (event.kind === "enter") await enterOthers();
      else await this.#happen(event);
      await page.waitForTimeout(lasts);
      if (event.kind === "jump") await setClock(page, -event.by);
    }
  }

  async #happen(event: Event): Promise<void> {
    const { page } = this.#workbench;
    if (event.kind === "recalculate") await this.#workbench.call("recalculate", "full");
    if (event.kind === "account") await this.#changeAccount(event.name);
    if (event.kind === "clock" || event.kind === "jump") await setClock(page, event.by);
  }

  get #pane(): ReturnType<WorkbenchPage["pane"]> {
    return this.#workbench.pane();
  }

  /** Nobody can sign in with another account while a sign-in still runs: then nothing happens. */
  async #changeAccount(name: AccountName): Promise<void> {
    if (await this.#isSignedIn()) await this.#signOut();
    if (await this.#canSignIn()) await this.#enterCredentials(name);
  }

  async #enterCredentials(name: AccountName): Promise<void> {
    const { api_key: key, api_secret: secret } = accountOf(this.#stage, name);
    await this.#pane.getByLabel("API key").fill(key);
    await this.#pane.getByLabel("API secret").fill(secret);
    await this.#pane.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  async #isSignedIn(): Promise<boolean> {
    return (await this.#pane.getByText("Signed in ·").count()) > 0;
  }

  async #canSignIn(): Promise<boolean> {
    const submit = this.#pane.getByRole("button", { name: "Sign in", exact: true });
    return (await submit.count()) > 0 && (await submit.getAttribute("aria-disabled")) !== "true";
  }

  async #signOut(): Promise<void> {
    const settings = this.#pane.getByRole("button", { name: "Settings" });
    await settings.click();
    await this.#pane.getByRole("button", { name: "Sign out…" }).click();
    await this.#pane.getByRole("button", { name: "Sign out", exact: true }).click();
    await this.#pane.getByText("Signed out").first().waitFor();
    await settings.click();
    await this.#pane.getByLabel("API key").waitFor();
  }

  /** Signs in again where a fault has prevented it. False: somebody was signed in all the time. */
  async #ensureSignedIn(): Promise<boolean> {
    if (await this.#isSignedIn()) return false;
    const began = Date.now();
    while (!(await this.#isSignedIn())) {
      // The form goes when an earlier attempt succeeds after all.
      const isIdle = await this.#canSignIn().catch(() => false);
      if (isIdle) await this.#enterCredentials(this.#account).catch(() => undefined);
      await this.#workbench.page.waitForTimeout(500);
      if (Date.now() - began < 2 * this.#patience) continue;
      this.#wrong.push(`nobody can sign in ${(2 * this.#patience) / 1_000} s after all faults ended`);
      break;
    }
    return true;
  }

  /** Who is signed in, by the end of the key that the pane shows. */
  async #signedInAccount(): Promise<AccountName> {
    const title = await this.#pane
      .getByTitle(/^….*, until /)
      .first()
      .getAttribute("title");
    const end = /^…(.+), until /.exec(title ?? "")?.[1] ?? "";
    const name = accounts.find((each) => accountOf(this.#stage, each).api_key.endsWith(end));
    if (name === undefined) throw new Error(`Nobody knows the account of "${title ?? ""}".`);
    return name;
  }

  /** Enters all cells, or those with these numbers. */
  async #enter(cells: readonly BrowserCell[], numbers = cells.map((_, index) => index)): Promise<void> {
    const entries = numbers.map((index) => {
      const { column, row } = addressOf(index);
      return [`${column}${row}`, cells[index]?.formula ?? ""] as const;
    });
    await this.#workbench.call("enterCells", Object.fromEntries(entries));
  }

  async #clear(count: number): Promise<void> {
    const entries = Array.from({ length: count }, (_, index) => {
      const { column, row } = addressOf(index);
      return [`${column}${row}`, ""] as const;
    });
    await this.#workbench.call("enterCells", Object.fromEntries(entries));
  }

  async #shown(count: number): Promise<readonly Shown[]> {
    const rows = addressOf(count - 1).row + cellHeight;
    const read = await this.#workbench.read(`A1:${addressOf(columns - 1).column}${rows}`);
    return Array.from({ length: count }, (_, index) => {
      const top = addressOf(index).row - 1;
      const own = Array.from({ length: cellHeight }, (__, offset) => read[top + offset]?.[index % columns]);
      return { values: own.map((cell) => cell?.value ?? null), sentence: own[0]?.error?.message };
    });
  }

  /**
   * Waits until no cell is busy. How long that takes follows from the calls that the cells need, so it is wrong only where no cell heals for
   * the first time for 30 s. Their number says nothing: a recalculation makes cells busy one after the other.
   */
  async #calm(when: string, count: number): Promise<void> {
    const findBusy = async (): Promise<ReadonlySet<number>> =>
      new Set((await this.#shown(count)).flatMap((shown, index) => (isBusy(shown) ? [index] : [])));
    const healed = new Set<number>();
    let before: ReadonlySet<number> = new Set();
    let healedAt = Date.now();
    for (;;) {
      const busy = await findBusy();
      if (busy.size === 0) {
        // A cell that is told of a change is busy a moment later.
        await this.#workbench.page.waitForTimeout(300);
        if ((await findBusy()).size === 0) return;
        continue;
      }
      const known = healed.size;
      for (const index of before) if (!busy.has(index)) healed.add(index);
      if (healed.size > known) healedAt = Date.now();
      before = busy;
      if (Date.now() - healedAt > healing * 1_000) {
        this.#wrong.push(`${busy.size} cells are #BUSY!, and none has healed for ${healing} s, ${when}`);
        return;
      }
      await this.#workbench.page.waitForTimeout(500);
    }
  }

  /** Compares all cells with what the account must see. Returns how many show the sentence of a fault, where those are allowed. */
  async #check(cells: readonly BrowserCell[], allowed: "fault sentences are allowed" | "all is well"): Promise<number> {
    const shown = await this.#shown(cells.length);
    let sentences = 0;
    for (const [index, cell] of cells.entries()) {
      const now = shown[index] ?? { values: [], sentence: undefined };
      const expected = await cell.expected(this.#services[this.#account]);
      if (isBusy(now) || agrees(now, expected)) continue;
      if (allowed !== "all is well" && faultSentences.some((each) => each.test(now.sentence ?? ""))) {
        sentences += 1;
        continue;
      }
      const { column, row } = addressOf(index);
      const text = now.sentence ?? JSON.stringify(now.values);
      this.#wrong.push(
        `${this.#account} ${column}${row} ${cell.formula}: ${text}, not ${JSON.stringify(expected)}${await this.#whose(cell, now)}`,
      );
    }
    return sentences;
  }

  /** Whether a wrong value is that of another account. */
  async #whose(cell: BrowserCell, shown: Shown): Promise<string> {
    for (const [name, service] of Object.entries(this.#services))
      if (name !== this.#account && agrees(shown, await cell.expected(service))) return ` (the value of ${name})`;
    return "";
  }
}
