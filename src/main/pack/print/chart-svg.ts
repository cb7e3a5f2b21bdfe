/** Room for the figures of the axis and the names below the columns. */
const LEFT = 44;
const BELOW = 14;
const TOP = 16;
const COLORS = ["#0B4F96", "#8DB4DF", "#5E8C6A"] as const;
const LINE = "#B5760F";
const RULE = "#D9DEE6";
const TEXT = "#59616E";

interface ChartRoom {
  readonly width: number;
  readonly height: number;
  /** One for each group of columns, or point of a line. */
  readonly names: readonly string[];
  /** The names of the columns and of the line, shown above the picture. */
  readonly legend?: readonly string[];
}

/** Columns in groups over a common zero, with an optional line, as an SVG picture. Amounts only measure heights here. */
export function columnChart({
  columns,
  line,
  ...room
}: ChartRoom & { readonly columns: readonly (readonly string[])[]; readonly line?: readonly string[] }): string {
  const axis = axisOf([...columns, ...(line === undefined ? [] : [line])], room);
  const band = (room.width - LEFT) / Math.max(1, room.names.length);
  const wide = Math.min(26, (band * 0.7) / columns.length);
  const bars = columns.flatMap((amounts, series) =>
    amounts.map((amount, at) => {
      const [y, zero] = [axis.y(Number(amount)), axis.y(0)];
      const x = LEFT + band * (at + 0.5) + wide * (series - columns.length / 2);
      return `<rect x="${n(x)}" y="${n(Math.min(y, zero))}" width="${n(wide - 1)}" height="${n(Math.abs(zero - y))}" fill="${COLORS[series % COLORS.length]}"/>`;
    }),
  );
  return svg(room, [...axis.lines, ...bars, ...(line === undefined ? [] : [path(line, axis, band)]), ...namesOf(room, band)]);
}

/** One line over a common zero. */
export function lineChart({ line, ...room }: ChartRoom & { readonly line: readonly string[] }): string {
  const axis = axisOf([line], room);
  const band = (room.width - LEFT) / Math.max(1, room.names.length);
  return svg(room, [...axis.lines, path(line, axis, band), ...namesOf(room, band)]);
}

interface Axis {
  readonly y: (amount: number) => number;
  readonly lines: readonly string[];
}

function axisOf(series: readonly (readonly string[])[], { width, height }: ChartRoom): Axis {
  const amounts = series.flat().map(Number);
  const most = Math.max(0, ...amounts);
  const least = Math.min(0, ...amounts);
  const step = stepOf((most - least || 1) / 3);
  const [top, bottom] = [Math.ceil(most / step) * step || step, Math.floor(least / step) * step];
  const y = (amount: number) => TOP + ((top - amount) / (top - bottom)) * (height - TOP - BELOW);
  const lines: string[] = [];
  for (let tick = bottom; tick <= top; tick += step) {
    lines.push(
      `<line x1="${LEFT}" y1="${n(y(tick))}" x2="${width}" y2="${n(y(tick))}" stroke="${tick === 0 ? TEXT : RULE}" stroke-width="0.6"/>`,
      `<text x="${LEFT - 5}" y="${n(y(tick) + 2.5)}" font-size="7" fill="${TEXT}" text-anchor="end">${shortAmount(tick)}</text>`,
    );
  }
  return { y, lines };
}

/** A round step at least as large: 1, 2 or 5 times a power of ten. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10) * power;
}

function shortAmount(amount: number): string {
  const size = Math.abs(amount);
  if (size >= 1_000_000) return `${n(amount / 1_000_000)}M`;
  return size >= 1_000 ? `${n(amount / 1_000)}K` : n(amount);
}

function path(line: readonly string[], { y }: Axis, band: number): string {
  const points = line.map((amount, at) => `${n(LEFT + band * (at + 0.5))},${n(y(Number(amount)))}`);
  return `<polyline points="${points.join(" ")}" fill="none" stroke="${LINE}" stroke-width="1.6"/>`;
}

function namesOf({ names, height }: ChartRoom, band: number): string[] {
  return names.map(
    (name, at) =>
      `<text x="${n(LEFT + band * (at + 0.5))}" y="${height - 3}" font-size="7" fill="${TEXT}" text-anchor="middle">${name.replace(/[<&>]/g, "")}</text>`,
  );
}

/** A color and a name for each series, side by side; the last is the line. */
function legendOf(names: readonly string[]): string[] {
  return names.flatMap((name, at) => {
    const x = names.slice(0, at).reduce((left, { length }) => left + 20 + length * 3.4, LEFT);
    return [
      `<rect x="${n(x)}" y="2" width="6" height="6" fill="${at < names.length - 1 ? COLORS[at % COLORS.length] : LINE}"/>`,
      `<text x="${n(x + 9)}" y="8" font-size="7" fill="${TEXT}">${name}</text>`,
    ];
  });
}

function svg({ width, height, legend = [] }: ChartRoom, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${[...legendOf(legend), ...parts].join("")}</svg>`;
}

/** A length in a picture: two decimals are plenty, and the same everywhere. */
function n(value: number): string {
  return String(Math.trunc(value * 100) / 100);
}
