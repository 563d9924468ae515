import {
  isins,
  analysis,
  idOf,
  of,
  categoriesOf,
  eventsOfYear,
  everyCompany,
  companyKeys,
  countryOf,
  byCompany,
  nameOf,
  eventRows,
  goalName,
  latestSevere,
  type Compute,
} from "./computations";
import {
  type Cell,
  cell,
  daysAgo,
  distinctOf,
  groupsOf,
  largestFirst,
  latestFirst,
  meanOf,
  momentOf,
  mondayOf,
  numbersOf,
  type Plain,
  type PlainService,
  serial,
  sumOf,
  within,
  yearAgo,
} from "./plain";
import { pasted } from "./sample";

export const contentAnswers: Readonly<Record<string, Compute>> = {
  "french-texts": async (service) => {
    const newest = latestFirst(await service.documents(), "extract_date").slice(0, 5);
    const keys = newest.map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date }));
    const fields = "datamarts_document_id,translated_title,translated_text";
    const answer = (await service.post(`/v3/documents?fields=${fields}&translate=fr`, { documents: keys })) as {
      readonly data: readonly Plain[];
    };
    return newest.map(({ datamarts_document_id: id }) => {
      const found = answer.data.find((document) => document["datamarts_document_id"] === id) ?? {};
      return [cell(found["translated_title"]), cell(found["translated_text"]), "ok"];
    });
  },
  "events-about": async (service) => {
    const found = await service.list(
      `${service.universe()}/esg/events`,
      "content=hazardous%20waste&fields=entity_id,last_activity,score,title",
    );
    const events = latestFirst(within(found, "last_activity", yearAgo()), "last_activity").slice(0, 5);
    return [["Last activity", "Entity name", "Score", "Title"], ...(await eventRows(service, events))];
  },
  "german-titles": async (service) => {
    const found = await service.list(
      `${service.universe()}/esg/events`,
      "translate=german&score=gte:4&fields=entity_id,last_activity,title,translated_title",
    );
    const name = await nameOf(service);
    const rows = latestFirst(found, "last_activity")
      .slice(0, 5)
      .map((event) => [serial(event["last_activity"]), name(event), cell(event["translated_title"])]);
    return [["Last activity", "Entity name", "Title"], ...rows];
  },
  "violations-explained": async (service) => {
    const violations = (await service.events()).filter((event) => event["ungc_classification"] === "violator");
    const name = await nameOf(service);
    const rows = latestFirst(violations, "last_activity")
      .slice(0, 5)
      .map((event) => [name(event), cell(event["title"]), cell(event["ungc_explanation"])]);
    return [["Entity name", "Title", "UNGC explanation"], ...rows];
  },
  "documents-of-event": async (service) => {
    const { id } = await latestSevere(service);
    const own = (await service.documents()).filter(({ event_id }) => event_id === id);
    const rows = [...own]
      .sort((one, other) => momentOf(one, "extract_date") - momentOf(other, "extract_date"))
      .map((document) => [serial(document["extract_date"]), cell(document["site"]), cell(document["title"])]);
    return [["Extract date", "Site", "Title"], ...rows];
  },
  "reliable-summaries": async (service) => {
    const found = await service.list(
      `${service.universe()}/esg/documents`,
      `score=gte:4&extract_date=gte:${new Date(daysAgo(30)).toISOString()}&fields=entity_id,title,summary`,
    );
    const name = await nameOf(service);
    const rows = found
      .slice(0, 5)
      .map((document) => [name(document), cell(document["title"]), cell(document["summary"])]);
    return [["Entity name", "Title", "Summary"], ...rows];
  },
};

const series = async (service: PlainService, body: object): Promise<readonly Plain[]> =>
  (await service.post("/api/2.0/analyze/timeserie", { instance: analysis, ...body })) as readonly Plain[];

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });
const countryNameOf = (code: string): string => (code === "" ? "" : (countryNames.of(code.toUpperCase()) ?? code));

const keysIn = (rows: readonly Plain[], member: string): readonly string[] =>
  [...new Set(rows.map((row) => String(cell(row[member]))))].sort();

const weeksIn = (rows: readonly Plain[]): readonly string[] =>
  [...new Set(rows.map((row) => mondayOf(momentOf(row, "extract_day"))))].sort();

const download = async (service: PlainService, body: object): Promise<readonly Plain[]> =>
  (await service.post("/api/2.0/analyze/download", { instance: analysis, ...body })) as readonly Plain[];

