import { z } from "zod";
import { calendarDateString, decimalString, instantString } from "#shared/model/books/money.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";
import { tieOutDocument } from "#shared/model/reports/tie-out.ts";
import { streamState } from "../sync/sync.ts";

const named = z.object({ id: z.string(), name: z.string() });
export const agingSide = z.enum(["receivable", "payable"]);

/** Open amounts by days late, the last bucket open-ended; `current` is what is not due yet. */
const bucketAmounts = z.object({
  current: decimalString,
  "1-30": decimalString,
  "31-60": decimalString,
  "61-90": decimalString,
  "90+": decimalString,
});
const agedAmounts = bucketAmounts.extend({
  currency: z.string(),
  outstanding: decimalString,
  /** Null where the ledger gave no base amount for some part of it. */
  base: decimalString.nullable(),
  documents: z.number().int(),
});

/** What an aging was compared with, and where it differs (rules 16 and 19). */
const agingTieOut = z.object({
  outcome: z.enum(["ties", "within_tolerance", "variance", "cannot_check"]),
  source: z.enum(["ledger_report", "ledger_query", "party_balances", "control_accounts"]),
  basis: z.enum(["open_documents", "open_documents_less_unapplied_cash", "control_accounts"]).nullable(),
  reason: z.string().nullable(),
  ledgersAsOf: instantString.nullable(),
  compared: z.number().int(),
  currencies: z
    .array(z.object({ currency: z.string(), ours: decimalString, ledgers: decimalString, difference: decimalString }).readonly())
    .readonly(),
  differences: z
    .array(
      z
        .object({
          against: z.enum(["ledger_report", "ledger_query", "party_balances", "control_accounts"]),
          partyId: z.string(),
          currency: z.string(),
          ours: decimalString,
          ledgers: decimalString,
          difference: decimalString,
          outcome: z.enum(["within_tolerance", "variance"]),
          documents: z.array(tieOutDocument).readonly(),
        })
        .readonly(),
    )
    .readonly(),
  /** The control accounts, where they were compared besides the source. */
  control: z.object({ currency: z.string(), ours: decimalString, ledgers: decimalString, difference: decimalString }).readonly().optional(),
  notCompared: z.array(z.string()).readonly(),
});

/** An aging at a date: buckets a party and currency, unapplied cash beside them and never inside. */
export const aging = z.object({
  asOf: instantString.nullable(),
  asOfDate: calendarDateString,
  side: agingSide,
  buckets: z.array(bucketAmounts.keyof()).readonly(),
  rows: z.array(agedAmounts.extend({ party: named.nullable() }).readonly()).readonly(),
  unappliedCash: z
    .array(
      z
        .object({
          party: named.nullable(),
          currency: z.string(),
          kind: z.enum(["credit", "overpayment", "prepayment", "deposit", "payment"]),
          amount: decimalString,
          base: decimalString.nullable(),
          documents: z.number().int(),
        })
        .readonly(),
    )
    .readonly(),
  totals: z.array(agedAmounts.extend({ unappliedCash: decimalString }).readonly()).readonly(),
  gaps: z
    .array(
      z
        .object({
          documentId: z.string(),
          reason: z.enum([
            "allocation_without_date",
            "allocation_in_another_currency",
            "outstanding_not_explained_by_allocations",
            "entity_unknown",
          ]),
        })
        .readonly(),
    )
    .readonly(),
  tieOut: agingTieOut.readonly(),
});

export const spendGrouping = z.enum(["total", "account", "party", "dimension"]);

/** One series of spend, named for what it contains, with its own totals (rule 5). */
const spendSeries = z.object({
  contains: z.string(),
  /** `account`, `party`, or `dimension` with `value`, as grouped by; null is none of them. */
  rows: z
    .array(
      z
        .object({
          month: z.string(),
          currency: z.string(),
          net: decimalString,
          account: named.nullable().optional(),
          party: named.nullable().optional(),
          dimension: named.optional(),
          value: named.nullable().optional(),
        })
        .readonly(),
    )
    .readonly(),
  totals: z.array(z.object({ dimension: named.optional(), currency: z.string(), net: decimalString }).readonly()).readonly(),
});

export const spend = z.object({
  asOf: instantString.nullable(),
  from: calendarDateString,
  to: calendarDateString,
  by: spendGrouping,
  series: z
    .object({
      accrued: spendSeries.readonly(),
      booked: spendSeries.readonly(),
      committed: spendSeries.extend({ billedUnknown: z.array(z.string()).readonly() }).readonly(),
    })
    .readonly(),
});

/** Which figures: balances of accounts, what is open, spend, or every record that was read. */
export const figureKind = z.enum(["accounts", "open_items", "spend", "records"]);
export type FigureKind = z.infer<typeof figureKind>;

/** One stream that figures rest on: what of the ledger it reads, and how far. */
export const figureStream = z.object({
  stream: z.string(),
  label: z.string(),
  /** As the ledger itself calls it: an endpoint, or a table of its query language. */
  endpoint: z.string(),
  state: streamState,
  /** The mark to which everything was read; of a pass under way, its place. */
  cursor: z.string().nullable(),
  asOf: instantString.nullable(),
});
export type FigureStream = z.infer<typeof figureStream>;

export const figureSources = z.object({ system: ledgerSystem, streams: z.array(figureStream) });
export type FigureSources = z.infer<typeof figureSources>;
