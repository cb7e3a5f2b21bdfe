import type { StatementSpanForm } from "#shared/model/labels/statement-title.ts";
import { t } from "../../language/t.ts";
import { formatLongDay } from "./date.ts";

/** A statement with its dates, as statements are titled: `Profit and loss for the month ended 31 October 2026`. */
export function statementHeading(statement: string, span: StatementSpanForm): string {
  const day = formatLongDay(span.to);
  if (span.form === "as_of") return t("{statement} as of {day}", { statement, day });
  if (span.form === "days") return t("{statement} for {from} to {to}", { statement, from: formatLongDay(span.from), to: day });
  return t(
    "{count, plural, one {{statement} for the month ended {day}} =12 {{statement} for the year ended {day}} other {{statement} for the {count} months ended {day}}}",
    { statement, count: span.count, day },
  );
}
