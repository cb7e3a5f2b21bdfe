import { columnLetters, type Sheet, type SheetCell, type SheetPlace, type SheetRow } from "#main/pack/workbook/sheet.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import {
  absoluteDecimal,
  addDecimals,
  type DecimalString,
  decimal,
  isZero,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import type { TrialBalanceRow } from "#shared/model/reports/statement.ts";
import type { PackFacts } from "../pack-facts.ts";
import { gapNotes, sourceLabel } from "./labels.ts";

const ZERO = decimal("0");
const OPENING_DR = 3;
const CLOSING_DR = 7;

/** Schedule A: every account with opening balance, movement and closing balance, and a proof per row. */
export function trialBalanceSheet({ reader, trialBalance, packs, order }: PackFacts): Sheet {
  const before = packBefore({ packs, order });
  const priorClosing = new Map(before?.figures.map(({ accountId, label, balance }) => [accountId ?? label, balance]));
  const isBalanced = isZero(trialBalance.totals.balance);
  return {
    ref: "A",
    title: "Trial balance",
    source: sourceLabel(trialBalance),
    notes: [
      ...gapNotes(trialBalance.gaps, (id) => documentNameOf(reader, id)),
      "Proof is opening balance plus movement less closing balance. It must be zero in every row.",
    ],
    currency: trialBalance.currency,
    columns: [
      { title: "Code", kind: "text", width: 10 },
      { title: "Account", kind: "text", width: 36 },
      { title: "Group", kind: "text", width: 24 },
      { title: "Opening Dr", kind: "amount", total: true },
      { title: "Opening Cr", kind: "amount", total: true },
      { title: "Movement Dr", kind: "amount", total: true },
      { title: "Movement Cr", kind: "amount", total: true },
      { title: "Closing Dr", kind: "amount", total: true },
      { title: "Closing Cr", kind: "amount", total: true },
      { title: "Change", kind: "amount" },
      { title: "Proof", kind: "amount" },
      ...(before === undefined ? [] : [{ title: `Closing balance in ${before.name}`, kind: "amount" as const, width: 24 }]),
    ],
    rows: () =>
      trialBalance.rows.map((row) => rowOf(row, before === undefined ? null : (priorClosing.get(row.account?.id ?? row.label) ?? ZERO))),
    after: (place) => [
      check(
        "Opening debits equal credits",
        OPENING_DR,
        place,
        trialBalance.rows.map(({ opening }) => opening),
      ),
      check(
        "Movement debits equal credits",
        OPENING_DR + 2,
        place,
        trialBalance.rows.flatMap(({ debit, credit }) => [debit, `-${credit}` as DecimalString]),
      ),
      check(
        "Closing debits equal credits",
        CLOSING_DR,
        place,
        trialBalance.rows.map(({ balance }) => balance),
      ),
    ],
    indexColumn: CLOSING_DR,
    status: isBalanced ? "Balanced" : "Out of balance",
    open: isBalanced ? 0 : 1,
  };
}

/** The last version of the nearest period before this one; a pack that was made later may be of an earlier or of a later period. */
function packBefore({ packs, order }: Pick<PackFacts, "packs" | "order">): PackFacts["packs"][number] | undefined {
  const month = order.period.end.slice(0, 7);
  const earlier = packs.filter((pack) => pack.periodId !== order.period.id && pack.month <= month && pack.stamps.length === 0);
  const nearest = earlier.reduce((last, pack) => (pack.month > last ? pack.month : last), "");
  return earlier.findLast((pack) => pack.month === nearest);
}

function rowOf(row: TrialBalanceRow, prior: DecimalString | null): SheetRow {
  const change = subtractDecimals(row.debit, row.credit);
  const proof = subtractDecimals(addDecimals(row.opening, change), row.balance);
  const cells: SheetCell[] = [
    row.account?.code ?? null,
    row.label,
    row.group,
    ...sides(row.opening),
    row.debit,
    row.credit,
    ...sides(row.balance),
    { value: change, formula: (at) => `ROUND(F${at}-G${at},4)` },
    { value: proof, formula: (at) => `ROUND(D${at}-E${at}+J${at}-(H${at}-I${at}),4)` },
  ];
  return { cells: prior === null ? cells : [...cells, prior] };
}

/** A balance in its debit or credit column, with zero in the other. */
function sides(balance: DecimalString): [DecimalString, DecimalString] {
  const zero = subtractDecimals(balance, balance);
  return balance.startsWith("-") ? [zero, absoluteDecimal(balance)] : [balance, zero];
}

function check(label: string, debitColumn: number, { total }: SheetPlace, amounts: readonly DecimalString[]): SheetRow {
  const cells: SheetCell[] = [label];
  if (total === null) return { cells };
  const difference = sumDecimals([
    ZERO,
    ...amounts.map((amount) => (amount.startsWith("--") ? (amount.slice(2) as DecimalString) : amount)),
  ]);
  const [debit, credit] = [columnLetters(debitColumn), columnLetters(debitColumn + 1)];
  cells[debitColumn] = { value: difference, formula: () => `ROUND(${debit}${total}-${credit}${total},4)` };
  cells[debitColumn + 1] = {
    value: isZero(difference) ? "Equal" : "DIFFERENCE",
    formula: (row) => `IF(${debit}${row}=0,"Equal","DIFFERENCE")`,
  };
  return { cells: Array.from(cells, (cell) => cell ?? null) };
}
