import { CircleMinus, CirclePlus, TrendingDown, TrendingUp } from "lucide-react";
import type { FluxRow } from "#shared/contract/reports/flux.ts";
import type { FluxStatus } from "#shared/model/reports/flux.ts";
import { isNegative } from "../../format/amounts/amount.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import styles from "./flux.module.css";
import { STATUS_WORDS, trendsOf } from "./flux-labels.ts";

interface StatusProps {
  readonly status: FluxStatus;
  readonly brief?: boolean;
  readonly quiet?: boolean;
}

/** How far a row's review is. `brief`: as an icon. `quiet`: where nearly every row has this status, as its icon and its words. */
export function StatusChip({ status, brief = false, quiet = false }: StatusProps) {
  const { word, tone, means } = STATUS_WORDS[status];
  return <Chip tone={tone} word={word} title={brief ? `${word}\n${means}` : means} brief={brief} quiet={quiet ? "always" : false} />;
}

interface TrendProps {
  readonly row: FluxRow;
  readonly currency: string;
  readonly brief?: boolean;
}

/** A row's trends, which alone ask nothing of anyone. `brief`: as icons. */
export function TrendChips({ row, currency, brief = false }: TrendProps) {
  const trends = trendsOf(row, currency);
  if (trends.length === 0) return null;
  const drift = isNegative(row.drifted ?? "0") ? TrendingDown : TrendingUp;
  const icons = { new: CirclePlus, vanished: CircleMinus, drifting: drift };
  return (
    <span className={styles.trends}>
      {trends.map(({ flag, word, means }) => (
        <Chip key={flag} tone="neutral" icon={icons[flag]} word={word} title={brief ? `${word}\n${means}` : means} brief={brief} />
      ))}
    </span>
  );
}
