import { isUnitedStates } from "./identifiers";
import type { SourceCompany } from "./source-company";

/** Exchanges (MIC) by country. */
const exchanges =
  "AE XADS XDFM|AR XBUE|AT XWBO|AU XASX|BE XBRU|BG XBUL|BR BVMF|CA XTSE XTSX XCNQ NEOE|CH XSWX|CL XSGO|CN XSHG XSHE|CO XBOG|CZ XPRA|DE XETR XFRA XBER XDUS XGAT XHAM XHAN XMUN XSTU|DK XCSE|EE XTAL|EG XCAI|ES XMAD XBAR|FI XHEL|FR XPAR|GB XLON AIMX AQXE|GR ASEX XATH|HK XHKG|HR XZAG|HU XBUD|ID XIDX|IE XDUB XMSM|IL XTAE|IN XBOM XNSE|IS XICE|IT XMIL MTAA|JP XTKS XJPX XFKA XNGO XSAP|KE XNAI|KR XKRX XKOS|KW XKUW|LK XCOL|LT XLIT|LU XLUX|LV XRIS|MX XMEX|MY XKLS|NL XAMS|NO XOSL XOAS|NZ XNZE|PE XLIM|PH XPHS|PK XKAR|PL XWAR|PT XLIS|QA DSMD|RO XBSE|RU MISX|SA XSAU|SE XSTO XNGM|SG XSES|SI XLJU|TH XBKK|TR XIST|TW XTAI ROCO|VN XSTC|ZA XJSE";

const countries: ReadonlyMap<string, string> = new Map(
  exchanges.split("|").flatMap((line) => {
    const [country = "", ...mics] = line.split(" ");
    return mics.map((mic) => [mic, country] as const);
  }),
);

const marketCountry = (mic: string | null): string | undefined => {
  if (mic === null) return undefined;
  return isUnitedStates(mic) ? "US" : countries.get(mic);
};

/** Where companies of a market are often incorporated, without having a place of business there. */
const domiciles: readonly (readonly [markets: string, domiciles: string])[] = [
  ["US", "BM CW IE JE KY LR LU MH NL PA VG"],
  ["GB", "BM GG GI IE IM JE KY VG"],
  ["HK SG", "BM KY VG"],
  ["NO", "BM CY KY MH"],
  ["CA", "BM"],
  ["PL RU", "CY LU NL"],
  ["AT BE DE DK ES FI FR IT NL PT SE", "IE LU NL"],
];

const isUsualDomicile = (market: string, country: string): boolean =>
  domiciles.some(([markets, each]) => markets.includes(market) && each.includes(country));

/** Countries whose exchanges trade shares of companies of all others. */
const guestMarkets: ReadonlySet<string> = new Set(["AR", "AT", "BR", "DE", "MX"]);

const receiptWords = /\b(?:ADR|ADS|GDR|depositary receipts?)s?\b/i;

/**
 * The market's country of a row with an ISIN that neither the company's country nor the market explains. As a rule it
 * was looked up by the ticker, and is of a company that has this ticker elsewhere. A depositary receipt is no exception
 * unless its name says that it is one. Undefined where the ISIN is explained, or nothing is known.
 */
export const foreignMarket = (
  { name = "", country, tickers = [], formerMarket }: SourceCompany,
  isin: string,
): string | undefined => {
  const issued = isin.slice(0, 2);
  const isReceipt = issued === "US" && receiptWords.test(name);
  if (country === undefined || issued === country || isUsualDomicile(country, issued) || isReceipt) return undefined;
  const markets = [...tickers.map(({ mic }) => mic), formerMarket ?? null].flatMap((mic) => marketCountry(mic) ?? []);
  if (markets.includes(country)) return country;
  const isUsual = (market: string): boolean =>
    market === issued || guestMarkets.has(market) || isUsualDomicile(market, issued);
  return markets.some(isUsual) ? undefined : markets[0];
};
