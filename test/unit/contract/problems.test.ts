import { readProblem } from "../../../src/contract/problems";

test("the v3 body gives its message and its failing members", () => {
  const errors = [{ field: "query.score", message: "Score", reason: "invalid_type" }];
  expect(readProblem(400, { message: "Check errors", code: 400, reason: "invalid", errors })).toEqual({
    message: "Check errors",
    reason: "invalid",
    issues: errors,
  });
});

test("the four legacy bodies are told apart by content", () => {
  expect(readProblem(400, { _schema: ["a", "b"] }).message).toBe("a; b");
  expect(readProblem(400, { date: ["outside the range"] })).toEqual({
    message: "date: outside the range",
    issues: [{ field: "date", message: "outside the range", reason: "invalid" }],
  });
  expect(readProblem(404, { value: "not found" }).message).toBe("not found");
  expect(readProblem(403, { error: { message: "not allowed", statusCode: 403 } }).message).toBe("not allowed");
});

test("token problems and nested legacy fields are read", () => {
  expect(readProblem(403, { error: "invalid_grant", error_description: "Wrong key." }).message).toBe("Wrong key.");
  expect(readProblem(400, { entities: { "0": ["needs keywords"] } }).issues[0]?.field).toBe("entities.0");
});

test("what is no problem body gives the status", () => {
  for (const body of [undefined, null, "<html>", [], {}, 7]) {
    expect(readProblem(502, body)).toEqual({ message: "The service answered 502.", issues: [] });
  }
});
