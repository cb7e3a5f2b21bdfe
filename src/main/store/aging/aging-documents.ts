import {
  type AgingBucket,
  type AgingGapReason,
  type AgingSide,
  gapsOf,
  type NamedParty,
  openItem,
  type UnappliedCashKind,
} from "#main/domain/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { dayOfAmounts, mirrorAsOf, partiesOf } from "./aging.ts";
import { agingItems } from "./aging-items.ts";

/** Which documents of an aging are asked for; what is left out does not narrow. */
export interface AgingDocumentsInput {
  readonly side: AgingSide;
  readonly asOfDate: CalendarDate;
  readonly baseCurrency: string | null;
  /** Null: those without a party. */
  readonly partyId?: string | null | undefined;
  readonly currency?: string | undefined;
  readonly bucket?: AgingBucket | undefined;
  /** Open transactions in the buckets, or the unapplied cash beside them. */
  readonly kind?: "charges" | "unapplied" | undefined;
  /** Unapplied cash of one kind alone. */
  readonly unapplied?: UnappliedCashKind | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** One document or payment behind a figure of an aging. */
export interface AgedDocument {
  readonly id: string;
  readonly number: string | null;
  readonly reference: string | null;
  readonly party: NamedParty | null;
  readonly currency: string;
  readonly date: CalendarDate;
  readonly dueDate: CalendarDate | null;
  readonly bucket: AgingBucket;
  /** Null for a transaction in a bucket. */
  readonly unapplied: UnappliedCashKind | null;
  readonly total: DecimalString;
  /** What was open of it at the date. */
  readonly open: DecimalString;
  readonly base: DecimalString | null;
  readonly gaps: readonly AgingGapReason[];
}

export interface AgedDocumentsPage {
  readonly asOf: Instant | null;
  readonly rows: readonly AgedDocument[];
  readonly next: string | null;
}

/** The documents behind the figures of an aging, oldest due first, page by page (rules 6 and 16). */
export function agingDocuments(reader: MirrorReader, input: AgingDocumentsInput): AgedDocumentsPage {
  const { side, asOfDate, baseCurrency, partyId, limit, after } = input;
  const asOf = mirrorAsOf(reader);
  const readOn = dayOfAmounts(asOf, asOfDate);
  const question = {
    side,
    asOfDate,
    rebuilt: asOfDate < readOn,
    ...(partyId === undefined ? {} : { partyId }),
    unappliedOnly: input.kind === "unapplied" || input.unapplied !== undefined,
  };
  const found: { readonly key: string; readonly row: AgedDocument }[] = [];
  for (const item of agingItems(reader, question, partiesOf(reader))) {
    const open = openItem(item, { asOfDate, readOn, baseCurrency });
    if (open === null || !isAsked(input, item.currency, open.bucket, item.unapplied)) continue;
    const key = `${item.dueDate ?? item.date} ${item.id}`;
    if (after !== undefined && key <= after) continue;
    const { id, party, currency, date, dueDate, unapplied, total } = item;
    const gaps = gapsOf(item, { asOfDate, readOn, baseCurrency }).map(({ reason }) => reason);
    const row = {
      id,
      number: null,
      reference: null,
      party,
      currency,
      date,
      dueDate,
      bucket: open.bucket,
      unapplied,
      total,
      open: open.open,
      base: open.base,
      gaps,
    };
    found.push({ key, row });
  }
  found.sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = found.slice(0, limit);
  return {
    asOf,
    rows: page.map(({ row }) => ({ ...row, ...numbersOf(reader, row.id) })),
    next: found.length > limit ? (page.at(-1)?.key ?? null) : null,
  };
}

function isAsked(input: AgingDocumentsInput, currency: string, bucket: AgingBucket, unapplied: UnappliedCashKind | null): boolean {
  if (input.currency !== undefined && input.currency !== currency) return false;
  if (input.kind !== undefined && (input.kind === "charges") !== (unapplied === null)) return false;
  if (input.unapplied !== undefined && input.unapplied !== unapplied) return false;
  return input.bucket === undefined || input.bucket === bucket;
}

/** What people call it; only looked up for the rows of a page. */
function numbersOf(reader: MirrorReader, id: string): Pick<AgedDocument, "number" | "reference"> {
  const document = recordNumber(reader, id, "document");
  if (document !== null)
    return prepared(reader.db, "SELECT number, reference FROM document WHERE rec_no = ?").get(document) as Pick<
      AgedDocument,
      "number" | "reference"
    >;
  const payment = recordNumber(reader, id, "payment");
  return {
    number: null,
    reference:
      (prepared(reader.db, "SELECT reference FROM payment WHERE rec_no = ?").pluck().get(payment) as string | null | undefined) ?? null,
  };
}
