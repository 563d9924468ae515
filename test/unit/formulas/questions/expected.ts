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
      serial(latestFirst(own, "start_date")[0]?.["start_date"]),
      id,
    ]);
    return [["Entity name", "Events (start date)", "Latest", "Entity ID"], ...rows];
  },
  "weighted-score": async (service) => {
    const events = await eventsOfYear(service, everyCompany);
    const scores = (await service.companiesOf(isins)).map((company) => highestOf(of(events, company)));
    return [[sumOf(scores.map((score, row) => score * (weights[row] ?? 0))) / sumOf(weights)]];
  },
  "exposed-weight": async (service) => {
    const severe = within(await service.events(everyCompany), "start_date", daysAgo(90)).filter(isSevere);
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
      ["Sector (primary)", "Events (start date)", "Companies"],
      ...groups.map(([key, own]) => [key, own.length, distinctOf(own, "entity_id")]),
    ];
  },
  "pillars-by-sector": async (service) => {
    const groups = groupsOf(await eventsOfYear(service), companyKeys(await service.companies(), sectorOf));
    return [
      ["Sector (primary, start date)", ...pillars],
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
      ["Sub category", "Events (start date)", "Companies", "Share (groups overlap)"],
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

/** The first days of the months or quarters from the one of a moment until that of today. */
const periodsSince = (from: number, months: number): readonly string[] => {
  const periods: string[] = [];
  const first = new Date(firstOfMonth(new Date(from).toISOString(), months));
  while (first.getTime() <= daysAgo(0)) {
    periods.push(first.toISOString());
    first.setUTCMonth(first.getUTCMonth() + months);
  }
  return periods;
};

/** Events by month or quarter, in time, also where there are none. */
const byPeriod = (events: readonly Plain[], from: number, months: number) => {
  const began = within(events, "start_date", from);
  return periodsSince(from, months).map(
    (period) =>
      [period, began.filter((event) => firstOfMonth(String(event["start_date"]), months) === period)] as const,
  );
};

/** The days of a quarter that lie between two moments, of all its days. */
const daysIn = (quarter: string, from: number, to: number): string => {
  const start = Date.parse(quarter);
  const end = Date.UTC(new Date(start).getUTCFullYear(), new Date(start).getUTCMonth() + 3, 1);
  const day = 86_400_000;
  return `${(Math.min(end, to + day) - Math.max(start, from)) / day}/${(end - start) / day}`;
};

const timeAnswers: Readonly<Record<string, Compute>> = {
  "pillars-by-month": async (service) => {
    const rows = byPeriod(await service.events(), monthsAgo(6), 1).map(([month, own]) => [
      serial(month),
      ...pillars.map((pillar) => countIn(own, pillar)),
    ]);
    return [["Month (start date)", ...pillars], ...rows];
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
    const rows = byPeriod(await service.events(), yearAgo(2), 3).map(([quarter, own]) => [
      serial(quarter),
      own.length,
      distinctOf(own, "entity_id"),
      meanOf(numbersOf(own, "score")),
      daysIn(quarter, yearAgo(2), daysAgo(0)),
    ]);
    return [["Quarter", "Events (start date)", "Companies", "Mean score", "Days"], ...rows];
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

/** The records of whole days until yesterday, and of as many days before. */
const lastAndBefore = (records: readonly Plain[], date: string, days: number) => ({
  now: within(records, date, daysAgo(days), daysAgo(0)),
  before: within(records, date, daysAgo(2 * days), daysAgo(days)),
});

/** The days of a header: from so many days ago until so many days ago. */
const daysNamed = (first: number, last: number): string =>
  [first, last].map((days) => new Date(daysAgo(days)).toISOString().slice(0, 10)).join(" to ");

const changeAnswers: Readonly<Record<string, Compute>> = {
  "volume-week-on-week": async (service) => {
    const { now, before } = lastAndBefore(await service.documents(), "extract_date", 7);
    const groups = groupsOf([...now, ...before], companyKeys(await service.companies(), countryOf));
    const rows = groups.map(([country, own]) => {
      const [late, early] = [now, before].map((all) => own.filter((record) => all.includes(record)).length);
      return [country, late ?? 0, early ?? 0, (late ?? 0) - (early ?? 0)];
    });
    return [["Country", "Documents", `Documents before (${daysNamed(14, 8)})`, "Documents change"], ...rows];
  },
  "score-rose": async (service) => {
    const { now, before } = lastAndBefore(await service.events(), "start_date", 90);
    return (await byCompany(service, [...now, ...before]))
      .map(({ id, name }) => {
        const [late, early] = [highestOf(of(now, { id })), highestOf(of(before, { id }))];
        return [name, late, early, late - early, id] as const;
      })
      .filter(([, , , change]) => change > 0);
  },
  "year-on-year": async (service) => {
    const events = await service.events();
    const now = within(events, "start_date", daysAgo(90), daysAgo(0));
    const before = within(events, "start_date", daysAgo(90 + 365), daysAgo(365));
    const groups = groupsOf([...now, ...before], categoriesOf).map(([category]) => [
      category,
      countIn(now, category),
      countIn(before, category),
      countIn(now, category) - countIn(before, category),
    ]);
    return [
      ["Category", "Events (start date)", `Events before (${daysNamed(90 + 365, 366)})`, "Events change"],
      ...groups,
      ["Total", now.length, before.length, now.length - before.length],
    ];
  },
  "newly-affected": async (service) => {
    const { now, before } = lastAndBefore(await service.events(), "start_date", 30);
    return (await byCompany(service, [...now, ...before]))
      .filter(({ id }) => of(before, { id }).length === 0)
      .map(({ id, name, own }) => [name, own.length, 0, own.length, id]);
  },
  "tone-worsened": async (service) => {
    const { now, before } = lastAndBefore(await service.documents(), "extract_date", 90);
    const rows = (await byCompany(service, [...now, ...before])).flatMap(({ id, name }) => {
      const [late, early] = [of(now, { id }), of(before, { id })];
      if (late.length < 5 || early.length < 5) return [];
      const [one, other] = [late, early].map((own) => Number(meanOf(numbersOf(own, "polarity"))));
      const counts = [late.length, early.length, late.length - early.length];
      return [[name, one ?? 0, other ?? 0, (one ?? 0) - (other ?? 0), ...counts, id] as const];
    });
    return largestFirst(rows, ([, , , change]) => -change).slice(0, 5);
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
