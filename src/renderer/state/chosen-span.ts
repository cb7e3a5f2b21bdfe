import { monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { today } from "../api/clock.ts";
import { type Span, spanOfMonth } from "../format/span.ts";
import { useCoreQuery } from "./core-query.ts";
import { useFigureChoice } from "./figure-choices.ts";

/** The span that a client's figures are looked at for: the chosen one, else the month being worked on; null until that is known. */
export function useChosenSpan(clientId: string): Span | null {
  const { from, to } = useFigureChoice(clientId);
  const list = useCoreQuery("clients.list", {});
  if (from !== undefined && to !== undefined) return { from, to };
  if (list.isPending) return null;
  const period = list.data?.rows.find((row) => row.clientId === clientId)?.period;
  return spanOfMonth(period ?? "") ?? lastMonth();
}

function lastMonth(): Span {
  const now = today();
  return { from: monthStart(now, -1), to: monthEnd(now, -1) };
}
