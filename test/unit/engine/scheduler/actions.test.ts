import { lineTo } from "../line-to";

test("an action that changes something is sent once, also after 429, 500 and 503", async () => {
  for (const status of [429, 500, 503]) {
    const { clock, runtime, calls } = await lineTo(() =>
      Promise.resolve(Response.json({ message: "No." }, { status })),
    );
    const { signal } = new AbortController();
    const sending = runtime.actions.call("createUniverse", { body: { name: "New", type: "PRIVATE" } }, signal);
    const error: unknown = await clock.run(sending.catch((reason: unknown) => reason));
    expect(error).toMatchObject({ code: status === 429 ? "throttled" : "unavailable" });
    expect(calls).toHaveLength(1);
  }
});
