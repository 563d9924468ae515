import { FairQueue } from "../../../../src/engine/scheduler/scheduler";

test("queue keys take turns, so that a small formula does not wait behind a large one", () => {
  const queue = new FairQueue<{ queueKey: string; notBefore: number; urgent: boolean; name: string }>();
  for (const name of ["a1", "a2", "a3", "b1"])
    queue.add({ queueKey: name.slice(0, 1), notBefore: 0, urgent: false, name });
  const order = Array.from({ length: 4 }, () => queue.take(0));
  expect(order.map((item) => (typeof item === "number" ? item : item.name))).toEqual(["a1", "b1", "a2", "a3"]);
});
