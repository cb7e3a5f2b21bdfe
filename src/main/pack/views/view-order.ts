import type { ExportFormat, JournalFormat } from "#shared/contract/reports/open-data.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";

export function isJournal(format: ExportFormat): format is JournalFormat {
  return format === "hledger" || format === "beancount";
}

/** What of a client's data is to be written, and where. */
export interface ViewOrder {
  readonly clientId: string;
  readonly clientName: string;
  readonly format: ExportFormat;
  /** Names of views; empty for all. A journal needs none. */
  readonly views: readonly string[];
  /** Absolute: a file, or a folder for one file a view. */
  readonly to: string;
  readonly day: CalendarDate;
}

/** Called every few hundred rows; throws when nobody waits any longer. */
export type Rest = () => Promise<void>;
