import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { BankLine, BankMatch } from "#shared/contract/close/bank.ts";
import { absoluteDecimal, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { acceptedRecords } from "./bank-drafts.ts";

/** The match that a line came less a fee in, while the fee isn't in the books. A fee belongs to the first line of its match. */
export function matchWithFee(matches: readonly BankMatch[], lineId: string): BankMatch | undefined {
  return matches.find(({ broken, lineIds, fee }) => broken === null && lineIds[0] === lineId && !isZero(fee));
}

/** The fee that a line was matched less, as a line of its own: what the bank would show if the fee weren't kept from the payout. */
export function feeLine(lines: readonly BankLine[], matches: readonly BankMatch[], lineId: string): BankLine | null {
  const line = lines.find((one) => one.lineId === lineId);
  const match = matchWithFee(matches, lineId);
  if (line === undefined || match === undefined) return null;
  // Its text also tells the choice for a payee's fees from that for the payee.
  const payee = `Fee: ${line.payee ?? line.description ?? line.reference ?? "bank statement line"}`;
  return { ...line, amount: negateDecimal(absoluteDecimal(match.fee)), payee };
}

/** The transactions that were posted as the fee of a line, by the ids of the local copy. */
export function feeRecords(reader: MirrorReader, accountId: string, lineId: string): ReadonlySet<string> {
  return new Set(acceptedRecords(reader, accountId, { lineId, isFee: true }));
}
