import type { FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import { amountWriter } from "#main/domain/postings/account-sum.ts";
import { type DetailEnds, detailEnds, detailSpans, sidesOf } from "#main/domain/postings/ledger-detail.ts";
import { type SumsSetting, sumsOfSpans } from "#main/store/accounts/account-sums.ts";
import { accountCalled, chartOf, fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { entityLabel, postedRecord } from "#main/store/documents/record-names.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import { message, t } from "#shared/language/t.ts";
import type { FigureGap, LedgerDetail, LedgerDetailRow } from "#shared/model/reports/statement.ts";
import { type EntryKey, type LedgerEntry, postingEntries } from "./posting-entries.ts";

/** Dates inclusive; `after` is the `next` of the page before. */
export interface LedgerDetailInput extends SumsSetting {
  /** The account's id, or its code; `unknown` is what no account is known for. */
  readonly accountId: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly yearEnd: FiscalYearEnd;
  readonly after?: string | undefined;
  readonly limit: number;
}

const UNKNOWN_ACCOUNT = "unknown";

/** A page of one account's general ledger with running balance; null for an account that the mirror does not have. */
export function ledgerDetailReport(reader: MirrorReader, input: LedgerDetailInput): LedgerDetail | null {
  const { accountId: named, from, to, yearEnd, after, limit, basis: asked, ...books } = input;
  const setting: SumsSetting = { ...books, basis: "accrual" };
  const chart = chartOf(reader);
  const account = accountCalled(chart, named) ?? null;
  const accountId = account?.id ?? (named === UNKNOWN_ACCOUNT ? null : named);
  const spans = detailSpans(from, to, fiscalCalendar(yearEnd, ledgerPeriods(reader)));
  const { before, yearSoFar, endedYears } = spans;
  const { sums, source, basis, asOf, gaps } = sumsOfSpans(reader, setting, [before, yearSoFar, spans.asked, ...endedYears]);
  // Amounts on an account that the mirror doesn't have are shown without one.
  if (account === null && accountId !== null && !sums.flat().some((sum) => sum.accountId === accountId)) return null;
  const ends = detailEnds(accountId, spans, sums, chart);
  const place = after === undefined ? { key: [dayNumber(from), -1, -1] as const, balance: ends.opening } : readCursor(after);
  const question = { accountId, after: place.key, throughDay: dayNumber(to), entityId: setting.entityId, limit: limit + 1 };
  const read = postingEntries(reader, question);
  const entries = withYearEnds(read, ends, place.key);
  const write = amountWriter(setting.baseCurrency);
  const page = pageOf(reader, entries, place.balance, limit, write);
  const facts = {
    from,
    to,
    basis,
    currency: setting.baseCurrency,
    source,
    asOf,
    gaps: asked === "cash" ? [...gaps, NO_CASH_BASIS] : [...gaps],
  };
  return { ...facts, account, opening: write(ends.opening), closing: write(ends.closing), ...page };
}

const NO_CASH_BASIS: FigureGap = {
  code: "basis_not_possible",
  message: "An account's transactions are always listed on the accrual basis.",
  recordIds: [],
  count: 0,
};

type DetailEntry = LedgerEntry & { readonly kind: LedgerDetailRow["kind"] };

/** A year end sorts before the postings of its day, because no record has the number 0. */
function withYearEnds(entries: readonly LedgerEntry[], { yearEnds }: DetailEnds, after: EntryKey): DetailEntry[] {
  const computed = yearEnds
    .map(({ date, amount }) => ({
      kind: "year_end" as const,
      key: [dayNumber(date), 0, 0] as const,
      date,
      amount,
      ...UNNAMED,
      description: t(UNNAMED.description),
    }))
    .filter(({ key }) => compareKeys(key, after) > 0);
  return [...computed, ...entries.map((entry) => ({ ...entry, kind: "posting" as const }))].sort((a, b) => compareKeys(a.key, b.key));
}

const UNNAMED = { documentId: null, number: null, partyId: null, description: message("Current year earnings") };

function pageOf(
  reader: MirrorReader,
  entries: readonly DetailEntry[],
  opening: DecimalString,
  limit: number,
  write: (amount: DecimalString) => DecimalString,
): Pick<LedgerDetail, "rows" | "next"> {
  let balance = opening;
  const shown = entries.slice(0, limit);
  const rows = shown.map(({ kind, date, documentId, number, description, partyId, amount }) => {
    balance = addDecimals(balance, amount);
    const { debit, credit } = sidesOf(amount);
    const record = documentId === null ? null : postedRecord(reader, documentId);
    // A feed names the contact of few postings, but often the document, which has one.
    const contact = (partyId === null ? null : entityLabel(reader, partyId)) ?? record?.contact ?? null;
    const cause = { documentId, isDocument: record?.isDocument ?? false, type: record?.type ?? null, ...unappliedPart(record) };
    const told = { number, documentNumber: record?.number ?? null, contact, description };
    return { kind, date, ...cause, ...told, debit: write(debit), credit: write(credit), balance: write(balance) };
  });
  const last = shown.at(-1);
  return { rows, next: last === undefined || entries.length <= limit ? null : [...last.key, balance].join(":") };
}

function unappliedPart(record: ReturnType<typeof postedRecord>): Pick<LedgerDetail["rows"][number], "unappliedKind"> {
  return record?.unappliedKind === undefined ? {} : { unappliedKind: record.unappliedKind };
}

/** Where a page ended: its last key, and the balance there. */
function readCursor(text: string): { readonly key: EntryKey; readonly balance: DecimalString } {
  const [day = "0", record = "0", line = "0", balance = "0"] = text.split(":");
  return { key: [Number(day), Number(record), Number(line)], balance: decimal(balance) };
}

function compareKeys(a: EntryKey, b: EntryKey): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
