import type { Client } from "../client/client";
import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { Answers, Question } from "./answers";
import { grace } from "./grace";
import type { Clock } from "./clock";
import { hasAll, union } from "./fields";
import type { Inquiry } from "./inquiry";
import { isAnswer } from "./loader";
import type { Memory } from "./memory";
import type { Kept, Recall } from "./recall";
import type { Schedule } from "./schedule";
import { untilAborted } from "./until-aborted";

/** What single questions work with; `watch` looks after an analysis that is not ready and tells when it has ended. */
export interface AnswerDoors {
  readonly client: Client;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly memory: Memory;
  readonly recall: Recall;
  readonly watch: (instance: string) => Promise<void>;
}

interface Answered {
  readonly fields: readonly string[];
  readonly value: unknown;
}

type Remembered = Answered | AddinError;

interface Flight {
  readonly fields: readonly string[];
  readonly done: Promise<Kept<Answered>>;
  readonly controller: AbortController;
  readers: number;
}

/** How long a cell stays busy for an analysis that is still running, before it says so. */
const busyFor = 20_000;

/** Records by id: a question with fewer fields is answered by one with more. */
const byFields = new Set<Question["route"]>(["getEsgDocument", "getSdgDocument"]);

const fieldsOf = ({ route, query }: Question): readonly string[] => {
  const fields = byFields.has(route) ? query?.["fields"] : undefined;
  return fields === undefined ? [] : typeof fields === "string" ? [fields] : fields;
};

const keyOf = ({ route, path = {}, query = {}, body }: Question): string => {
  const told = Object.entries(query).filter(([name]) => !(byFields.has(route) && name === "fields"));
  return `answer ${route} ${JSON.stringify([path, told.sort(([one], [other]) => (one < other ? -1 : 1)), body])}`;
};

const instanceOf = ({ body }: Question): string | undefined =>
  typeof body === "object" && body !== null && "instance" in body ? String(body.instance) : undefined;

/** Answers single questions, each asked once however many cells ask, above them the memory of the answers. */
export class RememberedAnswers implements Answers {
  readonly #doors: AnswerDoors;
  readonly #flights = new Map<string, Flight>();

  constructor(doors: AnswerDoors) {
    this.#doors = doors;
  }

  async ask(question: Question, inquiry: Inquiry): Promise<unknown> {
    const { memory, recall } = this.#doors;
    const key = keyOf(question);
    const fields = fieldsOf(question);
    const all = await memory.read<Remembered>(key);
    const kept =
      all === undefined || all.value instanceof AddinError || hasAll(all.value.fields, fields) ? all : undefined;
    const known = recall.answer(kept, inquiry, recall.oldest(inquiry));
    if (known instanceof AddinError) throw known;
    if (known !== undefined) return known.value;
    const before = all === undefined || all.value instanceof AddinError ? [] : all.value.fields;
    try {
      return await this.#fetch({ key, question, fields: union([fields, before]) }, inquiry);
    } catch (error) {
      const last = recall.last(kept, inquiry, error);
      if (last instanceof AddinError) throw last;
      return last.value;
    }
  }

  async #fetch(
    asked: { readonly key: string; readonly question: Question; readonly fields: readonly string[] },
    inquiry: Inquiry,
  ): Promise<unknown> {
    const instance = instanceOf(asked.question);
    try {
      return await this.#joined(asked, inquiry);
    } catch (error) {
      const running = error instanceof AddinError && error.code === "not-ready";
      if (!running || instance === undefined) throw error;
      inquiry.trace.reads("analyses");
      const { clock, watch } = this.#doors;
      const enough = new Promise<"late">((resolve) => void clock.after(busyFor, () => resolve("late")));
      if ((await untilAborted(Promise.race([watch(instance), enough]), inquiry)) === "late") throw error;
      return this.#joined(asked, inquiry);
    }
  }

  async #joined(
    asked: { readonly key: string; readonly question: Question; readonly fields: readonly string[] },
    inquiry: Inquiry,
  ): Promise<unknown> {
    const { key, question, fields } = asked;
    const known = this.#flights.get(key);
    const flight = known !== undefined && hasAll(known.fields, fields) ? known : this.#start(asked, inquiry.lane);
    flight.readers += 1;
    inquiry.trace.called({ route: question.route, shared: flight.readers > 1 });
    try {
      const { at, value } = await untilAborted(flight.done, inquiry);
      inquiry.trace.progressed();
      inquiry.trace.answered("live", at);
      return value.value;
    } finally {
      flight.readers -= 1;
      if (flight.readers === 0 && this.#flights.get(key) === flight) this.#unwanted(key, flight);
    }
  }

  #unwanted(key: string, flight: Flight): void {
    this.#doors.clock.after(grace, () => {
      if (flight.readers > 0 || this.#flights.get(key) !== flight) return;
      this.#flights.delete(key);
      flight.controller.abort();
    });
  }

  #start(
    asked: { readonly key: string; readonly question: Question; readonly fields: readonly string[] },
    lane: string,
  ): Flight {
    const { key } = asked;
    const controller = new AbortController();
    const done = this.#call(asked, { lane, signal: controller.signal }).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    done.catch(() => undefined);
    const flight: Flight = { fields: asked.fields, done, controller, readers: 0 };
    this.#flights.set(key, flight);
    return flight;
  }

  async #call(
    {
      key,
      question,
      fields,
    }: { readonly key: string; readonly question: Question; readonly fields: readonly string[] },
    { lane, signal }: { readonly lane: string; readonly signal: AbortSignal },
  ): Promise<Kept<Answered>> {
    const { client, clock, schedule, memory } = this.#doors;
    const { route, path = {}, body } = question;
    const query = { ...question.query, ...(fields.length > 0 ? { fields } : {}) };
    const call = { route, path, query, ...(body === undefined ? {} : { body }) };
    const at = clock.now();
    try {
      const reply = await schedule.run({ route, lane, signal, start: () => (each) => client(call, each) });
      if (reply?.status === 202) throw new AddinError("not-ready", say("runtime.notReady"), { status: 202 });
      if (reply?.status === 204) throw new AddinError("stopped", say("runtime.stopped"), { status: 204 });
      const answered = { at, value: { fields, value: reply?.value } };
      memory.put(key, answered, "spill");
      return answered;
    } catch (error) {
      if (isAnswer(error)) memory.put(key, { at, value: error }, "session");
      throw error;
    }
  }
}
