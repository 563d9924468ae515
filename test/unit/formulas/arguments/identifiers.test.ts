import { identify } from "../../../../src/formulas/arguments/identifiers";

test.each([
  ["US0378331005", "isin", true],
  ["US0378331006", "isin", false],
  ["BBG000B9XRY4", "figi", true],
  ["BBG000B9XRY5", "figi", false],
  ["5493001KJTIIGC8Y1R12", "lei", true],
  ["5493001KJTIIGC8Y1R13", "lei", false],
  ["3F2504E0-4F89-41D3-9A0C-0305E82C3301", "entity_id", true],
])("%s is a %s: %p", (text, kind, valid) => {
  expect(identify(text)).toMatchObject({ kind, valid });
});

test.each(["Acme", "BOOKING COM 1", "123456789", ""])("%p is no identifier", (text) => {
  expect(identify(text)).toBeUndefined();
});
