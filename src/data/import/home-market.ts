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

/**
 * Whether a row gives a company that is listed at home an ISIN of another country. As a rule it was looked up by the
 * ticker, and is of a company that has this ticker elsewhere. Depositary receipts are the exception.
 */
export const isForeignIsin = ({ country, tickers = [], formerMarket }: SourceCompany, isin: string): boolean => {
  const issued = isin.slice(0, 2);
  const markets = [...tickers.map(({ mic }) => mic), formerMarket ?? null];
  return (
    country !== undefined &&
    issued !== country &&
    markets.some((mic) => marketCountry(mic) === country) &&
    !isUsualDomicile(country, issued)
  );
};
