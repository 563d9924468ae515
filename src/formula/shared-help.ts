import { helpWanted } from "./help";

/** Texts that parameters, options and choices of the same name share in every function. */
interface SharedHelp {
  readonly parameters: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  readonly choices: Readonly<Record<string, string>>;
}

const none: SharedHelp = { parameters: {}, options: {}, choices: {} };

/** The shared texts; empty where the build leaves help out. */
export const sharedHelp: SharedHelp = helpWanted
  ? {
      parameters: {
        universe: "Name or id of a universe. Omitted: the universe selected in the task pane.",
        minScore: 'Lowest score to include, 1 to 5, or an operator such as "in:3;5".',
        from: 'First day: a date, "today", "-30d", "-3m", "-1y" or "ytd". Days are UTC.',
        to: "Last day, included: a date or a span like those of from.",
        entities: "Companies: ids, ISINs, LEIs, FIGIs or entity cards, in a cell, a range or an array.",
        entity: "A company: an id, an ISIN, LEI or FIGI, or an entity card.",
        fields:
          'Columns: names with commas, a header row, "default", "*", or "+summary,-url". Paths such as entity.name or isin[1] reach further.',
        limit: 'How many records: a number (1000 if omitted), or "all" up to the row cap of the workbook.',
        options: 'More settings: "key=value; key=value", or a range with keys and values.',
        name: "Name to look for; part of it is enough.",
        country: "Country of the company: its English name or two letters.",
        by: "What the text is; auto looks at its shape and check digits.",
        instance: "Id of an analysis.",
        id: "Id of the document.",
      },
      options: {
        headers: "Header row: yes, no, or labels for readable names.",
        empty: "What missing values show: nothing, na, zero or a text.",
        join: 'Text between several values of one cell; "; " if omitted.',
        dates: "Dates as Excel dates or as ISO text.",
        transpose: "yes turns rows into columns.",
        sort: "Sorts here, after fetching: field:asc or field:desc.",
        distinct: "Keeps the first row of every value of this field.",
        explode: "One row for every value of this field.",
        cache: "How long an answer stands: refresh (until you refresh), session, 1h, 1d or never.",
        onerror: "What a failed refresh shows: the last rows, or #N/A.",
        translate: "Language to translate into, such as fr or french; counts as usage.",
        order: "Order of the service: field:asc or field:desc, several with commas.",
        score: 'Score with an operator, such as "gte:3".',
        start_date: 'Start of the event with an operator, such as "gte:2026-01-01".',
        last_activity: 'Last activity with an operator, such as "gte:-30d".',
        extract_date: 'Date of the document with an operator, such as "gte:-30d".',
        case_id: "Cases to keep, by id.",
        event_id: "Events to keep, by id.",
        category: "Categories to keep.",
        sub_category: "Sub-categories to keep.",
        sector: "ISIC4 section of the company, A to U, several with commas.",
        content: "Words to look for in title and summary.",
        ungc_classification: "UN Global Compact classifications to keep.",
        ungc_principles: "UN Global Compact principles to keep.",
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
        employee_count: 'Number of employees: a least number, or an operator such as "between:10;500".',
        revenue: 'Revenue: a least value, or an operator such as "lt:1000000".',
        isic4: "ISIC4 code of the company.",
        industry_code: "Industry code or its description.",
        unspsc: "UNSPSC code or its description.",
        region: "Region of the company.",
        client_code: "Code of your company for the entity.",
        country: "Country of the company: its English name or two letters.",
      },
      choices: {},
    }
  : none;
