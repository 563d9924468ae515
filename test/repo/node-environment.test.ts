import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.join(__dirname, "../..");

test("what a unit test leaves open in a message channel ends with its environment", () => {
  // A process ends by itself when nothing is open any more.
  const program = `
    import NodeEnvironment from "./test/support/node-environment.mjs";
    const config = { projectConfig: { testEnvironmentOptions: {}, globals: {} }, globalConfig: {} };
    const environment = new NodeEnvironment(config, {});
    await environment.setup();
    const channel = new environment.global.MessageChannel();
    const told = new Promise((resolve) => (channel.port1.onmessage = ({ data }) => resolve(data)));
    channel.port2.postMessage("a macro task");
    console.log(await told);
    await environment.teardown();`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: root,
    encoding: "utf8",
    timeout: 30_000,
  });
  expect({ stdout, status }).toEqual({ stdout: "a macro task\n", status: 0 });
});
