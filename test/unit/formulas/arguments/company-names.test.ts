import {
  acceptedSimilarity,
  namedCandidate,
  nameMatch,
  nameSimilarity,
  similarNamePatterns,
} from "../../../../src/formulas/arguments/company-names";

const company = (name: string, ...alias: readonly string[]) => ({ id: name, name, alias });

describe("The similarity of two names", () => {
  test.each([
    ["Arakov Bank Oyj", "ARAKOV BANK OYJ"],
    ["Crédit Halkafield SA", "Credit Halkafield S.A."],
    ["Arakov Bank", "Arakov Bank Oyj"],
    ["Siemens Aktiengesellschaft", "Siemens AG"],
    ["Foo & Sons Ltd", "Foo and Sons Limited"],
    ["Øresund A/S", "Oresund AS"],
    ["JP Morgan", "JPMorgan"],
    ["Ａｒａｋｏｖ Bank", "Arakov Bank"],
    ["Ara\u00adkov\u200b Bank", "Arakov Bank"],
  ])("is 1 for %s and %s", (one, other) => {
    expect(nameSimilarity(one, other)).toBe(1);
  });

  test.each([
    ["Bank Arakov Oyj", "Arakov Bank Oyj"],
    ["Bank Oyj Arakov", "Arakov Bank Oyj"],
  ])("hardly depends on the order of words: %s", (one, other) => {
    expect(nameSimilarity(one, other)).toBeGreaterThanOrEqual(acceptedSimilarity);
    expect(nameSimilarity(one, other)).toBeLessThan(1);
  });

  test.each([
    ["Arakov Bank AG", "Arakov Bank Oyj"],
    ["Blackrock MuniYield Quality Fund III", "Blackrock MuniYield Quality Fund II"],
    ["North Atlantic Shipping 1", "North Atlantic Shipping 2"],
    ["J Smith Engineering", "K Smith Engineering"],
    ["Palatin Technologies, Inc.", "Palantir Technologies Inc."],
    ["Arakov Bnk Oyj", "Arakov Bank Oyj"],
  ])("is too small to take %s for %s", (one, other) => {
    expect(nameSimilarity(one, other)).toBeLessThan(acceptedSimilarity);
  });
});

describe("How a name matches", () => {
  const candidate = company("Velsaberg All-Star Holdings", "VASH", "Old Velsa");
  test.each([
    ["velsaberg all-star holdings", "name"],
    ["old velsa", "alias"],
    ["Velsaberg", "start of name"],
    ["Holdings", "words of name"],
    ["saberg", "part of name"],
    ["Velsaberg All", "words of name"],
    ["Velsaberg Holdings All-Star", "similar name"],
    ["ld Vel", "part of alias"],
    ["Zandamere", ""],
  ])("%s: %s", (text, match) => {
    expect(nameMatch(text, candidate)).toBe(match);
  });
});

describe("The one company that a name means", () => {
  const chosen = (text: string, names: readonly string[], complete = true): unknown =>
    namedCandidate(
      text,
      names.map((name) => company(name)),
      { complete },
    )?.["name"];

  test("is the one of that very name, also among others that contain it", () => {
    expect(chosen("Acme Bank", ["Acme Bank", "Acme Bank Holdings", "First Acme Bank"])).toBe("Acme Bank");
  });

  test("is the only one that begins with its whole words", () => {
    expect(chosen("Acme", ["Acme Bank Oyj"])).toBe("Acme Bank Oyj");
    expect(chosen("Acme", ["Acme Bank Oyj", "Pacmere AG"])).toBe("Acme Bank Oyj");
  });

  test("is none that only begins with its words where beginnings are reviewed; legal forms are no such words", () => {
    const reviewed = (text: string, name: string): unknown =>
      namedCandidate(text, [company(name)], { complete: true, beginnings: false })?.["name"];
    expect(reviewed("Acme", "Acme Bank Oyj")).toBeUndefined();
    expect(reviewed("Acme Bank", "Acme Bank Holdings Oyj")).toBeUndefined();
    expect(reviewed("Acme Bank", "Acme Bank Oyj")).toBe("Acme Bank Oyj");
    expect(reviewed("Bank Acme Oyj", "Acme Bank Oyj")).toBe("Acme Bank Oyj");
  });

  test.each([
    ["a part of a word", "SAND", ["Rasandine Group Oyj"]],
    ["words in the middle of a name", "Bank", ["Acme Bank Oyj"]],
    ["the beginning of two names", "Acme", ["Acme Bank", "Acme Foods"]],
    ["the beginning of one name and words of another", "Acme", ["Acme Bank", "Bank of Acme"]],
    ["two companies of the same name", "Acme", ["Acme", "Acme"]],
    ["one or two letters", "Ac", ["Ac Milan Foods"]],
    ["a digit in a name", "0", ["100% Renia Holdings"]],
  ])("is none for %s", (_, text, names) => {
    expect(chosen(text, names)).toBeUndefined();
  });

  test("has the legal form of its name also where it is known by another name without one", () => {
    const candidates = [company("Arakov Bank Oyj", "Arakov Bank")];
    const means = (text: string): unknown => namedCandidate(text, candidates, { complete: true })?.["name"];
    expect(["Arakov Bank Plc", "Arakov Bank AB", "Bank Arakov AB"].map(means)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(means("Arakov Bank Oyj.")).toBe("Arakov Bank Oyj");
    expect(means("Bank Arakov")).toBe("Arakov Bank Oyj");
  });

  test("is none for the beginning of a name where the service has more candidates than it sent", () => {
    expect(chosen("Acme", ["Acme Bank Oyj"], false)).toBeUndefined();
  });
});

test("the patterns for similar names are its longest word, and all words with one half of it", () => {
  expect(similarNamePatterns("Arakov Bnk Oyj")).toEqual(["%Arakov%", "%Ara%Bnk%", "%kov%Bnk%"]);
  expect(similarNamePatterns("Arakóv Bånk Oyj")).toEqual(["%Arak%v%", "%Ara%B%nk%", "%k%v%B%nk%"]);
  expect(similarNamePatterns("新诺瓦 삼성전자")[0]).toBe("%삼성전자%");
  expect(similarNamePatterns("§ 1")).toEqual([]);
});
