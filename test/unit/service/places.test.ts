import { countries, countryName, countryNames } from "../../../src/service/world/places";

test("a country with two names is known under both, because versions of Node and of browsers differ", () => {
  for (const name of ["turkey", "türkiye", "united states", "united states of america"])
    expect(countryNames().has(name)).toBe(true);
  for (const name of ["atlantis", "soviet union", "de", ""]) expect(countryNames().has(name)).toBe(false);
});

test("every country of the fictitious world is a known one, under the name that its companies have", () => {
  expect(countries.filter(({ code }) => !countryNames().has(countryName(code)))).toEqual([]);
});
