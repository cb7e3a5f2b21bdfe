import { formatAge, formatInstant } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";

interface AsOfProps {
  readonly instant: string | null;
  readonly nowMs: number;
  /** Words where nothing was ever read. */
  readonly none?: string;
  /** Adds "ago", where the column or sentence does not say it. */
  readonly ago?: boolean;
}

/** The age of what is shown, in words; the exact moment on hover. */
export function AsOf({ instant, nowMs, none = "never", ago = false }: AsOfProps) {
  if (instant === null) return <span>{none}</span>;
  const age = formatAge(instant, nowMs);
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {ago && age !== "just now" ? t("{age} ago", { age }) : age}
    </time>
  );
}
