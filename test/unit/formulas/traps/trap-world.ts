import { CellError } from "../../../../src/formulas/table/matrix";
import type { Office } from "../functions/office";
import { type PlainRecord, readPlain, type ReadListing } from "../functions/plain-records";
import { type Company, PortfolioWorld } from "../functions/portfolio-world";

/** A universe with quiet members, members without licence, and companies outside. */
export const universe = "Team Watchlist";

/** What a cell of a list can be. */
export const kinds = [
  "a company with events",
  "a company without events",
  "the same company again",
  "a company outside the universe",
  "a member without licence",
  "an id that no company has",
  "the id of an event",
  "the id of a universe",
  "a text that many names have",
  "a wrong check digit",
  "a text that no name has",
  "a blank cell",
  "a dash",
  "the error of a cell",
] as const;

export type Kind = (typeof kinds)[number];

export const unknownId = "00000000-0000-4000-8000-000000000000";

/** The answers of the local service over plain HTTP, and a list with a cell of each kind. */
export class TrapWorld {
  readonly office: Office;
  readonly plain: PortfolioWorld;
  readonly list: ReadListing;
  readonly cells: Readonly<Record<Kind, unknown>>;
  readonly outside: Company;
  readonly unlicensed: Company;
  readonly members: readonly Company[];
  readonly events: readonly PlainRecord[];
  readonly documents: readonly PlainRecord[];
  readonly eventId: string;

  private constructor(
    plain: PortfolioWorld,
    list: ReadListing,
    records: Pick<TrapWorld, "members" | "events" | "documents" | "outside">,
  ) {
    this.office = plain.office;
    this.plain = plain;
    this.list = list;
    this.members = records.members;
    this.events = records.events;
    this.documents = records.documents;
    this.outside = records.outside;
    this.unlicensed = this.members.find(({ id }) => id === plain.unlicensed) ?? { id: "", name: "" };
    this.eventId = this.events[0]?.id ?? "";
    const counted = [...this.members].sort((one, other) => this.countEvents(other.id) - this.countEvents(one.id));
    const quiet = counted.findLast(
      ({ id, name }) => this.countEvents(id) === 0 && name !== this.unlicensed.name && this.#isLicensed(id),
    );
    this.cells = {
      "a company with events": counted[0]?.id,
      "a company without events": quiet?.id,
      "the same company again": counted[0]?.id,
      "a company outside the universe": this.outside.id,
      "a member without licence": this.unlicensed.id,
      "an id that no company has": unknownId,
      "the id of an event": this.eventId,
      "the id of a universe": this.office.universe("EU Banks"),
      "a text that many names have": "Bank",
      "a wrong check digit": "SE0ZZ0000013",
      "a text that no name has": "zzqq nothing",
      "a blank cell": null,
      "a dash": "-",
      "the error of a cell": new CellError("#DIV/0!"),
    };
  }

  #isLicensed(id: string): boolean {
    return !this.plain.unlicensedIds.includes(id);
  }

  static async open(): Promise<TrapWorld> {
    const plain = await PortfolioWorld.open();
    const { office } = plain;
    const list = await readPlain(office);
    const id = office.universe(universe);
    const members = await plain.members(universe);
    const inside = new Set(members.map((member) => member.id));
    const all = await plain.members("Whole Catalogue");
    return new TrapWorld(plain, list, {
      members,
      events: await list(`universes/${id}/esg/events`, "fields=id,entity_id,score,categories,last_activity,start_date"),
      documents: await list(`universes/${id}/esg/documents`, "fields=id,entity_id,score,extract_date"),
      outside: all.find((company) => !inside.has(company.id)) ?? { id: "", name: "" },
    });
  }

  close(): Promise<void> {
    return this.office.close();
  }

  countEvents(id: unknown): number {
    return this.events.filter(({ entity_id }) => entity_id === id).length;
  }

  countDocuments(id: unknown): number {
    return this.documents.filter(({ entity_id }) => entity_id === id).length;
  }

  /** The scores of the events of a company. */
  scores(id: unknown): readonly number[] {
    return this.events.filter(({ entity_id }) => entity_id === id).map(({ score }) => score);
  }

  /** The SDG documents of a company. */
  goalDocuments(id: unknown): Promise<readonly PlainRecord[]> {
    return this.list(`entities/${String(id)}/sdg/documents`, "fields=id,categories");
  }
}

/** A column of cells as Excel hands it over. */
export const column = (...cells: readonly unknown[]): readonly unknown[][] => cells.map((cell) => [cell]);
