import { childOf, element, parseXml, type XmlElement } from "./xml";

const basic = ["000000", "FFFFFF", "FF0000", "00FF00", "0000FF", "FFFF00", "FF00FF", "00FFFF"];
/** The palette of `indexed` colours; 64 and 65 are those of the system. */
const palette = [
  ...basic,
  ...basic,
  ..."800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF".split(
    " ",
  ),
  ..."000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99".split(
    " ",
  ),
  ..."3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333".split(
    " ",
  ),
  "000000",
  "FFFFFF",
];

/** In the order of the numbers in `theme="1"`. */
const themeNames = [
  "lt1",
  "dk1",
  "lt2",
  "dk2",
  "accent1",
  "accent2",
  "accent3",
  "accent4",
  "accent5",
  "accent6",
  "hlink",
  "folHlink",
];
const officeTheme = "FFFFFF 000000 E7E6E6 44546A 4472C4 ED7D31 A5A5A5 FFC000 5B9BD5 70AD47 0563C1 954F72".split(" ");

/** The colours of a theme part, six digits each; those of Office if there is none. */
export const themeColors = (part: string, xml: string | undefined): readonly string[] => {
  if (xml === undefined) return officeTheme;
  const scheme = childOf(childOf(parseXml(part, xml), "themeElements"), "clrScheme");
  return themeNames.map((name, index) => {
    const color = childOf(scheme, name)?.children[0]?.attributes;
    return color?.["lastClr"] ?? color?.["val"] ?? officeTheme[index] ?? "000000";
  });
};

/** The order of colours in a theme's part: dark comes before light. */
const partOrder = ["dk1", "lt1", "dk2", "lt2", ...themeNames.slice(4)];

/** The part of a theme with Office's colours. Charts of a file without a theme have no colours in LibreOffice. */
export const officeThemePart = (): string => {
  const color = (name: string): string =>
    element(`a:${name}`, {}, element("a:srgbClr", { val: officeTheme[themeNames.indexOf(name)] }));
  const font = (kind: string, typeface: string): string =>
    element(
      `a:${kind}Font`,
      {},
      ["latin", "ea", "cs"]
        .map((script) => element(`a:${script}`, { typeface: script === "latin" ? typeface : "" }))
        .join(""),
    );
  const fill = element("a:solidFill", {}, element("a:schemeClr", { val: "phClr" }));
  const thrice = (name: string, style: string): string => element(`a:${name}`, {}, style.repeat(3));
  const styles =
    thrice("fillStyleLst", fill) +
    thrice("lnStyleLst", element("a:ln", { w: 6_350 }, fill)) +
    thrice("effectStyleLst", element("a:effectStyle", {}, element("a:effectLst", {}))) +
    thrice("bgFillStyleLst", fill);
  const content =
    element("a:clrScheme", { name: "Office" }, partOrder.map(color).join("")) +
    element("a:fontScheme", { name: "Office" }, font("major", "Calibri Light") + font("minor", "Calibri")) +
    element("a:fmtScheme", { name: "Office" }, styles);
  const namespace = "http://schemas.openxmlformats.org/drawingml/2006/main";
  return element("a:theme", { "xmlns:a": namespace, name: "Office Theme" }, element("a:themeElements", {}, content));
};

const channels = (rgb: string): number[] => [0, 2, 4].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16) / 255);

/** Makes a colour lighter (up to 1) or darker (down to -1) in the way of the standard: by its luminance. */
const tinted = (rgb: string, tint: number): string => {
  const [red = 0, green = 0, blue = 0] = channels(rgb);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const light = (most + least) / 2;
  const newLight = tint < 0 ? light * (1 + tint) : light * (1 - tint) + tint;
  const spread = most - least;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * light - 1));
  const chroma = (1 - Math.abs(2 * newLight - 1)) * saturation;
  const hexChannels = [red, green, blue].map((value) =>
    spread === 0 ? newLight : newLight + chroma * ((value - least) / spread - 0.5),
  );
  return hexChannels
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");
};

/** `#rrggbb` of a colour element; undefined if it is automatic. */
export const readColor = (color: XmlElement | undefined, theme: readonly string[]): string | undefined => {
  const {
    rgb,
    indexed,
    theme: number,
    tint,
  } = (color?.attributes ?? {}) as Readonly<Record<"rgb" | "indexed" | "theme" | "tint", string | undefined>>;
  const hex = rgb?.slice(-6) ?? (number === undefined ? palette[Number(indexed ?? -1)] : theme[Number(number)]);
  if (hex === undefined || !/^[\da-f]{6}$/i.test(hex)) return undefined;
  return `#${(tint === undefined ? hex : tinted(hex, Number(tint))).toLowerCase()}`;
};

/** Names of theme colours in drawings that stand for others. */
const schemeAliases: Readonly<Record<string, string>> = { bg1: "lt1", tx1: "dk1", bg2: "lt2", tx2: "dk2" };

/** A colour without what makes it lighter or darker. */
const baseColor = ({ name, attributes }: XmlElement, theme: readonly string[]): string | undefined => {
  const { val = "", lastClr } = attributes as Readonly<Record<"val" | "lastClr", string | undefined>>;
  if (name === "schemeClr") return theme[themeNames.indexOf(schemeAliases[val] ?? val)];
  return name === "srgbClr" ? val : lastClr;
};

/** `#rrggbb` of a drawing's solid fill (`a:solidFill`); undefined if it has another kind of colour. */
export const readFillColor = (fill: XmlElement | undefined, theme: readonly string[]): string | undefined => {
  const color = fill?.children[0];
  const base = color === undefined ? undefined : baseColor(color, theme);
  if (base === undefined || !/^[\da-f]{6}$/i.test(base)) return undefined;
  const part = (name: string, usual: number): number => {
    const value = childOf(color, name)?.attributes["val"];
    return value === undefined ? usual : Number(value) / 100_000;
  };
  const [dimmed, lifted] = [part("lumMod", 1), part("lumOff", 0)];
  const tint = lifted > 0 ? lifted : dimmed - 1;
  return `#${(tint === 0 ? base : tinted(base, Math.min(1, Math.max(-1, tint)))).toLowerCase()}`;
};

/** A colour as parts write it, with an opaque first byte. */
export const argb = (color: string): string => `FF${color.slice(1).toUpperCase()}`;
