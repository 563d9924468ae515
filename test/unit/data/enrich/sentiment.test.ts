import { scoreSentiment } from "../../../../src/data/enrich/sentiment";

// Sentences of our own.
test.each([
  [
    "positive",
    "Operating profit totalled EUR 21.1 mn , up from EUR 18.6 mn in 2007 , representing 9.7 % of net sales .",
  ],
  ["negative", "Net sales decreased to EUR 30 mn from EUR 42.5 mn a year earlier ."],
  ["negative", "The company's pretax loss widened to USD 5 million from USD 2.1 million."],
  ["positive", "The loss narrowed to EUR 1.2 mn."],
  ["negative", "Operating loss was EUR 0.4 mn , compared to a profit of EUR 1.9 mn in the same period last year ."],
  ["positive", "Earnings per share were EUR 0.14 , against EUR 0.11 in the previous year ."],
  ["negative", "The company will lay off 120 employees."],
  ["neutral", "The order is worth EUR 3 million."],
  ["neutral", "The company has 1,200 employees in 15 countries and had net sales of EUR 250 million in 2009."],
  ["neutral", "The annual general meeting elected five members to the board."],
  ["positive", "The group aims to double its turnover by 2012."],
  ["positive", "Sales in Finland grew by 12 % and international sales by 8 %."],
  ["positive", "The agreement strengthens our position in the Baltic market."],
  ["neutral", "The share of exports in net sales was 45 %."],
  ["positive", "Costs were reduced by 10 %."],
  ["negative", "Raw material costs increased clearly."],
  ["negative", "The company expects demand to remain weak."],
  ["negative", "The plant in Norway will be closed and 60 people lose their jobs."],
  ["neutral", "The total value of the deal was not disclosed."],
  ["positive", "The company won a EUR 12 mn contract to deliver turbines."],
  ["negative", "Profit before taxes was EUR 4.0 mn, down from EUR 4.9 mn."],
  [
    "negative",
    "Cash flow from operations in January-December 2008 was a negative EUR 18.1 mn compared to EUR 39.0 mn in 2007.",
  ],
  ["negative", "The company slipped to an operating loss of EUR 2.6 mn from a profit of EUR 1.3 mn ."],
  ["positive", "Market share increased to 48.5 percent from 45.4 percent."],
  ["positive", "The number of bank customers rose to 1.2 million."],
  ["neutral", "Acme was set up in 1954 and is listed on the Helsinki exchange."],
  ["neutral", "The maximum number of new shares to be offered is 22 million."],
  ["negative", "Shares of the company closed 2.3 % lower at 5.1 euros."],
  ["negative", "Acme shares hit 13.21 euros , down 50 percent from the start of the year."],
  ["positive", "The transaction will have a positive impact of around EUR 2 million on earnings."],
  ["neutral", "The company did not disclose the price."],
  ["neutral", "Sales remained unchanged."],
  [
    "negative",
    "The fair value of investment properties totalled EUR 2 bn , compared to EUR 2.4 bn in the corresponding period in 2008 .",
  ],
  ["positive", "Diluted EPS rose to EUR 1.05 from EUR 0.64 ."],
  ["positive", "It is expected to take up to two years, and the capacity will increase from 20 to 30 tonnes."],
  ["negative", "The company issued a profit warning."],
  ["negative", "The company cut its full-year outlook."],
  ["positive", "The company raised its guidance for 2024."],
  ["neutral", "Sales volumes fell , but profitability improved ."],
  ["positive", "The new system lowers costs and saves energy."],
  ["neutral", "The contract covers the delivery of 20 cranes from 2010 to 2012."],
  ["positive", "Turnover surged 20 % to EUR 30 mn."],
  ["neutral", "Revenue was flat at USD 3 billion."],
  ["positive", "The company employs 3,000 people, up from 2,500 a year ago."],
  ["negative", "The firm was fined for breaching antitrust rules."],
  ["positive", "Demand has recovered faster than expected."],
  ["positive", "We are pleased with the strong results of the quarter."],
  ["negative", "Acme's output halved."],
  ["neutral", "The deal is expected to be closed in June."],
  ["neutral", "The shares will be registered with the trade register on 3 April 2008."],
  ["negative", "The dividend will be cut to EUR 0.10 from EUR 0.40."],
  ["positive", "Net interest income was EUR 152.2 mn , up from EUR 101.0 mn in 2008 ."],
  ["positive", "The business area's sales are expected to grow by 10%."],
  ["neutral", "Its market share in Estonia is 12 %."],
  [
    "negative",
    "Operating result, excluding one-off items, totalled EUR 9.1 mn compared to EUR 10.6 mn in continuing operations.",
  ],
  ["positive", "ADP News - May 29 - The company said its net profit jumped to EUR 10 million for the first quarter."],
  ["negative", "The company has decided to discontinue the production of tubes."],
  ["positive", "The acquisition will considerably increase the company's sales and market share."],
])("is %s: %s", (label, text) => {
  expect(scoreSentiment(text).label).toBe(label);
});

test("names what decided, the strongest first", () => {
  expect(
    scoreSentiment("Operating profit rose to EUR 13.1 mn from EUR 8.7 mn, while costs increased.").reasons,
  ).toEqual(["profit from 8.7 to 13.1", "costs increased"]);
});

test("a negation turns a sentence", () => {
  const { polarity } = scoreSentiment("Profit did not rise.");
  expect(polarity).toBeLessThan(0);
});

test("a question claims less than a statement", () => {
  const statement = scoreSentiment("Profit rose 5%.").polarity;
  expect(scoreSentiment("Profit rose 5%?").polarity).toBeLessThan(statement);
});
