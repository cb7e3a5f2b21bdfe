import { addDays, type CalendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { pick, randomInt } from "#shared/kernel/random.ts";
import { addDocument, type Making, pickEntity } from "../making.ts";
import { decimalsOf, fromUnits, shareUnits } from "../money.ts";
import { documentNumber } from "../numbers.ts";
import type { Settling } from "../settling.ts";
import type { SimTransaction } from "../types.ts";

/** Credit notes on both sides: part of an earlier document of the same party, most of them applied to it. */
export function generateCredits(making: Making, settling: Settling): void {
  creditsFor(making, settling, "sales_invoice", "sales_credit", 0.06);
  creditsFor(making, settling, "purchase_bill", "purchase_credit", 0.05);
}

function creditsFor(
  making: Making,
  settling: Settling,
  of: "sales_invoice" | "purchase_bill",
  kind: "sales_credit" | "purchase_credit",
  share: number,
): void {
  const candidates = making.books.transactions.filter((transaction) => transaction.kind === of && transaction.state === "approved");
  const wanted = Math.max(3, Math.floor(candidates.length * share));
  let made = 0;
  for (let attempt = 0; made < wanted && attempt < wanted * 5 && candidates.length > 0; attempt++) {
    const original = pick(making.random, candidates);
    const date = creditDate(making, original, randomInt(making.random, 1, 30));
    if (date > making.options.today || !/^[1-9]/.test(original.lines[0]?.net ?? "")) continue;
    const credit = creditOf(making, original, kind, date);
    // The first two of each side stay open, so that every company has credit left (Ledger A refunds one of them).
    if (made === 2 || (made > 2 && making.random() < 0.75)) settling.apply(credit, original, date);
    made++;
  }
}

/** A small firm's vendors credit within the month, so that what it buys now and then is never less than nothing. */
function creditDate({ options }: Making, { kind, date }: SimTransaction, days: number): CalendarDate {
  const later = addDays(date, days);
  const end = monthEnd(date);
  return options.everyday !== undefined && kind === "purchase_bill" && later > end ? end : later;
}

/** Takes back a part of the first line, at the original's own rate. */
function creditOf(making: Making, original: SimTransaction, kind: SimTransaction["kind"], date: CalendarDate): SimTransaction {
  const line = original.lines[0] as SimTransaction["lines"][number];
  const scale = decimalsOf(original.currency);
  const share = randomInt(making.random, 5, 60);
  // Two credits of one bill are never more than it.
  const percent = making.options.everyday !== undefined && kind === "purchase_credit" ? Math.min(share, 50) : share;
  const units = shareUnits(BigInt(line.net.replace(".", "")), BigInt(percent), 100n);
  const amount = fromUnits(units, scale);
  const needsQuantity = making.books.style === "a" || line.itemId !== null;
  return addDocument(making, {
    kind,
    number: documentNumber(making, kind),
    reference: original.number === null ? null : `Credit for ${original.number}`,
    partyId: original.partyId,
    date,
    currency: original.currency,
    rate: original.rate,
    accountId: original.accountId,
    entityId: original.entityId ?? pickEntity(making),
    headerDimensions: original.headerDimensions,
    lines: [
      {
        accountId: line.accountId,
        itemId: line.itemId,
        description: line.description,
        amount,
        ...(needsQuantity ? { quantity: "1" as typeof amount, unitPrice: amount } : {}),
        taxCodeId: line.taxCodeId,
        dimensions: line.dimensions,
      },
    ],
  });
}
