import {
  isins,
  weights,
  idOf,
  isSevere,
  of,
  categoriesOf,
  pillars,
  countIn,
  eventsOfYear,
  everyCompany,
  forList,
  companyKeys,
  countryOf,
  sectorOf,
  byCompany,
  nameOf,
  eventRows,
  bySeverity,
  latestSevere,
  type Compute,
} from "./computations";
import { contentAnswers, coverageAnswers, goalAnswers, sentimentAnswers } from "./expected-texts";
import {
  type Cell,
  cell,
  daysAgo,
  distinctOf,
  groupsOf,
  highestOf,
  largestFirst,
  latestFirst,
  meanOf,
  momentOf,
  mondayOf,
  monthsAgo,
  numbersOf,
  type Plain,
  sectionOf,
  serial,
  sumOf,
  textsOf,
  within,
  yearAgo,
} from "./plain";
import { valuesOf } from "./sample";

const portfolioAnswers: Readonly<Record<string, Compute>> = {
  "latest-severe-event": async (service) => {
    const severe = latestFirst((await service.events(everyCompany)).filter(isSevere), "last_activity");
    return forList(service, (company) => {
      const [event] = of(severe, company);
      return event === undefined
        ? ["", "", ""]
        : [serial(event["last_activity"]), Number(event["score"]), cell(event["title"])];
    });
  },
  "events-beside-list": async (service) => {
    const events = await eventsOfYear(service, everyCompany);
    return forList(service, (company) => [of(events, company).length, highestOf(of(events, company))]);
  },
  "severe-companies": async (service) => {
    const [events, listed] = [
      (await eventsOfYear(service, everyCompany)).filter(isSevere),
      await service.companiesOf(isins),
    ];
    const severe = events.filter(({ entity_id }) => listed.some(({ id }) => id === entity_id));
    const rows = (await byCompany(service, severe)).map(({ id, name, own }) => [
      name,
      own.length,
      serial(latestFirst(own, "last_activity")[0]?.["last_activity"]),
      id,
    ]);
    return [["Entity name", "Events", "Latest", "Entity ID"], ...rows];
  },
  "weighted-score": async (service) => {
    const events = await eventsOfYear(service, everyCompany);
    const scores = (await service.companiesOf(isins)).map((company) => highestOf(of(events, company)));
    return [[sumOf(scores.map((score, row) => score * (weights[row] ?? 0))) / sumOf(weights)]];
  },
  "exposed-weight": async (service) => {
    const severe = within(await service.events(everyCompany), "last_activity", daysAgo(90)).filter(isSevere);
    const companies = await service.companiesOf(isins);
    const exposed = weights.filter((_, row) => of(severe, companies[row] ?? {}).length > 0);
    return [[sumOf(exposed) / sumOf(weights)]];
  },
  membership: async (service) => {
    const universes = valuesOf({ id: "" }).universes ?? [];
    const members = await Promise.all(
      universes.map(
        async (name) => new Set((await service.list(`${service.universe(name)}/entities`, "fields=id")).map(idOf)),
      ),
    );
    return [universes, ...(await forList(service, (company) => members.map((ids) => ids.has(idOf(company)))))];
  },
  "latest-revenue": (service) =>
    forList(service, ({ name, revenue }) => {
      const [latest] = latestFirst((revenue ?? []) as readonly Plain[], "date");
      const facts =
        latest === undefined ? ["", "", ""] : [cell(latest["value"]), cell(latest["currency"]), serial(latest["date"])];
      return [cell(name), ...facts];
    }),
  profile: (service) =>
    forList(service, (company) => [
      cell(company["name"]),
      countryOf(company),
      sectionOf(company)?.[0] ?? "",
      cell(company["employee_count"]),
    ]),
};

