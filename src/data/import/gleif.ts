import { csvRows, type CsvRow } from "./csv";
import { readIsin, readLei } from "./identifiers";
import { BadRow, ImportError, type ReadRow } from "./import-error";
import { jsonLines } from "./json";
import { withoutBlanks, type SourceCompany } from "./source-company";
import { peekText, type SourceFile } from "./source-file";
import { childElements, elementAt, elementText, textAt, xmlElements, type XmlElement } from "./xml";

type Rows = AsyncGenerator<ReadRow<SourceCompany> | BadRow, void>;

/** Turns each row into a record. What `read` throws is the reason why the row is refused; undefined is left out. */
export async function* readEach<From, To>(
  rows: AsyncIterable<ReadRow<From> | BadRow> | Iterable<ReadRow<From>>,
  read: (row: From) => To | readonly To[] | undefined,
  show: (row: From) => string = () => "",
): AsyncGenerator<ReadRow<To> | BadRow, void> {
  for await (const row of rows) {
    if (row instanceof BadRow) {
      yield row;
      continue;
    }
    try {
      const record = read(row.record);
      if (Array.isArray(record)) for (const each of record as readonly To[]) yield { line: row.line, record: each };
      else if (record !== undefined) yield { line: row.line, record: record as To };
    } catch (error) {
      if (error instanceof ImportError) throw error;
      yield new BadRow(row.line, (error as Error).message, show(row.record).slice(0, 500));
    }
  }
}

/** What all forms of an LEI record say: the LEI-CDF as CSV, as XML, and GLEIF's API. */
interface LeiRecord {
  readonly lei: string;
  readonly legalName: string;
  readonly otherNames: readonly string[];
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly legalForm: string;
  readonly authority: string;
  readonly registered: string;
  readonly registrationStatus: string;
}

/** Records that stand for no company: withdrawn, or another record's double. */
const voidStatuses = new Set(["ANNULLED", "CANCELLED", "DUPLICATE", "MERGED"]);

/** XML is read with single spaces: the other forms of a record give the same name. */
const oneSpaced = (text: string): string => text.replace(/\s+/g, " ").trim();

const toCompany = (record: LeiRecord): SourceCompany => {
  const lei = readLei(record.lei);
  const status = record.registrationStatus.toUpperCase();
  if (voidStatuses.has(status)) throw new Error(`the registration of the LEI ${lei} is ${status}`);
  const name = oneSpaced(record.legalName);
  if (name === "") throw new Error(`the LEI ${lei} has no legal name`);
  return withoutBlanks<SourceCompany>({
    key: lei,
    lei,
    name,
    aliases: [...new Set(record.otherNames.map(oneSpaced))].filter((each) => each !== "" && each !== name),
    country: record.country,
    region: record.region,
    city: record.city,
    // 8888 is "not in the list", 9999 "no form".
    legalForm: /^(?:8888|9999)$/.test(record.legalForm) ? "" : record.legalForm,
    registrations: record.registered === "" ? [] : [{ value: record.registered, description: record.authority }],
  });
};

const numbered = (row: CsvRow, name: string): readonly string[] =>
  [1, 2, 3, 4, 5].map((number) => row.value(`${name}.${number}`));

/** The value along a path of names. CSV writes it with dots between them. */
type ReadField = (...path: readonly string[]) => string;

const csvField =
  (row: CsvRow): ReadField =>
  (...path) =>
    row.value(path.join("."));

const xmlField =
  (record: XmlElement): ReadField =>
  (...path) =>
    textAt(record, ...path);

const fieldLeiRecord = (read: ReadField, otherNames: readonly string[]): LeiRecord => {
  /** The address of the headquarters; the legal one where there is none. */
  const address = (part: string): string =>
    read("Entity", "HeadquartersAddress", part) || read("Entity", "LegalAddress", part);
  return {
    lei: read("LEI"),
    legalName: read("Entity", "LegalName"),
    otherNames,
    country: address("Country"),
    region: address("Region"),
    city: address("City"),
    legalForm: read("Entity", "LegalForm", "EntityLegalFormCode"),
    authority: read("Entity", "RegistrationAuthority", "RegistrationAuthorityID"),
    registered: read("Entity", "RegistrationAuthority", "RegistrationAuthorityEntityID"),
    registrationStatus: read("Registration", "RegistrationStatus"),
  };
};

const nameLists = ["OtherEntityName", "TransliteratedOtherEntityName"];

const csvLeiRecord = (row: CsvRow): LeiRecord =>
  fieldLeiRecord(
    csvField(row),
    nameLists.flatMap((name) => numbered(row, `Entity.${name}s.${name}`)),
  );

const xmlLeiRecord = (record: XmlElement): LeiRecord =>
  fieldLeiRecord(
    xmlField(record),
    nameLists.flatMap((name) => childElements(elementAt(record, "Entity", `${name}s`), name).map(elementText)),
  );

interface ApiAddress {
  readonly country?: string | null;
  readonly region?: string | null;
  readonly city?: string | null;
}

interface ApiLeiRecord {
  readonly attributes?: {
    readonly lei?: string;
    readonly entity?: {
      readonly legalName?: { readonly name?: string };
      readonly otherNames?: readonly { readonly name?: string }[];
      readonly transliteratedOtherNames?: readonly { readonly name?: string }[];
      readonly legalAddress?: ApiAddress;
      readonly headquartersAddress?: ApiAddress;
      readonly legalForm?: { readonly id?: string | null };
      readonly registeredAt?: { readonly id?: string | null };
      readonly registeredAs?: string | null;
    };
    readonly registration?: { readonly status?: string };
  };
}

const orEmpty = (text: string | null | undefined): string => text ?? "";

