import type { Aging, AgingSide } from "#main/domain/aging/aging.ts";
import {
  type AgingDifference,
  type AgingTieOut,
  tieAgingToBalances,
  tieAgingToReport,
  withControlAccounts,
  withSecondSource,
} from "#main/domain/tie-outs/aging-tie-out.ts";
import { documentsBehind } from "#main/domain/tie-outs/tie-out-documents.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import { partySuspects } from "#main/store/contacts/party-suspects.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { partySeen } from "#main/store/database/party-seen-table.ts";
import { prepared } from "#main/store/database/query.ts";
import { newestReport } from "#main/store/records/report-store.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { instantMs } from "#shared/kernel/instant.ts";
import type { Money } from "#shared/model/books/money.ts";

export interface AgingTieOutInput {
  readonly side: AgingSide;
  readonly asOfDate: CalendarDate;
  readonly baseCurrency: string | null;
  readonly entityId?: string | undefined;
  /** The date is before the day of the last sync. */
  readonly history: boolean;
  /** The ledger's balance of each party, by id. */
  readonly balances: ReadonlyMap<string, Money>;
}

/**
 * Ties an aging to the ledger's aging report of that date where one was read, else to the parties' balances and
 * the control accounts (rule 16), and names the documents behind each difference.
 */
export function agingTieOut(reader: MirrorReader, aging: Aging, input: AgingTieOutInput): AgingTieOut {
  const { side, asOfDate, baseCurrency, entityId, history } = input;
  const report = newestReport(reader.db, { kind: `aged_${side}`, to: asOfDate, basis: "accrual", entityId });
  // A ledger's balance of a party covers all its entities.
  const balances = entityId === undefined ? input.balances : new Map<string, Money>();
  const toBalances = tieAgingToBalances(aging, history ? balances : freshBalances(reader, balances), { baseCurrency, history });
  const tied = report === null ? withControl(reader, aging, input, toBalances) : tieAgingToReport(aging, report, baseCurrency);
  const whole = report === null || entityId !== undefined ? tied : withSecondSource(tied, toBalances);
  const uncertain = new Set(aging.gaps.map(({ documentId }) => documentId));
  return { ...whole, differences: whole.differences.map((difference) => explained(reader, difference, input, whole, uncertain)) };
}

/** Where no aging report exists, the sum is also compared with the control accounts of the ledger's trial balance. */
function withControl(reader: MirrorReader, aging: Aging, input: AgingTieOutInput, tied: AgingTieOut): AgingTieOut {
  const { side, asOfDate, baseCurrency, entityId } = input;
  const report = newestReport(reader.db, { kind: "trial_balance", to: asOfDate, basis: "accrual", entityId });
  const accounts = controlAccounts(reader, side);
  if (report === null || baseCurrency === null || accounts.length === 0) return tied;
  const amounts = report.amounts.filter(({ subjectId }) => accounts.includes(subjectId)).map(({ amount }) => amount);
  const total = sumDecimals([decimal("0"), ...amounts]);
  const ledgers = side === "receivable" ? total : negateDecimal(total);
  return withControlAccounts(tied, aging, { ledgers, currency: baseCurrency, madeAt: report.fetchedAt });
}

/**
 * The balances that are as current as the documents they sum. A ledger may not mark a party as changed when one
 * of its documents was. The mirrored balance is then from an earlier day and proves nothing.
 */
function freshBalances(reader: MirrorReader, balances: ReadonlyMap<string, Money>): ReadonlyMap<string, Money> {
  const stale = prepared(
    reader.db,
    `SELECT p.id FROM (${partySeen(reader.db)})
     JOIN word w ON w.word_no = party_word JOIN entity p ON p.kind = 'party' AND p.id = w.text JOIN source_record r ON r.rec_no = p.rec_no
     WHERE seen_ms > r.fetched_ms + ${RUN_MS}`,
  )
    .pluck()
    .all() as string[];
  const old = new Set(stale);
  return new Map([...balances].filter(([partyId]) => !old.has(partyId)));
}

/** Records read in one run are closer together than this. */
const RUN_MS = 600_000;

/** Ids of the accounts that the ledger marks as the control accounts of a side. */
export function controlAccounts(reader: MirrorReader, side: AgingSide): string[] {
  return mirroredAccounts(reader)
    .filter(({ role }) => role === side)
    .map(({ id }) => id);
}

function explained(
  reader: MirrorReader,
  difference: AgingDifference,
  { side, asOfDate, baseCurrency }: AgingTieOutInput,
  { ledgersAsOf }: AgingTieOut,
  uncertain: ReadonlySet<string>,
): AgingDifference {
  if (difference.outcome !== "variance" || difference.against === "control_accounts") return difference;
  const ledgersMs = ledgersAsOf === null ? null : instantMs(ledgersAsOf);
  const { partyId, difference: size } = difference;
  const suspects = partySuspects(reader, { partyId, side, until: asOfDate, baseCurrency, uncertain, difference: size, ledgersMs });
  const documents = documentsBehind(suspects, size, ledgersMs);
  return { ...difference, documents };
}
