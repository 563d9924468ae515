import { flag, oneOf, port, readOptions, text, whole } from "../../scripts/run/command-line";

describe("options", () => {
  const options = {
    port: port(3000, 1),
    size: oneOf(["small", "large"], "small"),
    seed: whole([0, 9], undefined),
    out: text("a folder", undefined),
    docs: flag,
  };
  const read = (...args: string[]) => readOptions(options, args);

  it("hold what is given, and else what holds without them", () => {
    expect(read()).toEqual({ port: 3000, size: "small", seed: undefined, out: undefined, docs: false });
    expect(read("--port=8080", "--size", "large", "--docs")).toMatchObject({ port: 8080, size: "large", docs: true });
  });

  it.each([
    [["--port"], "--port must be a whole number from 1 to 65535, got nothing."],
    [["--port", "0"], '--port must be a whole number from 1 to 65535, got "0".'],
    [["--port", "1e3"], '--port must be a whole number from 1 to 65535, got "1e3".'],
    [["--seed="], '--seed must be a whole number from 0 to 9, got "".'],
    [["--out="], '--out must be a folder, got "".'],
    [["--docs=yes"], '--docs takes no value, got "yes".'],
    [["4010"], 'There are only options (--port, --size, --seed, --out, --docs), got "4010".'],
    [["-p"], "There is no option -p; there are --port, --size, --seed, --out, --docs."],
  ])("%j is refused", (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence);
  });
});
