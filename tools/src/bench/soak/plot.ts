/** A line of a plot: values over seconds; undefined where there is none. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

/** A stretch of time that is marked. */
export interface Band {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Plot {
  readonly title: string;
  readonly unit: string;
  readonly seconds: number;
  readonly series: readonly Series[];
  readonly bands: readonly Band[];
  /** Tens as far apart from each other as hundreds. */
  readonly logarithmic: boolean;
}

const [WIDTH, HEIGHT] = [960, 420];
const EDGE = { left: 70, right: 190, top: 48, bottom: 44 };
const INNER = { width: WIDTH - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom };
/** Told apart by people who see few colours, too. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'];
const SMALLEST = 0.1;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const rounded = (number: number): string => number.toFixed(1);

/** The plot as the text of an SVG image on white. */
export const svgOf = (plot: Plot): string => {
  const { x, y, ticks } = scalesOf(plot);
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${EDGE.left}" y="22" font-size="16" font-weight="bold">${escaped(`${plot.title}, ${plot.unit}`)}</text>`,
    ...plot.bands.map((band) => bandOf(band, x)),
    ...ticks.map((tick) => tickOf(tick, y)),
    ...secondsOf(plot.seconds).map((second) => secondOf(second, x)),
    ...plot.series.map(({ points }, index) => lineOf(points, colourOf(index), x, y)),
    ...plot.series.map(({ name }, index) => legendOf(name, index)),
  ];
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12" role="img">`;
  return `${head}\n<title>${escaped(plot.title)}</title>\n${parts.join('\n')}\n</svg>\n`;
};

type Scale = (value: number) => number;

const scalesOf = ({ seconds, series, logarithmic }: Plot) => {
  const values = series.flatMap(({ points }) => points.map(([, value]) => value));
  const most = values.reduce((top, value) => Math.max(top, value), 1);
  const x: Scale = (second) => EDGE.left + (second / Math.max(1, seconds)) * INNER.width;
  if (!logarithmic) {
    const y: Scale = (value) => EDGE.top + INNER.height * (1 - value / most);
    return { x, y, ticks: [0, 0.25, 0.5, 0.75, 1].map((part) => part * most) };
  }
  const [low, high] = [Math.log10(SMALLEST), Math.ceil(Math.log10(most))];
  const part: Scale = (value) => (Math.log10(Math.max(SMALLEST, value)) - low) / (high - low);
  const y: Scale = (value) => EDGE.top + INNER.height * (1 - part(value));
  return { x, y, ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)) };
};

const colourOf = (index: number): string => COLOURS[index % COLOURS.length]!;

/** A grey stretch, its name upright beside its beginning. */
const bandOf = ({ name, from, to }: Band, x: Scale): string => {
  const [left, width] = [x(from), Math.max(1, x(to) - x(from))];
  const bottom = EDGE.top + INNER.height - 4;
  return (
    `<rect x="${rounded(left)}" y="${EDGE.top}" width="${rounded(width)}" height="${INNER.height}" fill="#e8e8e8"/>` +
    `<text transform="translate(${rounded(left + 10)} ${bottom}) rotate(-90)" font-size="10" fill="#606060">${escaped(name)}</text>`
  );
};

const tickOf = (tick: number, y: Scale): string => {
  const at = rounded(y(tick));
  const line = `<line x1="${EDGE.left}" x2="${EDGE.left + INNER.width}" y1="${at}" y2="${at}" stroke="#c0c0c0" stroke-width="0.5"/>`;
  const told = tick < 1 && tick > 0 ? String(Number(tick.toPrecision(1))) : tick.toFixed(0);
  return `${line}<text x="${EDGE.left - 8}" y="${at}" dy="4" text-anchor="end">${told}</text>`;
};

const STEPS = [5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];
const MAX_STEPS = 12;

const secondsOf = (seconds: number): readonly number[] => {
  const step = STEPS.find((one) => seconds / one <= MAX_STEPS) ?? seconds / MAX_STEPS;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step);
};

const secondOf = (second: number, x: Scale): string =>
  `<text x="${rounded(x(second))}" y="${HEIGHT - EDGE.bottom + 18}" text-anchor="middle">${second} s</text>`;

const lineOf = (points: Series['points'], colour: string, x: Scale, y: Scale): string => {
  const path = points.map(([second, value]) => `${rounded(x(second))},${rounded(y(value))}`).join(' ');
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
};

const legendOf = (name: string, index: number): string => {
  const [left, top] = [WIDTH - EDGE.right + 14, EDGE.top + 10 + index * 20];
  const line = `<line x1="${left}" x2="${left + 22}" y1="${top}" y2="${top}" stroke="${colourOf(index)}" stroke-width="3"/>`;
  return `${line}<text x="${left + 28}" y="${top + 4}">${escaped(name)}</text>`;
};
