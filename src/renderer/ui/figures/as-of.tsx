import { formatAge, formatInstant } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";

interface AsOfProps {
  readonly instant: string | null;
  readonly nowMs: number;
  /** Words where nothing was ever read. */
  readonly none?: string;
}

/** How long ago something was, in words: `just now`, `4 min ago`; the exact moment on hover. */
export function AsOf({ instant, nowMs, none = t("never") }: AsOfProps) {
  if (instant === null) return <span>{none}</span>;
  const age = formatAge(instant, nowMs);
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {age === t("just now") ? age : t("{age} ago", { age })}
    </time>
  );
}