const sectorAnswers: Readonly<Record<string, Compute>> = {
  "violators-by-sector": async (service) => {
    const violations = (await eventsOfYear(service)).filter((event) => event["ungc_classification"] === "violator");
    const groups = groupsOf(violations, companyKeys(await service.companies(), sectorOf));
    return [
      ["Sector", "Events", "Companies"],
      ...groups.map(([key, own]) => [key, own.length, distinctOf(own, "entity_id")]),
    ];
  },
  "pillars-by-sector": async (service) => {
    const groups = groupsOf(await eventsOfYear(service), companyKeys(await service.companies(), sectorOf));
    return [
      ["Sector", ...pillars],
      ...groups.map(([key, own]) => [key, ...pillars.map((pillar) => countIn(own, pillar))]),
    ];
  },
  "sector-events": async (service) => {
    const companies = await service.companies();
    const isManufacturer = ({ entity_id }: Plain): boolean =>
      ((companies.get(String(entity_id))?.["isic4"] ?? []) as readonly Plain[]).some(({ code }) => code === "C");
    const events = (await service.events()).filter((event) => Number(event["score"]) >= 3 && isManufacturer(event));
    return [
      ["Last activity", "Entity name", "Score", "Title"],
      ...(await eventRows(service, bySeverity(events).slice(0, 5))),
    ];
  },
  topics: async (service) => {
    const events = await eventsOfYear(service);
    const groups = groupsOf(events, (event) => textsOf(event["sub_categories"])).slice(0, 10);
    return [
      ["Sub category", "Events", "Companies", "Share"],
      ...groups.map(([key, own]) => [key, own.length, distinctOf(own, "entity_id"), own.length / events.length]),
    ];
  },
  "companies-of-sector": async (service) => {
    const members = await service.list(`${service.universe()}/entities`, "fields=id,isic4");
    const inFinance = members.filter(({ isic4 }) => (isic4 as readonly Plain[]).some(({ code }) => code === "K"));
    return [[inFinance.length]];
  },
};

const firstOfMonth = (moment: string, step = 1): string => {
  const month = Number(moment.slice(5, 7)) - 1;
  return new Date(Date.UTC(Number(moment.slice(0, 4)), month - (month % step), 1)).toISOString();
};

/** Events by month or quarter, in time. */
const byPeriod = (events: readonly Plain[], months: number) =>
  [...groupsOf(events, (event) => [firstOfMonth(String(event["last_activity"]), months)])].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );

const timeAnswers: Readonly<Record<string, Compute>> = {
  "pillars-by-month": async (service) => {
    const events = within(await service.events(), "last_activity", monthsAgo(6));
    const rows = byPeriod(events, 1).map(([month, own]) => [
      serial(month),
      ...pillars.map((pillar) => countIn(own, pillar)),
    ]);
    return [["Month", ...pillars], ...rows];
  },
  "since-monday": async (service) => {
    const began = within(await service.events(), "start_date", Date.parse(mondayOf(daysAgo(0))));
    return [
      ["Start date", "Entity name", "Score", "Title"],
      ...(await eventRows(service, latestFirst(began, "start_date"), "start_date")),
    ];
  },
  "most-covered-this-week": async (service) => {
    const { universe } = valuesOf({ id: "most-covered-this-week" });
    const name = await nameOf(service);
    return within(await service.events(universe), "last_activity", daysAgo(6))
      .filter((event) => Number(event["related_documents_count"]) >= 5)
      .map((event) => [name(event), cell(event["title"]), cell(event["related_documents_count"])]);
  },
  "case-timeline": async (service) => {
    const { case_id } = await latestSevere(service);
    const ofCase = `case_id=${String(case_id)}`;
    const events = await service.list(`${service.universe()}/esg/events`, `${ofCase}&fields=start_date,title,score`);
    const documents = await service.list(
      `${service.universe()}/esg/documents`,
      `${ofCase}&fields=extract_date,title,score`,
    );
    const steps = [
      ...events.map((event) => ({ ...event, date: event["start_date"], kind: "event" })),
      ...documents.map((document) => ({ ...document, date: document["extract_date"], kind: "document" })),
    ].sort((one, other) => momentOf(one, "date") - momentOf(other, "date"));
    return [
      ["Date", "Kind", "Title", "Score"],
      ...steps.map((step: Plain) => [
        serial(step["date"]),
        cell(step["kind"]),
        cell(step["title"]),
        cell(step["score"]),
      ]),
    ];
  },
  quarters: async (service) => {
    const rows = byPeriod(within(await service.events(), "last_activity", yearAgo(2)), 3).map(([quarter, own]) => [
      serial(quarter),
      own.length,
      distinctOf(own, "entity_id"),
      meanOf(numbersOf(own, "score")),
    ]);
    return [["Quarter", "Events", "Companies", "Mean score"], ...rows];
  },
  yesterday: async (service) => {
    const events = within(await service.events(), "last_activity", daysAgo(1), daysAgo(0));
    return [
      ["Last activity", "Entity name", "Score", "Title"],
      ...(await eventRows(
        service,
        largestFirst(events, ({ score }) => Number(score)),
      )),
    ];
  },
};

