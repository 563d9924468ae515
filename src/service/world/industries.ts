import type { IsicNode, RankedCode } from "../../data/records";
import isic4 from "./isic4.json";
import { itemAt } from "../common/random";

interface Node {
  readonly code: string;
  readonly description: string;
  readonly values?: readonly Node[];
}

const deeper: Readonly<Record<string, readonly Node[]>> = {};
const group = (code: string, description: string, classes: readonly (readonly [string, string])[]): void => {
  const node = { code, description, values: classes.map(([leaf, words]) => ({ code: leaf, description: words })) };
  (deeper as Record<string, Node[]>)[code.slice(0, 2)] = [...(deeper[code.slice(0, 2)] ?? []), node];
};
group("011", "Growing of non-perennial crops", [
  ["0111", "Growing of cereals"],
  ["0113", "Growing of vegetables"],
]);
group("061", "Extraction of crude petroleum", [["0610", "Extraction of crude petroleum"]]);
group("072", "Mining of non-ferrous metal ores", [["0729", "Mining of other non-ferrous metal ores"]]);
group("107", "Manufacture of other food products", [
  ["1071", "Bakery products"],
  ["1073", "Cocoa and chocolate"],
]);
group("141", "Manufacture of wearing apparel", [["1410", "Manufacture of wearing apparel, except fur"]]);
group("201", "Manufacture of basic chemicals", [
  ["2011", "Basic chemicals"],
  ["2012", "Fertilizers"],
]);
group("210", "Manufacture of pharmaceuticals", [["2100", "Pharmaceuticals and medicinal products"]]);
group("261", "Manufacture of electronic components", [["2610", "Electronic components and boards"]]);
group("291", "Manufacture of motor vehicles", [["2910", "Manufacture of motor vehicles"]]);
group("351", "Electric power generation, transmission and distribution", [["3510", "Electric power"]]);
group("381", "Waste collection", [
  ["3811", "Non-hazardous waste"],
  ["3812", "Hazardous waste"],
]);
group("421", "Construction of roads and railways", [["4210", "Roads and railways"]]);
group("471", "Retail sale in non-specialized stores", [["4711", "Food, beverages or tobacco predominating"]]);
group("492", "Other land transport", [["4923", "Freight transport by road"]]);
group("511", "Passenger air transport", [["5110", "Passenger air transport"]]);
group("551", "Short term accommodation activities", [["5510", "Short term accommodation"]]);
group("611", "Wired telecommunications activities", [["6110", "Wired telecommunications"]]);
group("620", "Computer programming and consultancy", [
  ["6201", "Computer programming"],
  ["6202", "Computer consultancy"],
]);
group("641", "Monetary intermediation", [
  ["6411", "Central banking"],
  ["6419", "Other monetary intermediation"],
]);
group("651", "Insurance", [
  ["6511", "Life insurance"],
  ["6512", "Non-life insurance"],
]);
group("681", "Real estate activities with own or leased property", [["6810", "Own or leased property"]]);
group("721", "Research on natural sciences and engineering", [["7210", "Natural sciences and engineering"]]);
group("861", "Hospital activities", [["8610", "Hospital activities"]]);

const sections = isic4 as readonly Node[];

/** The ISIC sections, A to U. */
export const sectionCodes: readonly string[] = sections.map((section) => section.code);

const naics: readonly (readonly [string, string])[] = [
  ["111150", "Corn Farming"],
  ["212230", "Copper, Nickel, Lead, and Zinc Mining"],
  ["325180", "Other Basic Inorganic Chemical Manufacturing"],
  ["221118", "Other Electric Power Generation"],
  ["562211", "Hazardous Waste Treatment and Disposal"],
  ["237310", "Highway, Street, and Bridge Construction"],
  ["445110", "Supermarkets and Other Grocery Stores"],
  ["484121", "General Freight Trucking, Long-Distance"],
  ["721110", "Hotels and Motels"],
  ["511210", "Software Publishers"],
  ["522110", "Commercial Banking"],
  ["531120", "Lessors of Nonresidential Buildings"],
  ["541511", "Custom Computer Programming Services"],
  ["561320", "Temporary Help Services"],
  ["921190", "Other General Government Support"],
  ["611310", "Colleges and Universities"],
  ["622110", "General Medical and Surgical Hospitals"],
  ["711211", "Sports Teams and Clubs"],
  ["811111", "General Automotive Repair"],
  ["814110", "Private Households"],
  ["928120", "International Affairs"],
];
const unspsc: readonly (readonly [string, string])[] = [
  ["10000000", "Live Plant and Animal Material"],
  ["11000000", "Mineral and Textile and Inedible Plant Materials"],
  ["12000000", "Chemicals"],
  ["15000000", "Fuels and Fuel Additives"],
  ["76000000", "Industrial Cleaning Services"],
  ["72000000", "Building and Facility Construction"],
  ["50000000", "Food and Beverage Products"],
  ["78000000", "Transportation and Storage and Mail Services"],
  ["90000000", "Travel and Food and Lodging"],
  ["43000000", "Information Technology"],
  ["84000000", "Financial and Insurance Services"],
  ["80000000", "Management and Business Professionals"],
  ["81000000", "Engineering and Research Based Services"],
  ["86000000", "Education and Training Services"],
  ["51000000", "Drugs and Pharmaceutical Products"],
];

/** One branch of a section: division, then group and class if known. `turn` selects among siblings. */
const branch = (division: Node, turn: number, priority: number): IsicNode => {
  const { code, description } = division;
  const children = deeper[code] ?? division.values;
  if (children === undefined || children.length === 0) return { code, description, priority };
  return { code, description, values: [branch(itemAt(children, turn), turn, priority)] };
};

/** The tree of an entity in one section: one or two branches. The leaves have priorities. */
export const isicTree = (sectionCode: string, turn: number, firstPriority: number): IsicNode => {
  const section = sections.find((candidate) => candidate.code === sectionCode) ?? itemAt(sections, 0);
  const divisions = section.values ?? [];
  const first = branch(itemAt(divisions, turn), turn, firstPriority);
  const values =
    turn % 3 === 0 && divisions.length > 1
      ? [first, branch(itemAt(divisions, turn + 1), turn, firstPriority + 1)]
      : [first];
  return { code: section.code, description: section.description, values };
};

/** NAICS and NACE codes for a section. */
export const industryCodes = (sectionCode: string, tree: IsicNode): { description: string; values: RankedCode[] }[] => {
  const [code, description] = itemAt(naics, sectionCodes.indexOf(sectionCode));
  const nace = (tree.values ?? []).map((node, priority) => ({
    code: `${sectionCode}${node.code}`,
    description: node.description,
    priority: priority + 1,
  }));
  return [
    { description: "NAICS 2017", values: [{ code, description, priority: 1 }] },
    { description: "NACE Rev. 2", values: nace },
  ];
};

/** UNSPSC segments for a section. */
export const unspscCodes = (sectionCode: string, turn: number): RankedCode[] => {
  const first = itemAt(unspsc, sectionCodes.indexOf(sectionCode));
  const second = itemAt(unspsc, turn);
  const codes = turn % 4 === 0 && second !== first ? [first, second] : [first];
  return codes.map(([code, description], index) => ({ code, description, priority: index + 1 }));
};
