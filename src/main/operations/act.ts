import type { FiscalYearEnd } from "#main/domain/fiscal-year.ts";
import type { SumsSetting } from "#main/services/account-sums.ts";

/** Who acts, and when: recorded with everything an operation changes. */
export interface Act {
  readonly person: string;
  readonly nowMs: number;
}

/** What is known about a client's books without opening its file. */
export interface ClientBooks {
  readonly books: SumsSetting;
  readonly yearEnd: FiscalYearEnd;
}
