import type { SignedInput } from "#main/domain/close/reconciliation-sign-off.ts";
import { openDrafts } from "#main/store/bank/bank-drafts.ts";
import type { AccountFacts } from "#main/store/bank/bank-work.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { readSignedInput } from "#main/store/records/signed-input-store.ts";
import type { BankStatementView, StatementRemoval } from "#shared/contract/close/bank.ts";
import { absoluteDecimal, compareDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import { type Role, signsOf } from "./sign-offs.ts";

interface Days {
  readonly start: string;
  readonly end: string;
}

/**
 * What no longer counts once a statement is removed; the sign-offs are those that were given on it.
 * @param daysOf the days of a period; null where it is no longer known
 */
export function statementRemoval(
  reader: MirrorReader,
  facts: AccountFacts,
  one: BankStatementView,
  daysOf: (periodId: string) => Days | null,
): Omit<StatementRemoval, "signOffs"> & {
  readonly signOffs: readonly { readonly periodId: string; readonly role: Role; readonly person: string }[];
} {
  const own = new Set(facts.lines.filter(({ statementNo }) => statementNo === one.statementNo).map(({ lineId }) => lineId));
  const isOwn = (lineId: string) => own.has(lineId);
  return {
    lines: own.size,
    matches: facts.matches.filter(({ broken, lineIds }) => broken === null && lineIds.some(isOwn)).length,
    drafts: openDrafts(reader, facts.account.accountId, facts.matches).filter(({ lineId }) => isOwn(lineId)).length,
    signOffs: signsOf(reader, facts.account.accountId).flatMap(({ periodId, person, body }) => {
      const text = readSignedInput(reader.db, body.hash);
      if (text === null || !restsOn(JSON.parse(text) as SignedInput, one, daysOf(periodId))) return [];
      return [{ periodId, role: body.role, person }];
    }),
  };
}

/** A file is named in what was signed; a typed balance without one is the balance that was signed, of a day of the period. */
function restsOn({ files, type, support }: SignedInput, { sha256, closing, to }: BankStatementView, days: Days | null): boolean {
  if (sha256 !== "") return files.includes(sha256);
  if (days !== null && (to < days.start || to > days.end)) return false;
  const size = (amount: DecimalString) => absoluteDecimal(amount);
  return type === "bank" && support !== null && closing !== null && compareDecimals(size(support), size(closing)) === 0;
}
