/**
 * The English help of a function, for functions.json, the reference and the pane's form. The build empties it in scripts
 * (scripts/build/without-help.cjs), because functions.json and function-help.json have it.
 */
export interface Help {
  readonly description: string;
  /** Other words that a person may search for, separated by commas. The pane's search finds the function by them. */
  readonly synonyms?: string;
  /** By parameter: its name in words; names that functions share are in `sharedHelp`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** By parameter; texts that functions share are in `sharedHelp`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** By option; texts that functions share are in `sharedHelp`. */
  readonly options?: Readonly<Record<string, string>>;
  /** By parameter and value of its closed set. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly examples: readonly { readonly formula: string; readonly shows: string }[];
}

/** Texts of parameters, options and choices that have one name in several functions. */
interface SharedHelp {
  readonly labels: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, string>>;
}

export const sharedHelp: SharedHelp = {
  labels: {
    query: "Names or identifiers",
    by: "Type of identifier",
    country: "Country",
    fields: "Columns",
    maxCandidates: "Most candidates",
    options: "More settings",
    ids: "Identifiers or names",
    hints: "What else is known",
    table: "Table of companies",
    id: "Document id",
    entities: "Companies",
    entity: "Company",
    types: "Types of identifier",
    scheme: "Classification",
    limit: "Number of rows",
    universe: "Universe",
    name: "Name contains",
    universes: "Universes",
    type: "Type",
    minScore: "Lowest score",
    from: "From",
    to: "To",
    caseId: "Case id",
    goals: "Goals",
    extractDates: "Dates of the documents",
    extractDate: "Date of the document",
    extracted: "Dates of the documents",
    instance: "Analysis",
    sort: "Sort by",
    metrics: "Measures",
    pivots: "Broken down by",
    operands: "Calculation",
    granularity: "Time step",
    state: "State",
    keyword: "Keyword",
    maxResults: "Most results",
    source: "Source",
    status: "Status",
    taskId: "Task id",
    cell: "Cell",
    item: "Piece of information",
    scope: "Where",
  },
  parameters: {
    universe: "Name or id of a universe. If omitted, the universe selected in the task pane.",
    minScore: 'Lowest score to include, 1 to 5; "in:3;5" is only 3 and 5.',
    from: 'First day: a date, "today", "-30d", "-3m", "-1y", or "wtd" (since Monday), "mtd", "qtd", "ytd"; not after today. Of a number with a time, such as NOW(), only the day counts; a time counts as ISO text with T. Days are those of the time zone of the workbook.',
    to: "Last day (included): a date or a span, as for from.",
    entities: "Companies: names, ids, ISINs, LEIs, FIGIs, tickers or entity cards, in a cell, a range or an array.",
    entity: "A company: a name, an id, an ISIN, LEI, FIGI or ticker, or an entity card.",
    fields:
      'Columns: names separated by commas, a header row, "default", "*", or "+id,-title". A path such as entity.name selects a value inside another.',
    limit:
      'How many rows, counted after filters, sort and distinct: a number, or "all" (if omitted) up to the maximum rows set in the task pane.',
    options: 'More settings: "key=value; key=value", or a range with keys and values.',
    name: "Name to look for; part of it is enough.",
    country: "Country of the company: its English name or two-letter code.",
    by: "Type of the input. With auto, it is recognized by its format and check digits.",
    instance: "Id of an analysis.",
    id: "Id of the document.",
  },
  options: {
    headers: "Header row: yes (labels), names (the names of the service) or no. fields and ENTITY.MATCH read both.",
    texts:
      "Names of countries, regions, cities and languages and values such as a type: readable (as people write them, if omitted) or raw (as the service spells them). Filters take both.",
    empty: "Cells without a value: blank (if omitted), a text, or na or zero, which are for missing numbers only.",
    join: 'Separator of several values in one cell; "; " if omitted.',
    dates: "Dates as Excel dates or as ISO text.",
    transpose: "Rows become columns.",
    sort: "Sorts all rows before limit is applied: field:asc or field:desc.",
    distinct: "Shows only the first row for each value of this field.",
    explode: "One row for every value of this field.",
    more: "A last row says that more rows exist; no leaves it out.",
    cache: "How long a result is reused: refresh (until you refresh), session, 1h, 1d or never.",
    onerror: "What to show if a refresh fails: the last rows, or #N/A.",
    asof: "What was answered on this day or at most seven days before, such as 2026-09-30, or in the edition of this name; makes no call. A day to come is refused.",
    asof_within: "How many days before asof an answer may be, such as 30; 7 if omitted.",
    source:
      "Each number carries where it comes from, where Excel can: =A7.source, =A7.fetched_at. Its value stays the same; the result takes more room.",
    translate: "Language to translate into, such as fr or french; counts as usage.",
    total: "Adds a row that counts each record once.",
    align:
      "One row for each cell of entities, in its order: a summary shows its values, zero where the company is covered and nothing happened; a listing shows the first record by sort.",
    outside:
      "What a company shows that is not covered, for example because it is not in the universe: #N/A with the reason (if omitted), zero or blank.",
    compare:
      "Adds an earlier period, named in the header, and the change: previous or year (a year earlier). wtd, mtd, qtd, ytd and whole months are compared with the same days of those before, other days with as many before them. Beside weeks, months, quarters or years each is compared with the one before it, or with that of a year (weeks: 52 weeks) earlier.",
    sum: "Rows are added up over all documents: how often, and in how many documents; the most frequent first.",
    order: "Order in which the service sends the records: field:asc or field:desc, separated by commas.",
    score: 'Only this score, or a condition: "gte:3" is 3 or higher.',
    start_date: 'Start of the event: "gte:2026-01-01" is on this day or later.',
    last_activity: 'Last activity: "gte:-30d" is in the last 30 days.',
    extract_date: 'Date of the document: "gte:-30d" is in the last 30 days.',
    case_id: "Only these cases, by id.",
    event_id: "Only these events, by id.",
    category: "Only these categories.",
    sub_category: "Only these sub-categories.",
    sector:
      "ISIC4 sections, A to U, separated by commas: companies with one of them among any of their sections. by=sector counts the primary section only.",
    content: "Words to look for in title and summary.",
    ungc_classification: "Only these UN Global Compact classifications.",
    ungc_principles: "Only these UN Global Compact principles.",
    name: "Name of the company; part of it is enough.",
    alias: "Another name of the company.",
    duns: "D-U-N-S number of the company.",
    figi: "FIGI of the company.",
    isin: "ISIN of the company.",
    ticker: "Ticker of the company.",
    lei: "LEI of the company.",
    entity_id: "Permanent id of the company.",
    website: "Website of the company.",
    city: "City of the company.",
    registration_code: "Registration code of the company.",
    employee_count: 'Number of employees: a minimum, or a condition: "between:10;500" is 10 to 500.',
    revenue: 'Revenue: a minimum, or a condition: "lt:1000000" is less than a million. It needs currency with it.',
    currency: "Only companies whose latest revenue is in this currency, such as EUR.",
    isic4: "ISIC4 code of the company.",
    industry_code: "Industry code or its description.",
    unspsc: "UNSPSC code or its description.",
    region: "Region of the company.",
    client_code: "Your company's own code for the company.",
    country: "Country of the company: its English name or two-letter code.",
  },
  choices: {},
};
