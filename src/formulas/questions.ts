import type { QuestionGroup } from "./define/question";

/** Questions of analysts with one formula each: for docs/questions.md, and for the formula form through function-help.json. No script contains them. */
export const questionGroups: readonly QuestionGroup[] = [
  {
    id: "portfolio",
    title: "Portfolio",
    questions: [
      {
        id: "latest-severe-event",
        question: "What is the latest severe event of each company of my list?",
        formula: '=ESG.EVENTS({universe},4,,,{list},"last_activity,score,title",,"align=yes; sort=last_activity:desc")',
        how: "align=yes gives one row for each cell of the list, with the first event by sort; a company without one is blank, and one that is not covered is #N/A with the reason.",
      },
      {
        id: "events-beside-list",
        question: "How many events does each company of my list have, and what is its highest score?",
        formula: '=ESG.SUMMARY({universe},,"-1y",,{list},,"align=yes; show=events,highest_score; empty=zero")',
        how: "A summary with align=yes stands beside the list; empty=zero shows 0 where a covered company has no score.",
      },
      {
        id: "severe-companies",
        question: "Which companies of my list have the most severe events?",
        formula: '=ESG.SUMMARY({universe},4,"-1y",,{list},,"show=events,latest; sort=events:desc")',
        how: "Without align=yes only companies with events have a row, the most first.",
      },
      {
        id: "weighted-score",
        question: "What is the weighted score of my portfolio?",
        formula:
          '=SUMPRODUCT({weights},ESG.SUMMARY({universe},,"-1y",,{list},,"align=yes; show=highest_score; empty=zero"))/SUM({weights})',
        how: "The highest score of each company times the weight beside it; a covered company without events counts as 0, and one that is not covered makes the result #N/A.",
      },
      {
        id: "exposed-weight",
        question: "How much of my portfolio had a severe event in the last 90 days?",
        formula:
          '=SUMPRODUCT({weights},--(ESG.SUMMARY({universe},4,"-90d",,{list},,"align=yes; show=events")>0))/SUM({weights})',
        how: "Adds up the weights of the companies whose number of events is above 0; a company that is not covered makes the result #N/A.",
      },
      {
        id: "membership",
        question: "Which companies of my list are in which universes?",
        formula: '=UNIVERSE.CONTAINS({list},{universes},"headers=yes")',
        how: "TRUE or FALSE for each company, with one column for each universe.",
      },
      {
        id: "latest-revenue",
        question: "What is the latest revenue of each company, in which currency?",
        formula: '=ENTITY.GET({list},"name,revenue,revenue.currency,revenue.date")',
        how: "revenue is the latest one; the paths revenue.currency and revenue.date belong to the same entry.",
      },
      {
        id: "profile",
        question: "Who are the companies of my list?",
        formula: '=ENTITY.GET({list},"name,country,isic4.section,employee_count")',
        how: "One row for each cell of the list; all companies are looked up in one call.",
      },
    ],
  },
  {
    id: "sector",
    title: "Sector",
    questions: [
      {
        id: "violators-by-sector",
        question: "In which sectors are companies that violate the UN Global Compact?",
        formula: '=ESG.SUMMARY({universe},,"-1y",,,"sector","ungc_classification=violator; show=events,companies")',
        how: "Counts the events classified as violator, and their companies, by the sector of the company.",
      },
      {
        id: "pillars-by-sector",
        question: "How many E, S and G events does each sector have?",
        formula: '=ESG.SUMMARY({universe},,"-1y",,,"sector","wide=category; show=events")',
        how: "wide=category puts E, S and G into columns; an event of two categories counts in both.",
      },
      {
        id: "sector-events",
        question: "What are the most severe events in manufacturing?",
        formula:
          '=ESG.EVENTS({universe},3,,,,"last_activity,entity.name,score,title",5,"sector=C; order=score:desc,last_activity:desc")',
        how: "sector takes ISIC4 sections (C is manufacturing); the service sorts, so five rows are one small page.",
      },
      {
        id: "topics",
        question: "Which topics come up most?",
        formula: '=TAKE(ESG.SUMMARY({universe},,"-1y",,,"sub_category","show=events,companies,share"),11)',
        how: "The largest groups come first; TAKE keeps the header and ten rows. Events of several topics count in each, so shares overlap.",
      },
      {
        id: "companies-of-sector",
        question: "How many companies of my universe are in finance?",
        formula: '=UNIVERSE.COUNT({universe},,,"sector=K")',
        how: "Counts without reading the companies; K is the ISIC4 section of finance and insurance.",
      },
    ],
  },
  {
    id: "time",
    title: "Time",
    questions: [
      {
        id: "pillars-by-month",
        question: "How many E, S and G events were there in each month?",
        formula: '=ESG.SUMMARY({universe},,"-6m",,,"month","wide=category; show=events")',
        how: "One row for each month, with a column for each category; the label of a month that is counted in part says from or until when.",
      },
      {
        id: "since-monday",
        question: "Which events are new since Monday?",
        formula:
          '=ESG.EVENTS({universe},,"wtd",,,"start_date,entity.name,score,title",,"date=start_date; sort=start_date:desc")',
        how: '"wtd" is the Monday of this week, and date=start_date keeps events that began since then.',
      },
      {
        id: "most-covered-this-week",
        question: "Which events of this week have five or more documents?",
        formula:
          '=LET(e,ESG.EVENTS({universe},,"-6d",,,"entity.name,title,related_documents_count",,"headers=no"),FILTER(e,INDEX(e,,3)>=5,"None"))',
        how: "Lists the events of seven days without a header; FILTER keeps the rows whose third column is at least 5.",
      },
      {
        id: "case-timeline",
        question: "How did the case of the latest severe event develop?",
        formula:
          '=ESG.CASE(INDEX(ESG.EVENTS({universe},5,,,,"case_id",1,"order=last_activity:desc; headers=no"),1),{universe},"date,kind,title,score")',
        how: "The inner call finds the case; ESG.CASE lists its events and documents, oldest first.",
      },
      {
        id: "quarters",
        question: "How does the number of events change from quarter to quarter?",
        formula: '=ESG.SUMMARY({universe},,"-2y",,,"quarter","show=events,companies,mean_score,days")',
        how: "One row for each quarter; days says how many of its days are counted, and the label of a quarter in part says which.",
      },
      {
        id: "yesterday",
        question: "What happened yesterday?",
        formula: '=ESG.EVENTS({universe},,"-1d","-1d",,"last_activity,entity.name,score,title",,"sort=score:desc")',
        how: "from and to may be the same day.",
      },
    ],
  },
  {
    id: "change",
    title: "Change",
    questions: [
      {
        id: "volume-week-on-week",
        question: "How did the number of documents change from last week to this week, by country?",
        formula: '=ESG.SUMMARY({universe},,"-7d","-1d",,"country","of=documents; show=documents; compare=previous")',
        how: "Seven whole days until yesterday; compare=previous adds the seven days before and the change, from one listing.",
      },
      {
        id: "score-rose",
        question: "For which companies did the highest score rise since the previous quarter?",
        formula:
          '=LET(s,ESG.SUMMARY({universe},,"-90d","-1d",,,"show=highest_score; compare=previous; headers=no; empty=zero"),FILTER(s,INDEX(s,,4)>0,"None"))',
        how: "Compares 90 whole days until yesterday with the 90 days before; FILTER keeps the companies whose change, the fourth column, is above 0.",
      },
      {
        id: "year-on-year",
        question: "Are there more events than a year ago?",
        formula: '=ESG.SUMMARY({universe},,"-90d","-1d",,"category","show=events; compare=year; total=yes")',
        how: "compare=year adds the same 90 days a year earlier, which the header names; the total counts each event once.",
      },
      {
        id: "newly-affected",
        question: "Which companies have events now and had none in the month before?",
        formula:
          '=LET(s,ESG.SUMMARY({universe},,"-30d","-1d",,,"show=events; compare=previous; headers=no"),FILTER(s,INDEX(s,,3)=0,"None"))',
        how: "The third column counts the events of the 30 days before; FILTER keeps the companies where it is 0.",
      },
      {
        id: "tone-worsened",
        question: "For which companies did the tone worsen most?",
        formula:
          '=LET(s,ESG.SUMMARY({universe},,"-90d","-1d",,,"of=documents; show=mean_polarity,documents; compare=previous; sort=mean_polarity_change:asc; headers=no"),TAKE(FILTER(s,(INDEX(s,,5)>=5)*(INDEX(s,,6)>=5),"None"),5))',
        how: "The mean polarity of 90 days, of the 90 days before, and the change, the largest fall first; FILTER keeps companies with five or more documents in both, because a change from one document says little.",
      },
    ],
  },
  {
    id: "content",
    title: "Content",
    questions: [
      {
        id: "french-texts",
        question: "What do the five newest documents say, in French?",
        formula:
          '=LET(d,ESG.DOCUMENTS({universe},,"-7d",,,"datamarts_document_id,extract_date",5,"sort=extract_date:desc; headers=no"),DOC.CONTENT(INDEX(d,,1),INDEX(d,,2),"translated_title,translated_text,status","translate=fr"))',
        how: "The listing gives ids and dates of the five newest documents; DOC.CONTENT fetches and translates their texts in one call.",
      },
      {
        id: "events-about",
        question: "Which events are about hazardous waste?",
        formula:
          '=ESG.EVENTS({universe},,"-1y",,,"last_activity,entity.name,score,title",5,"content=\'hazardous waste\'; order=last_activity:desc")',
        how: "content looks for words in title and summary; a value with spaces may stand in single quotes.",
      },
      {
        id: "german-titles",
        question: "What are the latest severe events, in German?",
        formula:
          '=ESG.EVENTS({universe},4,,,,"last_activity,entity.name,title",5,"translate=de; order=last_activity:desc")',
        how: "translate=de shows the translated title; the service counts translations as usage.",
      },
      {
        id: "violations-explained",
        question: "Why are events classified as violations of the UN Global Compact?",
        formula:
          '=ESG.EVENTS({universe},,,,,"entity.name,title,ungc_explanation",5,"ungc_classification=violator; order=last_activity:desc")',
        how: "Lists the five latest violations with the explanation of the service.",
      },
      {
        id: "documents-of-event",
        question: "Which documents are behind the most severe recent event?",
        formula:
          '=ESG.DOCUMENTS({universe},,,,,"extract_date,site,title",,"sort=extract_date:asc; event_id="&INDEX(ESG.EVENTS({universe},5,,,,"id",1,"order=last_activity:desc; headers=no"),1))',
        how: "The inner call finds the latest event with score 5; its id is a filter of the documents.",
      },
      {
        id: "reliable-summaries",
        question: "What do the most reliable sources report about severe cases?",
        formula: '=ESG.DOCUMENTS({universe},4,"-30d",,,"entity.name,title,summary",5)',
        how: "The service lists the most reliable documents first, so no sort is needed.",
      },
    ],
  },
  {
    id: "sentiment",
    title: "Sentiment",
    questions: [
      {
        id: "polarity-by-country",
        question: "What is the mean polarity of documents by country of the company?",
        formula: '=ESG.SUMMARY({universe},,"-1y",,,"country","of=documents; show=documents,mean_polarity")',
        how: "of=documents counts documents in place of events; polarity runs from -1 to 1.",
      },
      {
        id: "share-by-severity",
        question: "What share of the events has each severity?",
        formula: '=ESG.SUMMARY({universe},,"-1y",,,"score","show=events,share")',
        how: "share is a part of all events that were counted, each once.",
      },
      {
        id: "sentiment-by-week-and-country",
        question: "How does sentiment develop by week and country of the source?",
        formula: '=ANALYSIS.SERIES({analysis},"polarity","extract_day,country",,"week","wide=country")',
        how: "The service aggregates; weeks begin on Monday, and each country of a source is a column.",
      },
      {
        id: "volume-by-week",
        question: "How many documents mention each company of my analysis, by week?",
        formula: '=ANALYSIS.VOLUME({analysis},"extract_day,entity","week","wide=entity")',
        how: "A row for each week, with documents and sentences of each company.",
      },
      {
        id: "emotions",
        question: "Which emotions go with each company?",
        formula: '=ANALYSIS.SERIES({analysis},"joy,trust,fear,anger,sadness","entity")',
        how: "With the pivot entity alone, each company has one row over the whole period.",
      },
      {
        id: "most-negative-documents",
        question: "What are the most negative documents of my analysis?",
        formula:
          '=ANALYSIS.DOCUMENTS({analysis},"extract_date,title,document_polarity",5,"document_polarity",,"order=asc")',
        how: "The service sorts by the polarity of the document, so one small call is enough.",
      },
      {
        id: "most-mentioned",
        question: "Which entities does my whole analysis mention most?",
        formula: '=TAKE(ANALYSIS.ENTITIES({analysis},"all","sum=yes"),11)',
        how: '"all" reads every document, day by day; sum=yes adds up, the most mentioned first.',
      },
    ],
  },
  {
    id: "goals",
    title: "Goals",
    questions: [
      {
        id: "net-goals",
        question: "What is the net contribution of each company to the Sustainable Development Goals?",
        formula: '=SDG.SUMMARY({list},,"-3y",,,"show=documents,positive,negative,net")',
        how: "net is the mean of positive minus negative over the documents of the company.",
      },
      {
        id: "net-by-goal",
        question: "What does each company contribute to each goal?",
        formula: '=SDG.SUMMARY({list},,"-3y",,"entity","wide=goal; show=net")',
        how: "A row for each company, a column for each goal that occurs; blank where there is no document.",
      },
      {
        id: "goal-ranking",
        question: "Which goals do my companies work on most?",
        formula: '=SDG.SUMMARY({list},,"-3y",,"goal","show=documents,companies,mean_score; sort=documents:desc")',
        how: "Counts the documents of all companies of the list by goal.",
      },
      {
        id: "climate-documents",
        question: "What do my companies do about energy and climate?",
        formula: '=SDG.DOCUMENTS({list},,"-3y",,"7,13","entity.name,extract_date,categories,title")',
        how: "Goals are numbers, 1 to 17; the listings of several companies are one table.",
      },
    ],
  },
  {
    id: "coverage",
    title: "Coverage",
    questions: [
      {
        id: "not-in-universe",
        question: "Which companies of my list are not covered by my universe?",
        formula: '=UNIVERSE.COVERAGE({list},{universe},,"show=missing")',
        how: "Each company that the universe does not cover has a row with the reason; without show=missing one sentence counts them.",
      },
      {
        id: "without-documents",
        question: "Which companies of my list had no documents in the last year?",
        formula:
          '=FILTER({list},ESG.SUMMARY({universe},,"-1y",,{list},,"of=documents; align=yes; show=documents")=0,"None")',
        how: "A summary beside the list counts documents; FILTER keeps the cells with 0. A company that is not covered makes the result #N/A.",
      },
      {
        id: "no-match",
        question: "Which cells of my list do not identify exactly one company?",
        formula: '=LET(s,ENTITY.RESOLVE({list},,,"status"),FILTER(HSTACK({list},s),s<>"exact","All found"))',
        how: "ENTITY.RESOLVE checks each cell; the status says none, ambiguous or invalid.",
      },
      {
        id: "large-companies",
        question: "Which German companies of my universe have more than 1,000 employees?",
        formula:
          '=UNIVERSE.ENTITIES({universe},,"Germany","name,country,employee_count",,"employee_count=gt:1000; sort=employee_count:desc")',
        how: "Country and headcount are filters of the service, so only matching companies are fetched.",
      },
      {
        id: "missing-lei",
        question: "Which companies of my universe have no LEI?",
        formula:
          '=LET(all,UNIVERSE.ENTITIES({universe},,,"name,lei",,"headers=no"),FILTER(INDEX(all,,1),INDEX(all,,2)="","None"))',
        how: "Missing values are blank; FILTER keeps the names whose second column is blank.",
      },
      {
        id: "universe-size",
        question: "How many companies are in my universe?",
        formula: "=UNIVERSE.COUNT({universe})",
        how: "The service says the total, so the companies are not read.",
      },
    ],
  },
];
