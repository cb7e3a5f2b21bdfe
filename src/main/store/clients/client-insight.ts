import { type AgingSide, openItem } from "#main/domain/aging/aging.ts";
import { ExactSum } from "#main/domain/postings/exact-sum.ts";
import { type SumsSetting, sumsOfSpans } from "#main/store/accounts/account-sums.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import { dayOfAmounts, mirrorAsOf } from "#main/store/aging/aging.ts";
import { agingItems } from "#main/store/aging/aging-items.ts";
import { vendorsWithoutTaxId } from "#main/store/contacts/vendors-without-tax-id.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { uncategorisedLines } from "#main/store/documents/uncategorised-lines.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import type { ClientInsight, MonthFigure } from "#shared/contract/clients/client-insights.ts";
import { addDays, type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { isCash } from "#shared/model/reports/is-cash.ts";
import type { StatementAccount } from "#shared/model/reports/statement.ts";

export interface InsightQuestion {
  readonly books: SumsSetting;
  readonly today: CalendarDate;
}

const MONTHS = 12;
const ZERO = decimal("0");

/** What the dashboard shows of one mirror, in base currency: see `ClientInsight`. */
export function clientInsight(
  reader: MirrorReader,
  { books, today }: InsightQuestion,
): Omit<ClientInsight, "clientId" | "madeAt" | "closeMark"> {
  const receivable = openOf(reader, "receivable", books.baseCurrency, today);
  const payable = openOf(reader, "payable", books.baseCurrency, today);
  // The month that the dashboard shows each client's close of: what waits there is counted as its checklist counts it.
  const period = { start: monthStart(today, -1), end: monthEnd(today, -1) };
  return {
    day: today,
    currency: books.baseCurrency,
    ...months(reader, books, today),
    receivable: { open: receivable.open, overdue: receivable.overdue },
    payable: { open: payable.open, overdue: payable.overdue, dueIn7Days: payable.dueSoon },
    unapplied: sumDecimals([receivable.unapplied, payable.unapplied]),
    withoutBase: receivable.withoutBase + payable.withoutBase,
    uncategorised: new Set(uncategorisedLines(reader, period).map(({ documentId }) => documentId)).size,
    duplicates: listDuplicates(reader, { within: period, limit: 1 }).found,
    missingTaxIds: vendorsWithoutTaxId(reader, period).length,
    pack: lastPack(reader),
  };
}

/** The bank accounts at the end of each of the last months, and their revenue; every day is read once. */
function months(reader: MirrorReader, books: SumsSetting, today: CalendarDate): Pick<ClientInsight, "cash" | "income"> {
  const starts = Array.from({ length: MONTHS }, (_, index) => monthStart(today, index - MONTHS));
  const before = { from: null, to: addDays(starts[0] as CalendarDate, -1) };
  const { sums } = sumsOfSpans(reader, books, [before, ...starts.map((from) => ({ from, to: monthEnd(from) }))]);
  const chart = chartOf(reader);
  const netOf = (index: number, test: (account: NonNullable<StatementAccount>) => boolean): DecimalString =>
    sumDecimals([
      ZERO,
      ...(sums[index] ?? []).flatMap(({ accountId, net }) => {
        const account = accountId === null ? undefined : chart.get(accountId);
        return account !== undefined && test(account) ? [net] : [];
      }),
    ]);
  const each = (amount: (index: number) => DecimalString): MonthFigure[] =>
    starts.map((start, index) => ({ month: start.slice(0, 7), amount: canonicalDecimal(amount(index + 1)) }));
  let cash = netOf(0, isCash);
  const balances = each((index) => {
    cash = sumDecimals([cash, netOf(index, isCash)]);
    return cash;
  });
  return {
    cash: [...chart.values()].some(isCash) ? balances : null,
    income: each((index) => negateDecimal(netOf(index, (account) => account.class === "revenue"))),
  };
}

interface Open {
  readonly open: DecimalString;
  readonly overdue: DecimalString;
  readonly dueSoon: DecimalString;
  readonly unapplied: DecimalString;
  readonly withoutBase: number;
}

/** What is open on one side (rule 6: against an explicit day), in one pass that keeps sums only. */
function openOf(reader: MirrorReader, side: AgingSide, baseCurrency: string, today: CalendarDate): Open {
  const question = { asOfDate: today, readOn: dayOfAmounts(mirrorAsOf(reader), today), baseCurrency };
  const sums = { open: new ExactSum(), overdue: new ExactSum(), dueSoon: new ExactSum(), unapplied: new ExactSum() };
  const soon = addDays(today, 7);
  let withoutBase = 0;
  // Names are not shown here, so the parties are not read.
  for (const item of agingItems(reader, { side, asOfDate: today, rebuilt: false }, new Map())) {
    const found = openItem(item, question);
    if (found === null) continue;
    if (found.base === null) withoutBase++;
    else if (item.unapplied !== null) sums.unapplied.add(found.base);
    else {
      sums.open.add(found.base);
      const due = item.dueDate ?? item.date;
      if (due < today) sums.overdue.add(found.base);
      else if (due <= soon) sums.dueSoon.add(found.base);
    }
  }
  const { open, overdue, dueSoon, unapplied } = sums;
  return { open: open.value(), overdue: overdue.value(), dueSoon: dueSoon.value(), unapplied: unapplied.value(), withoutBase };
}

function lastPack({ db }: MirrorReader): ClientInsight["pack"] {
  const pack = prepared(db, "SELECT period_label, version, sha256, made_ms FROM pack ORDER BY pack_no DESC LIMIT 1").get() as
    | { readonly period_label: string; readonly version: number; readonly sha256: string; readonly made_ms: number }
    | undefined;
  if (pack === undefined) return null;
  return { period: pack.period_label, version: pack.version, sha256: pack.sha256, at: instantFromMs(pack.made_ms) };
}
