/** Sends one HTTP request; `fetch` is the innermost, and every policy of the runtime wraps another (house: "the spine"). */
export type Send = (request: Request) => Promise<Response>;
