// The words of the rules in sentiment.ts, in all their forms: stems would take `position` for `positive` and `liquidity` for `liquidation`.
// They come from financial reporting: what companies measure, how it moves, and what
// happens to a company. docs/quality.md says which texts were looked at to find them, and which were not.

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Measures of which more is better. */
export const goodMeasures = wordSet(`
  profit profits profitability earnings earning sales sale revenue revenues turnover income ebit ebitda ebita eps margin margins order orders intake
  order-book orderbook backlog backlogs dividend dividends cashflow cash flow demand volume volumes delivery deliveries shipments production output growth guidance
  outlook forecast result results share shares stock stocks price prices traffic passengers bookings subscribers customers efficiency
  productivity competitiveness quality rating ratings return returns roe roi yield surplus gains exports occupancy utilisation utilization
  visibility position markets market business performance index futures equity value confidence sentiment employment hiring activity target
  estimate estimates view views forecasts targets budget expectations consensus economy gdp capacity liquidity solvency ffo recovery momentum appetite jobs personnel staff workforce headcount employees people investment investments
`);

/** Measures of which less is better. */
export const badMeasures = wordSet(`
  loss losses debt debts cost costs expense expenses unemployment layoffs inflation default defaults impairment impairments charge charges
  writedown writedowns write-down write-downs claim claims deficit delay delays risk risks jobless claims complaints emissions bankruptcies
  outflows provisions volatility uncertainty damage damages accidents injuries pollution backlash fears fear worries concerns deaths
  downtime churn leverage indebtedness shortage shortages deadline tariffs
`);

/** Verbs, nouns and adjectives of a move up. */
export const upWords = wordSet(`
  rise rises rose risen rising raise raises raised raising increase increases increased increasing grow grows grew grown growing climb climbs
  climbed widen widens widened jump jumps jumped surge surges surged surging soar soars soared up upward upwards higher improve improves improved improving
  improvement gain gains gained expand expands expanded strengthen strengthens strengthened stronger double doubled doubles triple tripled
  tripled quadrupled exceed exceeds exceeded accelerate accelerates accelerated rebound rebounds rebounded recover recovers recovered hike hikes
  rocket rockets rocketed skyrocket skyrocketed advance advances advanced bounce bounces bounced boost boosts boosted lift lifts lifted leap
  leaps leapt leaped pop pops popped spike spikes spiked add adds added outpace outpaced multiply multiplied heighten upturn upswing upside
  rally rallies rallied swell swelled swelling better
`);

/** Verbs, nouns and adjectives of a move down. */
export const downWords = wordSet(`
  fall falls fell fallen falling drop drops dropped dropping decrease decreases decreased decreasing decline declines declined declining down
  downward downwards lower lowered lowers slip slips slipped slump slumps slumped plunge plunges plunged tumble tumbles tumbled shrink
  shrinks shrank shrunk weaken weakens weakened weaker halve halved halves reduce reduces reduced reduction cut cuts cutting worsen worsens
  worsened worse deteriorate deteriorates deteriorated slow slows slowed slowing slowdown dip dips dipped slide slides slid sink sinks sank sunk
  lag lags lagged crash crashes crashed collapse collapses collapsed retreat retreats retreated plummet plummets plummeted erode eroded ease
  eases eased narrow narrows narrowed contracted shed sheds trim trims trimmed slash slashes slashed downside downturn tank tanks tanked
  crater cratered stumble stumbled nosedive sag sagged wane waned curb curbed pare pared squeeze squeezed halving dwindle dwindled
  diminish diminished
`);

/** What is good for a company by itself, with its strength (0 to 1). */
export const goodEvents: ReadonlyMap<string, number> = new Map([
  ...strengths(
    `beat beats beaten outperform outperforms outperformed upgrade upgrades upgraded bullish surpass surpasses surpassed upbeat undervalued
    profitable robust rebound turnaround lucrative thrive thriving boom booming overweight breakthrough clinch clinched`,
    0.9,
  ),
  ...strengths(
    `strong solid tops topped optimistic win wins won awarded succeed succeeded success successful successfully favorable
    favourable positive buyback approval approves approved enhance enhances enhanced secured streamline synergies synergy
    breakout catalysts benefited rewarding`,
    0.45,
  ),
  ...strengths(
    `benefit benefits advantage attractive opportunity opportunities efficient innovative leading pleased satisfied good great best excellent
    exceptional impressive healthy resolved cheap secure secures record award awards winner reward`,
    0.2,
  ),
]);

/** What is bad for a company by itself, with its strength (0 to 1). */
export const badEvents: ReadonlyMap<string, number> = new Map([
  ...strengths(
    `miss misses missed downgrade downgrades downgraded underperform underperforms underperformed underweight bearish bankrupt bankruptcy
    insolvent insolvency layoff layoffs lay-offs redundancy redundancies recession unprofitable disappoint disappoints disappointed
    disappointing disappointment weak weakness warn warns warned warning worst sluggish slammed plunging layoffs furlough furloughs furloughed laid-off sues sued suing selloff sell-off
    delist delisted`,
    0.9,
  ),
  ...strengths(
    `lawsuit fraud recall recalls recalled probe probes fined penalty bribery corruption breach crisis negative adverse adversely terminate
    terminated halt halts halted suspend suspends suspended hurt hurts hurting unfavorable unfavourable turmoil losers gloomy
    pessimistic trouble troubled troubles default defaults defaulted shutdown writedown dismiss dismissed dismissals poor strike strikes
    lose loses losing impairment struggle struggles struggling struggled uncertainty uncertain pressured pressure worried closure closures
    liquidation accident outage warnings discontinue discontinues discontinued`,
    0.5,
  ),
  ...strengths(
    `dispute disputes delay delays delayed difficult difficulties challenging fail fails failed failure problem problems concern concerns
    pressures fear fears worry worries investigation hit threat threatens threatened reject rejects rejected blow lost cancel cancels
    cancelled canceled shut shuts bleak crunch scandal`,
    0.25,
  ),
]);

function strengths(text: string, strength: number): [string, number][] {
  return [...wordSet(text)].map((word) => [word, strength]);
}

/** Moves that say something of a company even where no measure stands beside them. */
export const strongMoves = wordSet(`
  surge surges surged soar soars soared jump jumps jumped rally rallies rallied rocket rockets rocketed skyrocket skyrocketed rebound rebounds
  rebounded strengthen strengthens strengthened improve improves improved improving improvement boost boosts boosted recover recovers recovered
  plunge plunges plunged tumble tumbles tumbled slump slumps slumped crash crashes crashed collapse collapses collapsed plummet plummets
  plummeted tank tanks tanked weaken weakens weakened worsen worsens worsened deteriorate deteriorates deteriorated slide slides slid slip slips
  slipped sink sinks sank fall falls fell dip dips dipped climb climbs climbed rise rises rose gain gains gained drop drops dropped
  decline declines declined halved doubled tripled retreats retreat retreated expand expands expanding grow grows growing grew
`);

/** Words that turn the meaning of what follows. */
export const negations: ReadonlySet<string> = new Set(
  "not no never without nor neither cannot cant dont doesnt didnt wont isnt arent wasnt werent hasnt havent hadnt unable hardly nothing avoid avoids avoided despite offset offsets".split(
    " ",
  ),
);