export const sentimentAnswers: Readonly<Record<string, Compute>> = {
  "polarity-by-country": async (service) => {
    const groups = groupsOf(await service.documents(), companyKeys(await service.companies(), countryOf));
    return [
      ["Country", "Documents", "Mean polarity"],
      ...groups.map(([country, own]) => [country, own.length, meanOf(numbersOf(own, "polarity"))]),
    ];
  },
  "share-by-severity": async (service) => {
    const events = await eventsOfYear(service);
    const rows = [1, 2, 3, 4, 5].map((score) => {
      const own = events.filter((event) => event["score"] === score);
      return [score, own.length, own.length / events.length];
    });
    return [["Score", "Events (start date)", "Share"], ...rows];
  },
  "sentiment-by-week-and-country": async (service) => {
    const found = await series(service, {
      pivots: ["extract_day", "country"],
      operands: ["mean"],
      time_granularity: "day",
    });
    // Columns stand in the order of the names that are shown.
    const rows = found.map((row): Plain => ({ ...row, country: countryNameOf(String(cell(row["country"]))) }));
    const countries = keysIn(rows, "country").filter((country) => country !== "");
    const columns = rows.some((row) => cell(row["country"]) === "") ? [...countries, ""] : countries;
    const mean = (week: string, country: string): Cell => {
      const own = rows.filter(
        (row) => cell(row["country"]) === country && mondayOf(momentOf(row, "extract_day")) === week,
      );
      const sentences = sumOf(numbersOf(own, "volume_sentence"));
      const sum = sumOf(own.map((row) => Number(row["mean_polarity"]) * Number(row["volume_sentence"])));
      return own.length === 0 ? "" : sum / sentences;
    };
    return [
      ["Extract day (UTC)", ...columns.map((country) => country || "(none)")],
      ...weeksIn(rows).map((week) => [serial(week), ...columns.map((country) => mean(week, country))]),
    ];
  },
  "volume-by-week": async (service) => {
    const rows = await series(service, {
      pivots: ["extract_day", "entity"],
      volume_only: true,
      time_granularity: "day",
    });
    const entities = keysIn(rows, "entity");
    const columns = ["volume_document", "volume_sentence"].flatMap((volume) =>
      entities.map((entity) => [volume, entity] as const),
    );
    const total = (week: string, [volume, entity]: readonly [string, string]): number =>
      sumOf(
        numbersOf(
          rows.filter((row) => row["entity"] === entity && mondayOf(momentOf(row, "extract_day")) === week),
          volume,
        ),
      );
    return [
      ["Extract day (UTC)", ...columns.map(([volume, entity]) => `${entity} ${volume.replace("_", " ")}`)],
      ...weeksIn(rows).map((week) => [serial(week), ...columns.map((column) => total(week, column))]),
    ];
  },
  emotions: async (service) => {
    const rows = await series(service, { pivots: ["entity"], operands: ["mean"], time_granularity: "day" });
    const emotions = ["joy", "trust", "fear", "anger", "sadness"];
    return [
      ["Entity", ...emotions.map((emotion) => `Mean ${emotion}`)],
      ...keysIn(rows, "entity").map((entity) => {
        const row = rows.find((one) => one["entity"] === entity) ?? {};
        return [entity, ...emotions.map((emotion) => cell(row[`mean_${emotion}`]))];
      }),
    ];
  },
  "most-negative-documents": async (service) => {
    const found = await download(service, {
      limit: 5,
      fields: ["extract_date", "title", "document_polarity"],
      sort: { field: "document_polarity", order: "ASC" },
    });
    const rows = found.map((document) => [
      serial(document["extract_date"]),
      cell(document["title"]),
      cell(document["document_polarity"]),
    ]);
    return [["Extract date", "Title", "Document polarity"], ...rows];
  },
  "most-mentioned": async (service) => {
    // One download gives 500 documents at most, so each day that has documents is downloaded.
    const volumes = await series(service, { pivots: ["extract_day"], volume_only: true, time_granularity: "day" });
    const downloads: Plain[] = [];
    for (const date of keysIn(volumes, "extract_day"))
      downloads.push(...(await download(service, { limit: 500, date: date.slice(0, 10), fields: ["id", "entities"] })));
    const found = downloads.flatMap(({ entities }) =>
      Object.entries(entities as Readonly<Record<string, readonly Plain[]>>).flatMap(([id, labels]) =>
        labels.flatMap(({ entity_type: type, ...counts }) =>
          Object.entries(counts).map(([label, count]) => ({ id, label, count, type })),
        ),
      ),
    );
    const groups = groupsOf(found, ({ id, label }) => [`${String(label)} ${String(id)}`]).map(([, own]) => own);
    const total = (own: readonly Plain[]): number => sumOf(numbersOf(own, "count"));
    return [
      ["Label", "Entity type", "Entity ID", "Count", "Documents"],
      ...largestFirst(groups, total)
        .slice(0, 10)
        .map((own) => [cell(own[0]?.["label"]), cell(own[0]?.["type"]), cell(own[0]?.["id"]), total(own), own.length]),
    ];
  },
};

