import { extensionType, panesType } from "../../../../src/ooxml/web-extensions";
import { OoxmlPackage } from "../../../../src/ooxml/package";
import { readWorkbook } from "../../../../src/ooxml/read-workbook";
import { partsOf } from "../../ooxml/compare-parts";
import {
  addin,
  addinPart,
  custom,
  damaged,
  findingsOf,
  healthy,
  listPart,
  repair,
  short,
  write,
} from "./damaged-files";

describe("the parts that start the add-in", () => {
  const edit = (change: (parts: OoxmlPackage) => void): Uint8Array => {
    const parts = OoxmlPackage.read(write());
    change(parts);
    return parts.write();
  };
  const settingsIn = (bytes: Uint8Array): unknown => readWorkbook(bytes, { custom, addin }).settings;
  const listId = (parts: OoxmlPackage): string =>
    parts.relations("").find(({ kind }) => kind === "webextensiontaskpanes")?.id ?? "";

  test.each<[string, (parts: OoxmlPackage) => void, string]>([
    ["a list that is missing", (parts) => parts.delete(listPart), listPart],
    ["a list that is no XML", (parts) => parts.set(listPart, "<wetp:taskpanes"), listPart],
    [
      "a list whose relations are no XML",
      (parts) => parts.set("xl/webextensions/_rels/taskpanes.xml.rels", "<Rel"),
      listPart,
    ],
    ["a list that no relation leads to", (parts) => parts.unrelate("", listId(parts)), listPart],
    [
      "a list without an entry for the part",
      (parts) => parts.set(listPart, parts.text(listPart).replace(/<wetp:taskpane .*<\/wetp:taskpane>/, "")),
      addinPart,
    ],
    ["a part of a wrong type", (parts) => parts.set(addinPart, parts.text(addinPart), "text/plain"), addinPart],
  ])("are repaired after %s, with the settings", (_, change, part) => {
    const bytes = edit(change);
    expect(short(bytes)).toEqual([["start-parts", `part ${part}`, "yes"]]);
    const copy = repair(bytes);
    expect(findingsOf(copy)).toEqual([]);
    expect(settingsIn(copy)).toEqual(healthy.settings);
    const types = OoxmlPackage.read(copy);
    expect([types.contentType(listPart), types.contentType(addinPart)]).toEqual([panesType, extensionType]);
  });

  test("are repaired after the list's relation to the part was lost: the entry that leads to nothing goes", () => {
    const bytes = edit((parts) => parts.unrelate(listPart, parts.relations(listPart)[0]?.id ?? ""));
    expect(short(bytes)).toEqual([
      ["start-parts", `part ${listPart}`, "yes"],
      ["start-parts", `part ${addinPart}`, "yes"],
    ]);
    const copy = repair(bytes);
    expect(findingsOf(copy)).toEqual([]);
    expect(settingsIn(copy)).toEqual(healthy.settings);
    expect(partsOf(copy)[listPart]?.match(/<wetp:taskpane /g)).toHaveLength(1);
  });

  const double = (change: (xml: string) => string): Uint8Array =>
    edit((parts) => {
      const second = addinPart.replace("1", "2");
      parts.set(second, change(parts.text(addinPart)), extensionType);
      const id = parts.relate(listPart, "http://schemas.microsoft.com/office/2011/relationships/webextension", second);
      const entry = /<wetp:taskpane .*<\/wetp:taskpane>/.exec(parts.text(listPart))?.[0] ?? "";
      parts.set(listPart, parts.text(listPart).replace(entry, entry + entry.replace(/r:id="[^"]*"/, `r:id="${id}"`)));
    });

  test("lose a second part of the same add-in with the same settings", () => {
    const bytes = double((xml) => xml);
    expect(short(bytes)).toEqual([["start-parts", `part ${addinPart.replace("1", "2")}`, "yes"]]);
    const copy = repair(bytes);
    expect(findingsOf(copy)).toEqual([]);
    expect(Object.keys(partsOf(copy)).filter((name) => name.includes("webextension2"))).toEqual([]);
    expect(settingsIn(copy)).toEqual(healthy.settings);
  });

  test("keep a second part with other settings, and one of another release", () => {
    expect(short(double((xml) => xml.replace("500", "501")))).toEqual([
      ["start-parts", `part ${addinPart.replace("1", "2")}`, "no"],
    ]);
    const other = "11111111-1111-4111-8111-111111111111";
    expect(short(double((xml) => xml.replaceAll(addin.id, other)))).toEqual([
      ["start-parts", `part ${addinPart.replace("1", "2")}`, "no"],
    ]);
  });

  test("of other add-ins are not looked at", () => {
    const bytes = double((xml) =>
      xml.replaceAll(addin.id, "11111111-1111-4111-8111-111111111111").replaceAll("spillway.", "theirs."),
    );
    expect(findingsOf(bytes)).toEqual([]);
  });

  test("a damaged part is told, and not thrown away", () => {
    const bytes = edit((parts) => parts.set(addinPart, `${parts.text(addinPart)}<`));
    expect(short(bytes)).toEqual([["start-parts", `part ${addinPart}`, "no"]]);
  });

  const withSetting = (value: string): Uint8Array =>
    damaged(write(), { [addinPart]: (xml) => xml.replace('value="500"', `value="${value}"`) });

  test("a setting that is no JSON goes, and the others stay", () => {
    const bytes = withSetting("{open");
    expect(short(bytes)).toEqual([["setting-unreadable", "setting spillway.rowCap", "yes"]]);
    const copy = repair(bytes);
    expect(findingsOf(copy)).toEqual([]);
    expect(settingsIn(copy)).toEqual({ "spillway.refresh": { onOpen: true } });
    expect(partsOf(copy)[addinPart]).not.toContain("rowCap");
  });

  test.each([
    ["without a name", '<we:property value="{open"/>'],
    ["of the name of another", '<we:property name="spillway.rowCap" value="{open"/>'],
    ["without a value", '<we:property name="spillway.rowCap"/>'],
  ])("a setting %s that is no JSON goes alone", (_which, property) => {
    const bytes = damaged(write(), {
      [addinPart]: (xml) => xml.replace("</we:properties>", `${property}</we:properties>`),
    });
    expect(short(bytes)).toMatchObject([["setting-unreadable", expect.stringMatching(/^setting/), "yes"]]);
    const copy = repair(bytes);
    expect(findingsOf(copy)).toEqual([]);
    expect(settingsIn(copy)).toEqual({ "spillway.refresh": { onOpen: true }, "spillway.rowCap": 500 });
  });

  test("more settings than Office keeps are told", () => {
    expect(short(withSetting(`&quot;${"x".repeat(2_000_000)}&quot;`))).toEqual([
      ["settings-too-large", `part ${addinPart}`, "no"],
    ]);
  });

  test.each([
    ["{&quot;apiKey&quot;:&quot;k-4711&quot;}", "Its member apiKey"],
    ["{&quot;a&quot;:[{&quot;refresh_token&quot;:&quot;k-4711&quot;}]}", "Its member refresh_token"],
    ["&quot;Bearer k-4711-4711&quot;", "Its value"],
    ["Bearer k-4711-4711", "Its text"],
  ])("%s looks like a secret, which is told and not printed", (value, detail) => {
    const findings = findingsOf(withSetting(value));
    expect(findings).toMatchObject([{ cause: "secret", place: "setting spillway.rowCap", detail, repairable: false }]);
    expect(JSON.stringify(findings)).not.toContain("4711");
  });
});

describe("frozen formulas", () => {
  const item = (parts: OoxmlPackage): string =>
    parts.names.find((name) => /^customXml\/item\d+\.xml$/.test(name)) ?? "";

  test("whose part is gone are told", () => {
    const parts = OoxmlPackage.read(write());
    const relation = parts.relations("xl/workbook.xml").find(({ kind }) => kind === "customXml");
    parts.unrelate("xl/workbook.xml", relation?.id ?? "");
    expect(short(parts.write())).toEqual([["frozen-lost", "names _Spillway.F…", "no"]]);
  });

  test("whose hidden name is gone are told", () => {
    const bytes = damaged(write(), {
      "xl/workbook.xml": (xml) => xml.replace(/<definedName name="_Spillway[^>]*>[^<]*<\/definedName>/, ""),
    });
    expect(findingsOf(bytes)).toMatchObject([
      {
        cause: "frozen-lost",
        place: "frozen formula 1",
        detail: "Without the hidden name _Spillway.F1.",
        repairable: false,
      },
    ]);
  });

  test("that cannot be read, or are there twice, are told", () => {
    const parts = OoxmlPackage.read(write());
    const xml = parts.text(item(parts));
    parts.set(item(parts), xml.replace("</frozen>", ""));
    expect(findingsOf(parts.write())).toMatchObject([
      { cause: "frozen-unreadable", detail: "The part is no well-formed XML." },
    ]);
    const twice = write({ ...healthy, customXml: [...(healthy.customXml ?? []), { xml }] });
    expect(findingsOf(twice)).toMatchObject([
      { cause: "frozen-unreadable", detail: "The file has two parts with frozen formulas." },
    ]);
  });
});
