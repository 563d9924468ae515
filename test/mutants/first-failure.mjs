// The environment of Jest for a mutant: one failing test is enough, so the others of the file are skipped.
import NodeEnvironment from "../support/node-environment.mjs";

export default class FirstFailure extends NodeEnvironment {
  #failed = false;

  handleTestEvent(event) {
    if (event.name === "test_done" && event.test.errors.length > 0) this.#failed = true;
    if (event.name === "test_start" && this.#failed) event.test.mode = "skip";
  }
}
