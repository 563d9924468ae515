/** What Excel takes of one post. */
export interface PostLimits {
  /** Characters; 5 MB on the web. */
  readonly largestPost?: number;
  readonly millisecondsPerMegabyte?: number;
}

/** An answer as Excel gets it, after JSON. */
export interface Answer {
  readonly number: number;
  readonly ok: boolean;
  readonly value: unknown;
  /** The runtime's own number of an error: 1 is `#N/A`, 7 `#VALUE!`. */
  readonly errorCode: number | undefined;
}

/** The runtime's numbers of errors. */
export const errorCodes = { notAvailable: 1, divisionByZero: 5, invalidNumber: 6, invalidValue: 7, nullReference: 8 };

interface Request {
  readonly id: number;
  readonly type: number;
  readonly message: { readonly body: { readonly Actions?: readonly Action[] } };
}

interface Action {
  readonly Id: number;
  readonly Name: string;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
}

type After = (milliseconds: number, task: () => void) => unknown;
type ArrayResult = readonly [number, boolean, unknown, unknown?];

const fiveMegabytes = 5 * 1024 * 1024;
const sync = 20;

/** The native side of the runtime's bridge: takes posts up to a size, tells results apart, and sends messages of its own. */
export class NativeBridge {
  /** What the page sees of it. */
  readonly api = {
    onMessageFromHost: undefined as ((text: string) => void) | undefined,
    sendMessageToHost: (text: string): void => this.#received(text),
  };
  /** How many posts came. */
  posts = 0;
  /** Sizes of the posts Excel refused. */
  readonly refused: number[] = [];
  /** Settles once the runtime has asked which features this Excel has. */
  readonly greeted: Promise<void>;
  #greeted: () => void = () => undefined;
  readonly #after: After;
  readonly #features: readonly number[];
  readonly #largestPost: number;
  readonly #pace: number;
  readonly #answers = new Map<number, Answer[]>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  constructor(after: After, features: readonly number[], limits: PostLimits) {
    this.greeted = new Promise((resolve) => (this.#greeted = resolve));
    this.#after = after;
    this.#features = features;
    this.#largestPost = limits.largestPost ?? fiveMegabytes;
    this.#pace = limits.millisecondsPerMegabyte ?? 0;
  }

  /** Everything Excel was sent for one invocation: one answer, or a stream of them. */
  answersTo(number: number): readonly Answer[] {
    return this.#answers.get(number) ?? [];
  }

  /** How many invocations Excel has an answer to. */
  get answered(): number {
    return this.#answers.size;
  }

  firstAnswer(number: number): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.set(number, resolve));
  }

  /** A message from Excel: invocations and cancellations. */
  notify(entries: readonly object[]): void {
    this.#send({ type: 3, message: { entries } });
  }

  #send(message: object): void {
    this.api.onMessageFromHost?.(JSON.stringify(message));
  }

  #received(text: string): void {
    const { length } = text;
    this.posts += 1;
    this.#after(sync + (this.#pace * length) / 1_000_000, () => {
      if (length <= this.#largestPost) this.#take(JSON.parse(text) as Request);
      else this.#refuse(text);
    });
  }

  #take({ id, type, message }: Request): void {
    const { Actions = [] } = message.body;
    const results = Actions.map((action) => ({ ActionId: action.Id, Value: this.#perform(action) }));
    this.#reply({ id, type }, 200, { Results: results });
  }

  #refuse(text: string): void {
    this.refused.push(text.length);
    const [, id, type] = /^{"id":(\d+),"type":(\d+),/.exec(text) ?? [];
    const error = { code: "RequestPayloadSizeLimitExceeded", message: "The request payload is too large." };
    this.#reply({ id: Number(id), type: Number(type) }, 413, { error });
  }

  #reply({ id, type }: Pick<Request, "id" | "type">, statusCode: number, value: object): void {
    this.#send({ id, type: type + 1, flags: 0, message: { statusCode, headers: {}, body: JSON.stringify(value) } });
  }

  #perform({ Name, ArgumentInfo }: Action): unknown {
    if (Name === "_GetEnabledFeatures") {
      this.#after(1, this.#greeted);
      return this.#features;
    }
    if (Name === "SetInvocationArrayResults")
      for (const result of ArgumentInfo?.Arguments?.[0] as readonly ArrayResult[]) this.#keep(result);
    return null;
  }

  #keep([number, ok, value, code]: ArrayResult): void {
    const answer: Answer = { number, ok, value, errorCode: ok ? undefined : (code as number) };
    this.#answers.set(number, [...this.answersTo(number), answer]);
    this.#waiting.get(number)?.(answer);
    this.#waiting.delete(number);
  }
}
