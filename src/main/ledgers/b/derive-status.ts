import { compareDecimals, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import type { DocumentStatus } from "#shared/model/document.ts";

/** The only facts a status may come from: the ledger itself has none. */
export interface StatusFacts {
  readonly privateNote: string | undefined;
  /** Null for journal entries, whose total the ledger always sends as 0: rules 2 and 4 say nothing about them. */
  readonly total: DecimalString | null;
  readonly balance: DecimalString;
}

/**
 * Rule 6: the status of a Ledger B document, in the rule's own order. Overdue is never a status.
 * Amounts are compared by value and before any sign is flipped.
 */
export function deriveStatus({ privateNote, total, balance }: StatusFacts): DocumentStatus {
  if (isVoidedNote(privateNote)) return "voided";
  if (total !== null && isZero(total) && isZero(balance)) return "voided_or_zero";
  if (isZero(balance)) return "paid";
  if (total !== null && compareDecimals(balance, total) < 0) return "part_paid";
  return "open";
}

/** Rule 6, first case: the mark that a void leaves in the note. */
export function isVoidedNote(privateNote: string | undefined): boolean {
  return privateNote?.startsWith("Voided") ?? false;
}
