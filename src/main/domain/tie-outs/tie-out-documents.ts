import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, canonicalDecimal, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import type { TieOutDocument, TieOutDocumentReason } from "#shared/model/reports/tie-out.ts";

/** A document or payment that has something to do with an account or party. */
export interface Suspect {
  readonly id: string;
  readonly number: string | null;
  readonly date: CalendarDate | null;
  /** What it posts to the account, or what is open of it for the party; debits positive, base currency; null where not known. */
  readonly amount: DecimalString | null;
  /** When the mirror first saw it as it is now. */
  readonly seenMs: number;
  readonly isRemoved: boolean;
  /** What our own figures lack of it. */
  readonly gap: "no_base_amount" | "reconstruction_gap" | null;
  readonly isUncertain: boolean;
}

const SHOWN = 50;

/**
 * The documents that make up a difference, or may: those with the very amount, then what was seen
 * changed after the ledger's figures were made, what was removed, and what has no base amount.
 * @param ledgersMs when the ledger's figures were made
 */
export function documentsBehind(suspects: readonly Suspect[], difference: DecimalString, ledgersMs: number | null): TieOutDocument[] {
  const size = canonicalDecimal(absoluteDecimal(difference));
  const found = suspects.flatMap((suspect) => {
    const reasons = reasonsOf(suspect, size, ledgersMs);
    return reasons.length === 0 ? [] : [{ id: suspect.id, number: suspect.number, date: suspect.date, amount: suspect.amount, reasons }];
  });
  return found.sort((a, b) => weight(a) - weight(b) || compareText(a.id, b.id)).slice(0, SHOWN);
}

function reasonsOf(suspect: Suspect, size: DecimalString, ledgersMs: number | null): TieOutDocumentReason[] {
  const isNewer = ledgersMs !== null && suspect.seenMs > ledgersMs;
  const isAmount = suspect.amount !== null && isSize(suspect.amount, size);
  return [
    ...(isAmount ? (["amount_equals_difference"] as const) : []),
    ...(isNewer ? (["changed_after_report"] as const) : []),
    // A record that was removed long ago is in no figure of either side: it explains only what it equals.
    ...(suspect.isRemoved && (isAmount || isNewer) ? (["removed"] as const) : []),
    ...(suspect.gap === null ? [] : [suspect.gap]),
    ...(suspect.isUncertain ? (["history_uncertain"] as const) : []),
  ];
}

/** The amount itself, or half of the difference, because a debit taken for a credit counts twice. */
function isSize(amount: DecimalString, size: DecimalString): boolean {
  const own = canonicalDecimal(absoluteDecimal(amount));
  return own !== "0" && (own === size || canonicalDecimal(sumDecimals([own, own])) === size);
}

const ORDER: readonly TieOutDocumentReason[] = [
  "amount_equals_difference",
  "changed_after_report",
  "removed",
  "no_base_amount",
  "reconstruction_gap",
  "history_uncertain",
];

function weight({ reasons }: TieOutDocument): number {
  return ORDER.indexOf(reasons[0] as TieOutDocumentReason);
}
