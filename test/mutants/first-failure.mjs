// The environment of Jest for a mutant: one failing test is enough, so the others of the file are skipped.
import { TestEnvironment } from "jest-environment-node";

export default class FirstFailure extends TestEnvironment {
  #failed = false;

  handleTestEvent(event) {
    if (event.name === "test_done" && event.test.errors.length > 0) this.#failed = true;
    if (event.name === "test_start" && this.#failed) event.test.mode = "skip";
  }
}
