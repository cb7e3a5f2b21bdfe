import type { Comparative } from "#shared/model/reports/statement.ts";
import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { monthOfSpan, spanText } from "../../format/dates/date-range.ts";
import type { ChartGroup } from "./chart-places.ts";

/** The months of a statement as places on an axis; of balances, the day that each ends on. */
export function monthGroups(columns: readonly Comparative[], balances = false): readonly ChartGroup[] {
  return columns.map(({ from, to }, at) => ({
    key: String(at),
    short: shortLabel({ from, to }),
    ...dated({ from, to }),
    long: balances ? formatDay(to) : spanText({ from, to }),
  }));
}

function dated(span: Pick<Comparative, "from" | "to">): Pick<ChartGroup, "dated"> {
  const month = monthOfSpan(span);
  return month === null ? {} : { dated: formatPeriod(month) };
}

/** A month by its first letters; a period that is none, or is cut short, by its last day. */
function shortLabel({ from, to }: Pick<Comparative, "from" | "to">): string {
  const month = monthOfSpan({ from, to });
  if (month === null) return formatDay(to).replace(/ \d{4}$/, "");
  const words = formatPeriod(month);
  return month.endsWith("-01") ? words : words.slice(0, 3);
}