/** The records of the last days, and of as many days before. */
const lastAndBefore = (records: readonly Plain[], date: string, days: number) => ({
  now: within(records, date, daysAgo(days - 1)),
  before: within(records, date, daysAgo(2 * days - 1), daysAgo(days - 1)),
});

const changeAnswers: Readonly<Record<string, Compute>> = {
  "volume-week-on-week": async (service) => {
    const { now, before } = lastAndBefore(await service.documents(), "extract_date", 7);
    const groups = groupsOf([...now, ...before], companyKeys(await service.companies(), countryOf));
    const rows = groups.map(([country, own]) => {
      const [late, early] = [now, before].map((all) => own.filter((record) => all.includes(record)).length);
      return [country, late ?? 0, early ?? 0, (late ?? 0) - (early ?? 0)];
    });
    return [["Country", "Documents", "Documents before", "Documents change"], ...rows];
  },
  "score-rose": async (service) => {
    const { now, before } = lastAndBefore(await service.events(), "last_activity", 90);
    return (await byCompany(service, [...now, ...before]))
      .map(({ id, name }) => {
        const [late, early] = [highestOf(of(now, { id })), highestOf(of(before, { id }))];
        return [name, late, early, late - early, id] as const;
      })
      .filter(([, , , change]) => change > 0);
  },
  "year-on-year": async (service) => {
    const events = await service.events();
    const now = within(events, "last_activity", daysAgo(89));
    const before = within(events, "last_activity", daysAgo(89 + 365), daysAgo(364));
    const groups = groupsOf([...now, ...before], categoriesOf).map(([category]) => [
      category,
      countIn(now, category),
      countIn(before, category),
      countIn(now, category) - countIn(before, category),
    ]);
    return [
      ["Category", "Events", "Events before", "Events change"],
      ...groups,
      ["Total", now.length, before.length, now.length - before.length],
    ];
  },
  "newly-affected": async (service) => {
    const { now, before } = lastAndBefore(await service.events(), "last_activity", 30);
    return (await byCompany(service, [...now, ...before]))
      .filter(({ id }) => of(before, { id }).length === 0)
      .map(({ id, name, own }) => [name, own.length, 0, own.length, id]);
  },
  "tone-worsened": async (service) => {
    const { now, before } = lastAndBefore(await service.documents(), "extract_date", 90);
    const rows = (await byCompany(service, [...now, ...before])).map(({ id, name }) => {
      const [late, early] = [now, before].map((all) => meanOf(numbersOf(of(all, { id }), "polarity")));
      const change = late === "" || early === "" ? "" : Number(late) - Number(early);
      return [name, late ?? "", early ?? "", change, id] as const;
    });
    const fall = ([, , , change]: readonly Cell[]): number => (change === "" ? -Infinity : -Number(change));
    return [
      ["Entity name", "Mean polarity", "Mean polarity before", "Mean polarity change", "Entity ID"],
      ...largestFirst(rows, fall).slice(0, 5),
    ];
  },
};

/** What each question must show, by its id. */
export const expected: Readonly<Record<string, Compute>> = {
  ...portfolioAnswers,
  ...sectorAnswers,
  ...timeAnswers,
  ...changeAnswers,
  ...contentAnswers,
  ...sentimentAnswers,
  ...goalAnswers,
  ...coverageAnswers,
};
