import { amountWriter, ZERO } from "#main/domain/postings/account-sum.ts";
import { accountCalled, chartOf } from "#main/store/accounts/chart.ts";
import { ledgerDetailReport } from "#main/store/postings/ledger-detail.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { notFound } from "#main/store/work/own-decisions.ts";
import type { RollForward } from "#shared/contract/close/schedules.ts";
import { type DecimalString, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type ScheduleSetting, workedItems } from "./schedule-balances.ts";

const MOST_ROWS = 2000;

/**
 * Opening + additions − reductions = closing of a balance sheet account, with the transactions behind each.
 * @param named id or code of the account
 */
export function rollForward(setting: ScheduleSetting, named: string): Result<RollForward, Failure> {
  const { reader, books, yearEnd, period } = setting;
  const account = accountCalled(chartOf(reader), named);
  if (account === undefined || !["asset", "liability", "equity"].includes(account.class))
    return fail(notFound(`Account ${named} isn't a balance-sheet account in this client's books.`, "accountId"));
  const question = { ...books, yearEnd, from: period.start, to: period.end };
  const row = trialBalanceReport(reader, question).rows.find((one) => one.account?.id === account.id);
  const detail = ledgerDetailReport(reader, { ...question, accountId: account.id, limit: MOST_ROWS });
  const write = amountWriter(books.baseCurrency);
  const isAsset = account.class === "asset";
  const shown = (amount: DecimalString) => write(isAsset ? amount : negateDecimal(amount));
  const items = itemsByRecord(setting);
  return ok({
    ...{ accountId: account.id, account, label: row?.label ?? account.name, currency: books.baseCurrency },
    ...{ from: period.start, to: period.end, opening: shown(row?.opening ?? ZERO), closing: shown(row?.balance ?? ZERO) },
    additions: write((isAsset ? row?.debit : row?.credit) ?? ZERO),
    reductions: write((isAsset ? row?.credit : row?.debit) ?? ZERO),
    rows: (detail?.rows ?? []).map(({ date, documentId, number, description, debit, credit }) => {
      const [up, down] = isAsset ? [debit, credit] : [credit, debit];
      return {
        ...{ date, recordId: documentId, number, description, item: documentId === null ? null : (items.get(documentId) ?? null) },
        ...{ addition: isZero(up) ? null : write(up), reduction: isZero(down) ? null : write(down) },
      };
    }),
    more: detail !== null && detail.next !== null,
  });
}

/** Which item a bill or a posted journal belongs to. */
function itemsByRecord(setting: ScheduleSetting): Map<string, string> {
  return new Map(
    workedItems(setting).flatMap(({ item, entries }) => [
      ...(item.sourceId === undefined ? [] : [[item.sourceId, item.title] as const]),
      ...entries.flatMap(({ recordId }) => (recordId === null ? [] : [[recordId, item.title] as const])),
    ]),
  );
}
