import { ChartColumn, Table2 } from "lucide-react";
import { type CSSProperties, type ReactNode, useState } from "react";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import { classes } from "../controls/classes.ts";
import unseen from "../controls/hidden-text.module.css";
import styles from "./chart.module.css";

interface FrameSeries {
  readonly name: string;
  readonly look: string;
  readonly line: boolean;
  /** False where its columns are too small to be seen. */
  readonly drawn: boolean;
  readonly amounts: readonly (DecimalString | null)[];
}

interface ChartFrameProps {
  readonly title: string;
  readonly quiet: boolean;
  readonly inCard: boolean;
  readonly asTable: boolean | undefined;
  readonly groups: readonly string[];
  readonly series: readonly FrameSeries[];
  readonly limit: string | null;
  readonly words: (amount: DecimalString) => string;
  /** Where the picture ends in a room that is wide enough, in px; infinite where it takes any room. */
  readonly end: number;
  readonly children: ReactNode;
}

/** The caption of a picture with its legend, and the table of the same figures: in sight when asked for, read out always. */
export function ChartFrame({ title, quiet, inCard, asTable, groups, series, limit, words, end, children }: ChartFrameProps) {
  const [chosen, setChosen] = useState(false);
  const shown = asTable ?? chosen;
  // Beside a table the legend leaves its room, so that the button stays under the pointer; a card's button has a place of its own.
  const leavesRoom = !inCard && asTable === undefined;
  const hasLegend = (series.length > 1 || limit !== null) && (!shown || leavesRoom);
  return (
    <figure className={classes(styles.figure, inCard && styles.inCard)} style={endAt(end)}>
      <figcaption className={styles.caption}>
        <span className={quiet ? unseen.hidden : styles.name}>{title}</span>
        {hasLegend ? <Legend series={series} limit={limit} away={shown} /> : null}
        {asTable === undefined ? (
          <Button
            kind="quiet"
            className={styles.toggle}
            icon={shown ? <ChartColumn size={14} aria-hidden /> : <Table2 size={14} aria-hidden />}
            aria-pressed={shown}
            aria-label={t("{title}: show as table", { title })}
            title={shown ? t("Show as chart") : t("Show as table")}
            onClick={() => setChosen(!shown)}
          />
        ) : null}
      </figcaption>
      {shown ? null : children}
      <div className={shown ? styles.scroll : unseen.hidden} {...(shown ? { tabIndex: 0, role: "group", "aria-label": title } : {})}>
        <table className={styles.table}>
          <caption className={unseen.hidden}>{title}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups are identified by their position alone
              <tr key={at}>
                <th scope="row">{group}</th>
                {series.map(({ name, amounts }) => (
                  <td key={name}>{amounts[at] == null ? t("n/a") : words(amounts[at])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Tells the caption, whose button is where the picture ends. */
function endAt(px: number): CSSProperties | undefined {
  return Number.isFinite(px) ? ({ "--chart-end": `${px}px` } as CSSProperties) : undefined;
}

function Legend({ series, limit, away }: Pick<ChartFrameProps, "series" | "limit"> & { readonly away: boolean }) {
  const seen = series.filter(({ drawn }) => drawn);
  return (
    <span className={classes(styles.legends, away && styles.away)}>
      {seen.map(({ name, look, line }) => (
        <span key={name} className={styles.legend} aria-hidden="true">
          <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden="true">
            {line ? (
              <g className={look}>
                <path className={styles.line} d="M0 5H10" />
              </g>
            ) : (
              <rect className={classes(styles.mark, look)} x={1} y={1} width={8} height={8} rx={2} />
            )}
          </svg>
          {name}
        </span>
      ))}
      {limit === null ? null : (
        <span className={styles.legend} aria-hidden="true">
          <svg className={styles.swatch} viewBox="0 0 10 10" aria-hidden="true">
            <line className={styles.limit} x1={0} x2={10} y1={5} y2={5} />
          </svg>
          {limit}
        </span>
      )}
    </span>
  );
}
