import type { ReactNode } from "react";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";
import { classes } from "../controls/classes.ts";
import styles from "./chart.module.css";
import { ChartFrame } from "./chart-frame.tsx";
import { lookOf } from "./chart-looks.ts";
import { type ChartData, type ChartPlaces, chartEnd, chartPlaces, columnSeries, groupAt, labelPlace } from "./chart-places.ts";
import { useReading } from "./use-reading.ts";
import { useRoom } from "./use-room.ts";

interface ChartProps extends ChartData {
  /** What it is of, with the unit; its accessible name and the caption of its table. */
  readonly title: string;
  /** A figure in full, as it is read. */
  readonly words: (amount: DecimalString) => string;
  readonly height?: number;
  /** Takes the height there is, `height` at least. */
  readonly fills?: boolean;
  /** The title is already shown next to it. */
  readonly quiet?: boolean;
  /** Its button is in the first line of the card around it, beside the card's title. */
  readonly inCard?: boolean;
  /** As a table or as a picture, where the screen decides that; otherwise a button does. */
  readonly asTable?: boolean;
}

/** Columns and lines over an axis. Pointer and arrow keys give exact figures, and the same figures are always there as a table. */
export function Chart({ title, words, height = 150, fills = false, quiet, inCard = false, asTable, ...data }: ChartProps) {
  const columns = columnSeries(data);
  return (
    <ChartFrame
      title={title}
      quiet={quiet ?? false}
      inCard={inCard}
      asTable={asTable}
      groups={data.groups.map(({ long }) => long)}
      series={data.series.map(({ name, amounts, line = false, look }, at) => ({
        ...{ name, look: lookOf(look ?? at), line, amounts },
        drawn: line || columns.includes(at),
      }))}
      limit={data.limit?.name ?? null}
      words={words}
      end={chartEnd(data, height)}
    >
      <Plot title={title} words={words} least={height} fills={fills} data={data} />
    </ChartFrame>
  );
}

interface PlotProps {
  readonly title: string;
  readonly words: (amount: DecimalString) => string;
  readonly least: number;
  readonly fills: boolean;
  readonly data: ChartData;
}

function Plot({ title, words, least, fills, data }: PlotProps) {
  const [ref, width, room] = useRoom<HTMLDivElement>(480, least);
  const height = fills ? Math.max(least, room) : least;
  const places = chartPlaces(data, width, height);
  const { groups, series } = data;
  const { at, on } = useReading(groups.length, groups.length - 1, (x) => groupAt(places.bands, x));
  const said = at ?? groups.length - 1;
  const figures = series.map(({ name, amounts }) => ({ name, words: wordsOf(amounts[said] ?? null, words) }));
  const limit = data.limit === undefined ? [] : [{ name: data.limit.name, words: words(data.limit.amount) }];
  return (
    <div
      ref={ref}
      className={classes(styles.plot, fills && styles.fills)}
      style={{ minHeight: least }}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, groups.length)}
      aria-valuenow={said + 1}
      aria-valuetext={`${groups[said]?.long ?? ""}: ${[...figures, ...limit].map((one) => `${one.name} ${one.words}`).join(", ")}`}
      {...on}
    >
      <svg className={styles.picture} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Axis places={places} data={data} width={width} height={height} at={at} />
        <Marks places={places} data={data} at={at} />
      </svg>
      {at === null ? null : (
        <Readout band={places.bands[at]} width={width} head={groups[at]?.long ?? ""}>
          {[...figures, ...limit].map((one, index) => (
            <tr key={one.name}>
              <th scope="row">
                {index < series.length ? (
                  <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden="true">
                    <rect className={classes(styles.mark, lookOf(series[index]?.look ?? index))} x={1} y={1} width={8} height={8} rx={2} />
                  </svg>
                ) : null}
                {one.name}
              </th>
              <td>{one.words}</td>
            </tr>
          ))}
        </Readout>
      )}
    </div>
  );
}

function Axis({
  places,
  data,
  width,
  height,
  at,
}: {
  readonly places: ChartPlaces;
  readonly data: ChartData;
  readonly width: number;
  readonly height: number;
  readonly at: number | null;
}) {
  const band = at === null ? undefined : places.bands[at];
  const named = data.groups.filter((_, index) => places.bands[index]?.labelled === true);
  // January has the year in its name; where it has no label, the first one has it.
  const [first] = named.some(({ short, dated }) => short === dated) ? [] : named;
  return (
    <>
      {band === undefined ? null : <rect className={styles.band} x={band.x} y={0} width={band.width} height={height - 18} rx={4} />}
      {places.ticks.map(({ y, label }) => (
        <g key={y}>
          <line className={styles.grid} x1={places.start} x2={places.end} y1={y} y2={y} />
          <text className={styles.text} x={places.start - 6} y={y + 3.5} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {data.groups.map(({ key, short, dated = short }, index) => {
        const place = places.bands[index];
        const label = key === first?.key ? dated : short;
        return place?.labelled === true ? (
          <text key={key} className={styles.text} y={height - 4} {...labelPlace(place, label, width)}>
            {label}
          </text>
        ) : null;
      })}
    </>
  );
}

function Marks({ places, data, at }: { readonly places: ChartPlaces; readonly data: ChartData; readonly at: number | null }) {
  const onlyLine = data.series.length === 1;
  const look = (series: number) => lookOf(data.series[series]?.look ?? series);
  return (
    <>
      {places.columns.map(({ series, group, ...box }) => (
        <rect
          key={`${series} ${group}`}
          className={classes(styles.mark, look(series), data.groups[group]?.partial === true && styles.partial)}
          {...box}
          rx={Math.min(2, box.height / 2)}
        />
      ))}
      <line className={styles.zero} x1={places.start} x2={places.end} y1={places.zero} y2={places.zero} />
      {places.lines.map(({ series, path, partial, area, dots }) => (
        <g key={series} className={look(series)}>
          {onlyLine ? <path className={styles.area} d={area} /> : null}
          {places.columns.length === 0 ? null : <path className={styles.casing} d={`${path}${partial}`} />}
          <path className={styles.line} d={path} />
          {partial === "" ? null : <path className={classes(styles.line, styles.partialLine)} d={partial} />}
          {dots.map((dot) =>
            dot.group === at || dots.length === 1 ? <circle key={dot.group} className={styles.dot} cx={dot.x} cy={dot.y} r={4} /> : null,
          )}
        </g>
      ))}
      {places.limitAt === null ? null : (
        <line className={styles.limit} x1={places.start} x2={places.end} y1={places.limitAt} y2={places.limitAt} />
      )}
    </>
  );
}

interface ReadoutProps {
  readonly band: { readonly x: number; readonly width: number } | undefined;
  readonly width: number;
  readonly head: string;
  readonly children: ReactNode;
}

/** The exact figures beside what is pointed at, on the side with more room. For the eye: who listens has the value's text. */
function Readout({ band, width, head, children }: ReadoutProps) {
  if (band === undefined) return null;
  const isAfter = band.x + band.width / 2 < width / 2;
  return (
    <div className={styles.readout} style={isAfter ? { left: band.x + band.width + 4 } : { right: width - band.x + 4 }} aria-hidden="true">
      <strong>{head}</strong>
      <table>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function wordsOf(amount: DecimalString | null, words: (amount: DecimalString) => string): string {
  return amount === null ? t("n/a") : words(amount);
}
