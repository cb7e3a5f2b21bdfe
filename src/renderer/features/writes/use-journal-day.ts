import { useHashLocation } from "wouter/use-hash-location";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { today } from "../../api/clock.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { unfinishedDay } from "./use-unfinished-form.ts";

/**
 * The date that a new journal begins with. While a past period is being closed that is its last day, as adjusting entries
 * are dated, unless it's locked; else today. Null until that is known.
 */
export function useJournalDay(clientId: string): CalendarDate | null {
  const [location] = useHashLocation();
  const fresh = useFreshDay(clientId);
  // What was typed under another period is kept: it is about the date that it began with.
  return unfinishedDay(location) ?? fresh;
}

function useFreshDay(clientId: string): CalendarDate | null {
  const day = today();
  const clients = useCoreQuery("clients.list", {});
  const periods = useCoreQuery("periods.list", { clientId });
  const period = useBarPeriod(clientId);
  const end = periods.data?.find(({ id }) => id === period)?.end ?? day;
  const isOver = end < day;
  const posting = useCoreQuery("posting.check", { clientId, date: end, module: "gl" }, { enabled: isOver });
  if (clients.isPending || periods.isPending || (isOver && posting.isPending)) return null;
  return isOver && posting.data?.canPost === true ? end : day;
}

/** Why a journal has a date in the past: it's the last day of the period that is worked on. Undefined of any other date. */
export function useJournalDayHint(clientId: string, date: string): string | undefined {
  const periods = useCoreQuery("periods.list", { clientId });
  const period = useBarPeriod(clientId);
  const shown = periods.data?.find(({ id }) => id === period);
  if (shown === undefined || date !== shown.end || shown.end >= today()) return undefined;
  return t("End of {period}", { period: formatLongPeriod(shown.label) });
}
