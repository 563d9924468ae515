/** A line of the plot: when calls were served, in milliseconds. */
export interface Series {
  readonly name: string;
  /** On a light and on a dark page. */
  readonly colors: readonly [light: string, dark: string];
  readonly calls: readonly number[];
}

const size = { width: 720, height: 360, left: 70, right: 190, top: 30, bottom: 50 };

/** A round number of at least this size. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
};

/** The reader's system says whether its pages are light or dark. */
const stylesOf = (series: readonly Series[]): string => {
  const lines = (shade: 0 | 1): string =>
    series
      .map(({ colors }, index) => `.line${index}{stroke:${colors[shade]}}.name${index} text{fill:${colors[shade]}}`)
      .join("");
  const light = `rect{fill:#ffffff}text{fill:#333333}.grid{stroke:#d0d0d0}${lines(0)}`;
  const dark = `rect{fill:#1f1f1f}text{fill:#e0e0e0}.grid{stroke:#4a4a4a}${lines(1)}`;
  return `${light}@media (prefers-color-scheme:dark){${dark}}`;
};

/** Calls that reached the service up to each moment, both axes from 0. */
export const plotCalls = (title: string, series: readonly Series[]): string => {
  const mostSeconds = roundUp(Math.max(...series.map(({ calls }) => (calls.at(-1) ?? 0) / 1_000)));
  const mostCalls = roundUp(Math.max(...series.map(({ calls }) => calls.length)));
  const right = size.width - size.right;
  const bottom = size.height - size.bottom;
  const x = (seconds: number): number => size.left + ((right - size.left) * seconds) / mostSeconds;
  const y = (calls: number): number => bottom - ((bottom - size.top) * calls) / mostCalls;
  const text = (at: readonly [number, number], anchor: string, words: string): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
    `<path class="grid" d="M${size.left} ${y(part * mostCalls).toFixed(1)}H${right}"/>`,
    text([size.left - 8, y(part * mostCalls) + 4], "end", Math.round(part * mostCalls).toLocaleString("en-US")),
    text([x(part * mostSeconds), bottom + 18], "middle", `${Math.round(part * mostSeconds)} s`),
  ]);
  const lines = series.flatMap(({ name, calls }, index) => {
    const step = Math.max(1, Math.floor(calls.length / 200));
    const shown = [...calls.keys()].filter((index) => index % step === 0 || index === calls.length - 1);
    const points = shown.map((index) => `${x((calls[index] ?? 0) / 1_000).toFixed(1)},${y(index + 1).toFixed(1)}`);
    const end = x((calls.at(-1) ?? 0) / 1_000);
    // The other lines begin steeply at the left.
    const gap = end < size.left + 100 ? 48 : 8;
    return [
      `<polyline points="${points.join(" ")}" fill="none" class="line${index}" stroke-width="2.5"/>`,
      `<g class="name${index}">${text([Math.min(end + gap, right + 8), y(calls.length) - 6], "start", name)}</g>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}" font-family="Segoe UI, sans-serif" font-size="12">`,
    `<style>${stylesOf(series)}</style>`,
    `<rect width="${size.width}" height="${size.height}"/>`,
    text([size.left, 18], "start", title),
    ...ticks,
    ...lines,
    "</svg>\n",
  ].join("\n");
};
