import { countryOfCode, meaning, readable } from "../../../../src/formulas/table/readable";
import { seededRandom } from "../../../support/seeded-random";

/** Names as people write them, from countries of the world and from places that take a rule each. */
const places = [
  ...["Germany", "United States of America", "USA", "UK", "UAE", "U.S. Virgin Islands"],
  ...["Bosnia and Herzegovina", "Isle of Man", "Trinidad and Tobago", "Saint Vincent and the Grenadines"],
  ...["Korea, Republic of", "Congo, Democratic Republic of the", "The Bahamas", "Côte d'Ivoire", "Côte d’Ivoire"],
  ...["Guinea-Bissau", "Timor-Leste", "Falkland Islands (Las Malvinas)", "Åland Islands", "Hong Kong SAR China"],
  ...["Île-de-France", "Pays de la Loire", "Provence-Alpes-Côte d'Azur", "Val-d'Oise", "Vitry-le-François"],
  ...["Nordrhein-Westfalen", "Frankfurt am Main", "Rothenburg ob der Tauber", "Neustadt an der Weinstraße", "München"],
  ...["Castilla y León", "Castilla-La Mancha", "Comunidad de Madrid", "L'Hospitalet de Llobregat", "A Coruña"],
  ...["Reggio nell'Emilia", "L'Aquila", "Emilia-Romagna", "Desenzano del Garda", "San Donà di Piave"],
  ...["Rio Grande do Sul", "São José dos Campos", "Entre Douro e Minho"],
  ...["Noord-Holland", "'s-Hertogenbosch", "Alphen aan den Rijn", "IJsselstein", "Bergen op Zoom", "Hoek van Holland"],
  ...["Västra Götalands län", "Sør-Trøndelag", "Mo i Rana", "Jihomoravský kraj", "Ústí nad Labem"],
  ...["Stoke-on-Trent", "Newcastle upon Tyne", "Chester-le-Street", "Tyne and Wear", "St. John's", "St. Gallen"],
  ...[
    "North Las Vegas",
    "East Los Angeles",
    "McKinney",
    "O'Fallon",
    "Coeur d'Alene",
    "Washington D.C.",
    "Washington DC",
  ],
  ...["N'Djamena", "Xi'an", "KwaZulu-Natal", "Hoi An", "Ijebu Ode", "Ras Al Khaimah", "10th of Ramadan City"],
];

describe("A name of a place", () => {
  test.each(places)("is shown as people write it: %s", (name) => {
    expect(readable("region", name.toLowerCase())).toBe(name);
  });

  test.each(places.filter((name) => !name.includes("ß")))("is read from capitals too: %s", (name) => {
    expect(readable("region", name.toUpperCase())).toBe(name);
  });

  test("has the capitals that the names of all countries have", () => {
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const names = letters.flatMap((first) => letters.map((second) => countryOfCode(first + second)));
    const known = names.filter((name) => name !== undefined);
    expect(known.length).toBeGreaterThan(240);
    const wrong = known.filter((name) => readable("country", name.toLowerCase()) !== name);
    expect(wrong.filter((name) => !name.startsWith("Pseudo"))).toEqual([]);
  });

  test("that somebody wrote with small and capital letters stays, and so does a script without capitals", () => {
    for (const name of ["iLembe", "SABAH Region", "eThekwini", "東京", "القاهرة", "", "12"])
      expect(readable("city", name)).toBe(name);
  });

  test("of any letters is understood again without case, and showing it twice changes nothing", () => {
    const random = seededRandom(7);
    const alphabet = Array.from("abcdeéilmnoßςşıİǆ'’.-& (),/9ijmc");
    const words = ["de", "la", "of", "the", "d'", "usa", "mc", "an der", "u.s.", "län"];
    for (let count = 0; count < 5_000; count += 1) {
      const parts = Array.from({ length: 1 + Math.floor(random() * 9) }, () =>
        random() < 0.3
          ? ` ${words[Math.floor(random() * words.length)]} `
          : (alphabet[Math.floor(random() * alphabet.length)] ?? ""),
      );
      const wire = parts.join("").toLowerCase();
      const shown = readable("city", wire);
      expect(shown.toLowerCase()).toBe(wire);
      expect(meaning("city", [shown])(wire)).toBe(true);
      expect(readable("city", shown)).toBe(shown);
    }
  });
});

describe("Codes and values", () => {
  test.each([
    ["country", "de", "Germany"],
    ["country", "US", "United States"],
    ["country", "xx", "xx"],
    ["language", "eng", "English"],
    ["language", "fre", "French"],
    ["language", "english", "English"],
    ["language", "chinese (simplified)", "Chinese (Simplified)"],
    ["language", "xyz", "xyz"],
    ["type", "PRIVATE", "private"],
    ["type", "coverage_extension", "coverage extension"],
    ["type", "VERY_NEGATIVE", "very negative"],
    ["entity_type", "ORG", "ORG"],
    ["entity_type", "PERSON", "person"],
    ["site_type", "licensed_news", "licensed news"],
    ["ungc_classification", "low risk", "low risk"],
    ["sub_categories", "anti-competitive practices", "anti-competitive practices"],
    ["sub_categories", "Air_Quality", "Air_Quality"],
    ["categories", "E", "E"],
    ["categories", "SDG:13", "SDG 13"],
  ])("%s %s is shown as %s, and that is understood", (field, wire, shown) => {
    expect(readable(field, wire)).toBe(shown);
    for (const written of [wire, shown, shown.toUpperCase(), ` ${shown.toLowerCase()} `])
      expect(meaning(field, [written])(wire)).toBe(true);
    expect(meaning(field, ["other"])(wire)).toBe(false);
  });

  test("texts of other fields stay as they are", () => {
    for (const field of ["name", "title", "site", "isin", "entity_keywords", "constructor"])
      expect(readable(field, "VERY_NEGATIVE germany")).toBe("VERY_NEGATIVE germany");
  });
});
