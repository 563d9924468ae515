import { checkPlace, splitPassword, withoutPasswords } from "../../../../src/data/sql/address";

it.each([
  ["postgres://ada:secret@host:5432/db", "postgres://ada@host:5432/db"],
  ["postgresql://ada:s%40cret@host/db?sslmode=require", "postgresql://ada@host/db?sslmode=require"],
  ["postgres://ada:12/se@cret@host/db", "postgres://ada@host/db"],
  ["postgres://:secret@/db?host=/run", "postgres://@/db?host=/run"],
  ["postgres://ada@host/db?password=secret&sslmode=require", "postgres://ada@host/db?password=…&sslmode=require"],
  [
    'got "postgres://ada:secret@host/db", and mysql://b:secret@host.',
    'got "postgres://ada@host/db", and mysql://b@host.',
  ],
  ["Open http://localhost:3000/@a/workbench.", "Open http://localhost:3000/@a/workbench."],
  ["postgres://host:5432/db", "postgres://host:5432/db"],
])("a text is shown without the passwords of its addresses: %s", (text, shown) => {
  expect(withoutPasswords(text)).toBe(shown);
});

it.each([
  ["postgres://ada:s%40cret@host:5432/db?sslmode=require", "postgres://ada@host:5432/db?sslmode=require", "s@cret"],
  ["postgres://ada:100%@host/db", "postgres://ada@host/db", "100%"],
  ["postgres://ada:secret@/db?host=/run", "postgres://ada@/db?host=/run", "secret"],
  ["postgres://ada@host/db?password=secret&sslmode=require", "postgres://ada@host/db?sslmode=require", "secret"],
  ["postgres://ada@host:5432/db", "postgres://ada@host:5432/db", undefined],
])("the password of %s is split off", (whole, address, password) => {
  expect(splitPassword(whole)).toEqual({ address, password });
});

it.each(["mysql://ada:secret@host/db", "postgres:/ada:secret@host/db", "postgresql:ada:secret@host/db"])(
  "data are not put into a folder with the name of an address: %s",
  (place) => {
    expect(() => checkPlace(place)).toThrow(/^--data must be a folder, or an address that begins with postgres:/);
    expect(() => checkPlace(place)).not.toThrow(/secret/);
  },
);

it.each(["my-data", "C:\\data", "postgres://host/db", "POSTGRES://host/db"])("data may be in %s", (place) => {
  expect(() => checkPlace(place)).not.toThrow();
});
