import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { VirtualClock } from "../../../support/virtual-clock";
import { describeStore } from "./store-contract";

describe("the store in memory", () => {
  describeStore(() => {
    const clock = new VirtualClock(1);
    return Promise.resolve({ store: new MemoryStore(clock), pass: (milliseconds) => clock.advance(milliseconds) });
  });
});