/** The SDG documents of the list, each with its company. */
const goalDocuments = async (service: PlainService): Promise<readonly Plain[]> => {
  const companies = await service.companiesOf(isins);
  const lists = await Promise.all(
    companies.map(async ({ id }) =>
      (await service.goals(String(id))).map((document): Plain => ({ ...document, entity_id: id })),
    ),
  );
  return lists.flat();
};

const netOf = (documents: readonly Plain[]): Cell =>
  meanOf(documents.map(({ positive, negative }) => Number(positive) - Number(negative)));

const numberOf = (goal: string): number => Number(goal.slice("SDG:".length));

export const goalAnswers: Readonly<Record<string, Compute>> = {
  "net-goals": async (service) => {
    const rows = (await byCompany(service, await goalDocuments(service))).map(({ id, name, own }) => [
      name,
      own.length,
      meanOf(numbersOf(own, "positive")),
      meanOf(numbersOf(own, "negative")),
      netOf(own),
      id,
    ]);
    return [["Entity name", "Documents", "Positive", "Negative", "Net", "Entity ID"], ...rows];
  },
  "net-by-goal": async (service) => {
    const documents = await goalDocuments(service);
    const goals = [...new Set(documents.flatMap(categoriesOf))].sort((one, other) => numberOf(one) - numberOf(other));
    const rows = (await byCompany(service, documents)).map(({ id, name, own }) => [
      name,
      ...goals.map((goal) => netOf(own.filter((document) => categoriesOf(document).includes(goal)))),
      id,
    ]);
    return [["Entity name", ...goals.map(goalName), "Entity ID"], ...rows];
  },
  "goal-ranking": async (service) => {
    const groups = [...groupsOf(await goalDocuments(service), categoriesOf)]
      .sort(([one], [other]) => numberOf(one) - numberOf(other))
      .map(([goal, own]) => [
        goalName(goal),
        own.length,
        distinctOf(own, "entity_id"),
        meanOf(numbersOf(own, "score")),
      ]);
    return [["Goal", "Documents", "Companies", "Mean score"], ...largestFirst(groups, (row) => Number(row[1]))];
  },
  "climate-documents": async (service) => {
    const name = await nameOf(service);
    const documents = (await goalDocuments(service)).filter((document) =>
      categoriesOf(document).some((goal) => goal === "SDG:7" || goal === "SDG:13"),
    );
    const rows = documents.map((document) => [
      name(document),
      serial(document["extract_date"]),
      categoriesOf(document).map(goalName).join("; "),
      cell(document["title"]),
    ]);
    return [["Entity name", "Extract date", "Categories", "Title"], ...rows];
  },
};

export const coverageAnswers: Readonly<Record<string, Compute>> = {
  "not-in-universe": async (service) => {
    const members = new Set((await service.list(`${service.universe()}/entities`, "fields=id")).map(idOf));
    const companies = await service.companiesOf(isins);
    const rows = isins.flatMap((isin, row) => {
      const { id, name } = companies[row] ?? {};
      const reason = `${String(name)} is not in Demo Portfolio: not monitored.`;
      return members.has(String(id)) ? [] : [[isin, "not in universe", reason]];
    });
    return [["Holding", "Status", "Reason"], ...rows];
  },
  "without-documents": async (service) => {
    const [documents, companies] = [await service.documents(everyCompany), await service.companiesOf(isins)];
    return isins.filter((_, row) => of(documents, companies[row] ?? {}).length === 0).map((isin) => [isin]);
  },
  "no-match": async (service) => {
    const companies = await service.companiesOf(pasted);
    // The third has a wrong check digit.
    return pasted.flatMap((isin, row) =>
      companies[row]?.["id"] === undefined ? [[isin, row === 2 ? "invalid" : "none"]] : [],
    );
  },
  "large-companies": async (service) => {
    const members = await service.list(`${service.universe()}/entities`, "fields=name,country,employee_count");
    const large = members.filter(
      ({ country, employee_count: count }) => country === "germany" && Number(count) > 1_000,
    );
    const rows = largestFirst(large, ({ employee_count: count }) => Number(count)).map((company) => [
      cell(company["name"]),
      countryOf(company),
      cell(company["employee_count"]),
    ]);
    return [["Name", "Country", "Employee count"], ...rows];
  },
  "missing-lei": async (service) => {
    const members = await service.list(`${service.universe()}/entities`, "order=name:asc&fields=name,lei");
    return members.filter(({ lei }) => cell(lei) === "").map(({ name }) => [cell(name)]);
  },
  "universe-size": async (service) => [[(await service.list(`${service.universe()}/entities`, "fields=id")).length]],
};