const apiLeiRecord = (value: unknown): LeiRecord => {
  const { lei = "", entity = {}, registration } = (value as ApiLeiRecord).attributes ?? {};
  const place = { ...entity.legalAddress, ...entity.headquartersAddress };
  return {
    lei,
    legalName: orEmpty(entity.legalName?.name),
    otherNames: [...(entity.otherNames ?? []), ...(entity.transliteratedOtherNames ?? [])].map(({ name }) =>
      orEmpty(name),
    ),
    country: orEmpty(place.country),
    region: orEmpty(place.region),
    city: orEmpty(place.city),
    legalForm: orEmpty(entity.legalForm?.id),
    authority: orEmpty(entity.registeredAt?.id),
    registered: orEmpty(entity.registeredAs),
    registrationStatus: orEmpty(registration?.status),
  };
};

/** Which of its forms a file of GLEIF has. */
const gleifForm = async (file: SourceFile): Promise<"csv" | "xml" | "json"> => {
  const start = (await peekText(file)).trimStart();
  return start.startsWith("<") ? "xml" : start.startsWith("{") ? "json" : "csv";
};

/** LEI records: the golden copy as CSV or XML (LEI-CDF 2.1 and 3.1), or records of GLEIF's API as JSON lines. */
export async function* leiRecords(file: SourceFile): Rows {
  const form = await gleifForm(file);
  if (form === "xml")
    yield* readEach(
      xmlElements(file, new Set(["LEIRecord"])),
      (record) => toCompany(xmlLeiRecord(record)),
      (record) => textAt(record, "LEI"),
    );
  else if (form === "json")
    yield* readEach(jsonLines(file), (record) => toCompany(apiLeiRecord(record)), JSON.stringify);
  else
    yield* readEach(
      csvRows(file, ["LEI", "Entity.LegalName"]),
      (row) => toCompany(csvLeiRecord(row)),
      (row) => `${row.value("LEI")} ${row.value("Entity.LegalName")}`,
    );
}

interface Relationship {
  readonly start: string;
  readonly end: string;
  readonly type: string;
  readonly status: string;
}

/** Which parent a type of relationship names. Other types are about funds. */
const parentMembers: Readonly<Record<string, "parentLei" | "ultimateParentLei">> = {
  IS_DIRECTLY_CONSOLIDATED_BY: "parentLei",
  IS_INTERNATIONAL_BRANCH_OF: "parentLei",
  IS_ULTIMATELY_CONSOLIDATED_BY: "ultimateParentLei",
};

const toParent = ({ start, end, type, status }: Relationship): SourceCompany | undefined => {
  const member = parentMembers[type];
  if (member === undefined) return undefined;
  const [lei, parent] = [readLei(start), readLei(end)];
  // A relationship that has ended replaces the same one of an earlier file.
  return { key: `${lei} ${type} ${parent}`, lei, ...(status === "ACTIVE" && lei !== parent && { [member]: parent }) };
};

const fieldParent = (read: ReadField): SourceCompany | undefined =>
  toParent({
    start: read("Relationship", "StartNode", "NodeID"),
    end: read("Relationship", "EndNode", "NodeID"),
    type: read("Relationship", "RelationshipType"),
    status: read("Relationship", "RelationshipStatus"),
  });

interface ApiRelationship {
  readonly attributes?: {
    readonly relationship?: {
      readonly startNode?: { readonly id?: string };
      readonly endNode?: { readonly id?: string };
      readonly type?: string;
      readonly status?: string;
    };
  };
}

/** Relationship records (parents): the golden copy as CSV or XML, or GLEIF's API as JSON lines. */
export async function* relationshipRecords(file: SourceFile): Rows {
  const form = await gleifForm(file);
  if (form === "xml")
    yield* readEach(xmlElements(file, new Set(["RelationshipRecord"])), (record) => fieldParent(xmlField(record)));
  else if (form === "json")
    yield* readEach(jsonLines(file), (record) => {
      const { startNode, endNode, type = "", status = "" } = (record as ApiRelationship).attributes?.relationship ?? {};
      return toParent({ start: startNode?.id ?? "", end: endNode?.id ?? "", type, status });
    });
  else
    yield* readEach(csvRows(file, ["Relationship.StartNode.NodeID", "Relationship.EndNode.NodeID"]), (row) =>
      fieldParent(csvField(row)),
    );
}

/** ISINs of one company in one record, so that issuers of many certificates are not that many records. */
const isinsInRecord = 500;

/**
 * The mapping of ISINs to LEIs: a CSV with the columns `LEI` and `ISIN`. Records of one company are numbered, so that
 * those of a newer file replace them and an ISIN that belongs to another company by then leaves the first one.
 */
export async function* isinLeiRecords(file: SourceFile): Rows {
  let lei = "";
  let line = 0;
  let isins: string[] = [];
  const records = new Map<string, number>();
  const take = function* (): Generator<ReadRow<SourceCompany>> {
    if (isins.length === 0) return;
    const number = (records.get(lei) ?? 0) + 1;
    records.set(lei, number);
    yield { line, record: { key: `${lei} ${number}`, lei, isins } };
    isins = [];
  };
  const pairs = readEach(
    csvRows(file, ["LEI", "ISIN"]),
    (row) => ({ lei: readLei(row.value("LEI")), isin: readIsin(row.value("ISIN")) }),
    (row) => `${row.value("LEI")},${row.value("ISIN")}`,
  );
  for await (const row of pairs) {
    if (row instanceof BadRow) {
      yield row;
      continue;
    }
    if (row.record.lei !== lei || isins.length === isinsInRecord) yield* take();
    if (isins.length === 0) line = row.line;
    ({ lei } = row.record);
    isins.push(row.record.isin);
  }
  yield* take();
}
