import { formatAge, formatInstant } from "../../format/dates/date.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";

interface AsOfProps {
  readonly instant: string | null;
  readonly nowMs: number;
  /** Words where nothing was ever read. */
  readonly none?: string;
  /** Alone in a cell, where its first word begins with a capital. */
  readonly alone?: boolean;
}

/** How long ago something was, in words: `just now`, `4 min ago`; the exact moment on hover. */
export function AsOf({ instant, nowMs, none = t("never"), alone = false }: AsOfProps) {
  if (instant === null) return <span>{none}</span>;
  const age = formatAge(instant, nowMs);
  const words = age === t("just now") ? age : t("{age} ago", { age });
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {alone ? capitalized(words) : words}
    </time>
  );
}
