import {
  countReader,
  describedValues,
  joined,
  listFrom,
  listOfTexts,
  map,
  memberAt,
  toMembers,
  objectField,
  memberReaderFor,
  partsAt,
  plainText,
  positionIn,
  toScalar,
  textReader,
  type Nested,
} from "../../../../../src/formulas/table/nested/values";

const look = { join: "; " };
/** What a path into a value shows: its type and its value; undefined where there is no such path. */
const at = (nested: Nested, path: string, value: unknown): unknown => {
  const reader = nested.at(path);
  return reader && [reader.type, reader.read(value, look)];
};

test("objects have members; lists, texts, null and nothing have none", () => {
  expect([{ a: 1 }, [1], "text", null, undefined].map(toMembers)).toEqual([{ a: 1 }, {}, {}, {}, {}]);
});

test("a missing value is an empty list, a single one a list of one", () => {
  expect([undefined, null, "a", 0, ["a", "b"]].map(listFrom)).toEqual([[], [], ["a"], [0], ["a", "b"]]);
});

test("texts, numbers and truth values fit a cell, all else is missing", () => {
  expect(["", 0, false, null, undefined, {}, ["a"]].map(toScalar)).toEqual([
    "",
    0,
    false,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("texts are shown as people write them, except where the spelling of the service is wanted", () => {
  const { type, read } = textReader((text) => text.toUpperCase());
  expect(type).toBe("text");
  expect([
    read("low", look),
    read("low", { ...look, rawTexts: true }),
    read("low", { ...look, rawTexts: false }),
  ]).toEqual(["LOW", "low", "LOW"]);
  expect([read(5, look), read(null, look)]).toEqual([5, undefined]);
  expect(textReader(undefined)).toBe(plainText);
  expect([plainText.type, plainText.read("low", look)]).toEqual(["text", "low"]);
});

test("several values are joined without those that are missing; a 0 and a false are not", () => {
  expect(joined(["a", "", undefined, 0, false], { join: " + " })).toBe("a + 0 + false");
  expect([joined([], look), joined([undefined, ""], look)]).toEqual([undefined, undefined]);
});

test.each([
  ["[2]", { position: 2, rest: "" }],
  ["[12].value.x", { position: 12, rest: "value.x" }],
  ["[2]value", { position: 2, rest: "value" }],
  ["value[2]", undefined],
  ["[x]", undefined],
  ["[]", undefined],
  ["", undefined],
])("the path %p starts with the position %j", (path, position) => {
  expect(positionIn(path)).toEqual(position);
});

test.each([
  ["OURS", "OURS", "7", ""],
  ["ours", "OURS", "7", ""],
  ["ours.code", "OURS", "7", "code"],
  ["a.b", "a.b", "long", ""],
  ["a.b.c", "a.b", "long", "c"],
  ["a", "a", "short", ""],
  ["a.x", "a", "short", "x"],
])("the path %s leads to the member %s by the longest name", (path, name, value, rest) => {
  for (const members of [
    { OURS: "7", a: "short", "a.b": "long" },
    { "a.b": "long", a: "short", OURS: "7" },
  ])
    expect(memberAt(members, path)).toEqual({ name, value, rest });
});

test.each(["our", "oursx", "", "b"])("the path %p leads to no member", (path) => {
  expect(memberAt({ OURS: "7", a: 1 }, path)).toBeUndefined();
});

test("a list that is missing has no count, an empty one has 0", () => {
  const { type, read } = countReader(listFrom);
  expect([
    type,
    read(undefined, look),
    read(null, look),
    read([], look),
    read(["a", "b"], look),
    read("a", look),
  ]).toEqual(["integer", undefined, undefined, 0, 2, 1]);
});

test("a path into a list shows its count, the part at a position, and otherwise the first part", () => {
  const part = (rest: string) => memberReaderFor({ value: "number", currency: "text" }, rest);
  const revenue = [
    { value: 1, currency: "EUR" },
    { value: 2, currency: "USD" },
  ];
  const show = (path: string): unknown => {
    const reader = partsAt(path, listFrom, part);
    return reader && [reader.type, reader.read(revenue, look)];
  };
  expect(["Count", "value", "[1].value", "[2].Currency", "[3].value", "euros", "[2].euros"].map(show)).toEqual([
    ["integer", 2],
    ["number", 1],
    ["number", 1],
    ["text", "USD"],
    ["number", undefined],
    undefined,
    undefined,
  ]);
});

test("a list of texts is joined, and its paths show one text, the count, and whether it holds a value", () => {
  const texts = listOfTexts(textReader((text) => text.toLowerCase()));
  const value = ["E", "SDG:7", "OIL SPILL"];
  expect(texts.members).toEqual(["[1]", "count"]);
  expect(texts.whole.type).toBe("text");
  expect([value, ["E"], ["E", ""], [""], [], undefined, "E", [5]].map((list) => texts.whole.read(list, look))).toEqual([
    "e; sdg:7; oil spill",
    "e",
    "e",
    undefined,
    undefined,
    undefined,
    "e",
    "5",
  ]);
  expect(
    ["[2]", "[9]", "COUNT", "e", "SDG:7", "sdg 7", "7", "oil spill", "S"].map((path) => at(texts, path, value)),
  ).toEqual([
    ["text", "sdg:7"],
    ["text", undefined],
    ["integer", 3],
    ["boolean", true],
    ["boolean", true],
    ["boolean", true],
    ["boolean", true],
    ["boolean", true],
    ["boolean", false],
  ]);
  expect([at(texts, "e", undefined), at(texts, "e", null), at(texts, "e", [])]).toEqual([
    ["boolean", undefined],
    ["boolean", undefined],
    ["boolean", false],
  ]);
  expect(["", "[x]", "[1].x"].map((path) => texts.at(path))).toEqual([undefined, undefined, undefined]);
  expect(texts.split(value)).toEqual([["E"], ["SDG:7"], ["OIL SPILL"]]);
  expect(texts.split(undefined)).toEqual([]);
});

test("keys with values are joined, and a path shows the value of a key, without case, or how many there are", () => {
  const codes = { OURS: "007", theirs: 8, none: null };
  expect(map.members).toEqual(["KEY", "count"]);
  expect([map.whole.type, map.whole.read(codes, look), map.whole.read({}, look)]).toEqual([
    "text",
    "OURS=007; theirs=8; none=",
    undefined,
  ]);
  expect(["ours", "THEIRS", "none", "other", "count"].map((path) => at(map, path, codes))).toEqual([
    ["text", "007"],
    ["text", 8],
    ["text", undefined],
    ["text", undefined],
    ["integer", 3],
  ]);
  expect([at(map, "count", undefined), at(map, "count", null), at(map, "Count", {})]).toEqual([
    ["integer", undefined],
    ["integer", undefined],
    ["integer", 0],
  ]);
  expect(at(map, "count", { count: "own" })).toEqual(["integer", "own"]);
  expect([map.at(""), map.at("[1]")]).toEqual([undefined, undefined]);
  expect(map.split(codes)).toEqual([{ OURS: "007" }, { theirs: 8 }, { none: undefined }]);
});

test("described values are keyed by their description, in a list and as the part that explode made", () => {
  const codes = [{ value: "552", description: "SIREN" }, { value: "9" }];
  expect(describedValues.whole.read(codes, look)).toBe("SIREN=552; =9");
  expect([at(describedValues, "siren", codes), at(describedValues, "siren", { SIREN: "552" })]).toEqual([
    ["text", "552"],
    ["text", "552"],
  ]);
  expect(describedValues.split(codes)).toEqual([{ SIREN: "552" }, { "": "9" }]);
});

test("an object is shown by one of its members, and its paths show the others", () => {
  const source = objectField("name", { name: plainText, rank: { type: "integer", read: toScalar } });
  const value = { name: "Times", rank: 0 };
  expect(source.members).toEqual(["name", "rank"]);
  expect([source.whole.type, source.whole.read(value, look)]).toEqual(["text", "Times"]);
  expect([at(source, "Rank", value), at(source, "url", value), at(source, "rank", null)]).toEqual([
    ["integer", 0],
    undefined,
    ["integer", undefined],
  ]);
  expect(source.split(value)).toEqual([value]);
  expect(objectField("other", {}).whole).toBe(plainText);
});
