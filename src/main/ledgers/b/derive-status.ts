import { compareDecimals, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import type { DocumentStatus } from "#shared/model/books/document.ts";
import { type StatusRule, statusOfRule } from "#shared/model/books/status-rule.ts";

/** The only facts a status may come from: the ledger itself has none. */
export interface StatusFacts {
  readonly privateNote: string | undefined;
  /** Null for journal entries, whose total the ledger always sends as 0: rules 2 and 4 say nothing about them. */
  readonly total: DecimalString | null;
  readonly balance: DecimalString;
}

/** Rule 6: the status of a Ledger B document. Overdue is never a status. */
export function deriveStatus(facts: StatusFacts): DocumentStatus {
  return statusOfRule(firedRule(facts));
}

/** Rule 6, in the rule's own order. Amounts are compared by value and before any sign is flipped. */
export function firedRule({ privateNote, total, balance }: StatusFacts): StatusRule["name"] {
  if (isVoidedNote(privateNote)) return "note_says_voided";
  if (total !== null && isZero(total) && isZero(balance)) return "nothing_at_all";
  if (isZero(balance)) return "nothing_outstanding";
  if (total !== null && compareDecimals(balance, total) < 0) return "less_than_total";
  return "otherwise";
}

/** Rule 6, first case: the mark that a void leaves in the note. */
export function isVoidedNote(privateNote: string | undefined): boolean {
  return privateNote?.startsWith("Voided") ?? false;
}
