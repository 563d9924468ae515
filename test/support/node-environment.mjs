// Jest's environment for tests in Node. It closes the message channels that a test file leaves open: the spreadsheet engine
// opens one for each macro task and closes none, and an open port keeps everything of its file in memory.
import { TestEnvironment } from "jest-environment-node";

export default class NodeEnvironment extends TestEnvironment {
  #channels = new Set();

  async setup() {
    await super.setup();
    const channels = this.#channels;
    this.global.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        channels.add(this);
      }
    };
  }

  async teardown() {
    for (const { port1, port2 } of this.#channels) {
      port1.close();
      port2.close();
    }
    this.#channels.clear();
    await super.teardown();
  }
}
