import { mapStorage } from "../../bench/map-storage";
import { VirtualClock } from "../../bench/virtual-clock";
import { lateParts } from "../../src/runtime/late-parts";
import { Memory } from "../../src/runtime/memory";

test("more than memory holds makes it forget what was unused for longest, and keep what was used", () => {
  const clock = new VirtualClock(1);
  const memory = new Memory(clock, mapStorage(), () => Promise.resolve(lateParts));
  const names = Array.from({ length: 6 }, (_, index) => `answer ${index}`);
  for (const name of names) {
    memory.put(name, { at: clock.now(), value: name, bytes: 30_000_000 }, "session");
    memory.get("answer 0");
  }
  const left = names.filter((name) => memory.get(name) !== undefined);
  expect(left).toEqual(["answer 0", "answer 4", "answer 5"]);
});
