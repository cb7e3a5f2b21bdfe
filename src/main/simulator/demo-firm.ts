import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Books, BooksOptions, BooksStyle } from "./books/types.ts";
import type { SimLimits } from "./types.ts";

/** What is planted in a demo client so that the screens have something to show. */
export type Oddity =
  | "duplicate_bills"
  | "deleted_record"
  | "lock_moved_back"
  | "unapplied_cash"
  | "script_rejects"
  | "day_budget_spent"
  | "mid_backfill"
  | "token_revoked";

export interface DemoClient {
  readonly name: string;
  readonly style: BooksStyle;
  readonly options: BooksOptions;
  readonly limits: Partial<SimLimits>;
  readonly latencyMs: readonly [low: number, high: number];
  readonly oddities: readonly Oddity[];
}

/** The firm's clients: the same for the same day. */
export function demoClients(today: CalendarDate): readonly DemoClient[] {
  throw new Error(`not written yet: ${today}`);
}

/** Changes the books so that the oddities show. Those of tokens and budgets are left to the host. */
export function plantOddities(books: Books, oddities: readonly Oddity[]): void {
  throw new Error(`not written yet: ${books.name} ${oddities}`);
}
