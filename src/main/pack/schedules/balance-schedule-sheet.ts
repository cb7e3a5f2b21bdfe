import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { schedulesView } from "#main/store/schedules/schedules-view.ts";
import type { ScheduleAccount, ScheduleItemRow, SchedulesView } from "#shared/contract/close/schedules.ts";
import { type DecimalString, decimal, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import { codeLabel, entryStateLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus } from "./labels.ts";

/** Schedule H3: the items of every balance sheet schedule, each account compared with the books; none where there are no items. */
export function balanceScheduleSheets({ closing, currency }: PackFacts): readonly Sheet[] {
  const view = schedulesView(closing);
  if (view.items.length === 0) return [];
  return [
    {
      ref: "H3",
      title: "Balance sheet schedules",
      source: "From the trial balance and the schedule items kept in Tieout",
      notes: [
        "For each item, opening + additions - reductions = closing. Opening and closing show the carrying amount of a fixed asset and the remaining principal of a loan. Balance per schedule is what the account's balance should be according to its items: for a fixed asset with accumulated depreciation in its own account, that's cost.",
        "Difference = balance per books - balance per schedule. The lines between the two balances explain it.",
        "Already booked: the schedule item says that the entry is already in the ledger, so Tieout doesn't post it.",
      ],
      currency,
      columns: [
        { title: "Account", kind: "text", width: 30 },
        { title: "Item", kind: "text", width: 36 },
        { title: "Schedule", kind: "text", width: 18 },
        { title: "From", kind: "date", width: 12 },
        { title: "Months", kind: "count", width: 8 },
        { title: "Amount", kind: "amount", width: 16 },
        { title: "Opening", kind: "amount", width: 16 },
        { title: "Additions", kind: "amount", width: 16 },
        { title: "Reductions", kind: "amount", width: 16 },
        { title: "Closing", kind: "amount", width: 16 },
        { title: "Months left", kind: "count", width: 11 },
        { title: "Entry", kind: "text", width: 14 },
        { title: "Journal", kind: "text", width: 28 },
        { title: "Source transaction", kind: "text", width: 44 },
      ],
      rows: () => view.accounts.flatMap((account) => accountRows(account, view)),
      ...openStatus(view.accounts.filter(({ difference }) => !isZero(difference)).length, "with a difference", "Agrees to books"),
    },
  ];
}

function accountRows(account: ScheduleAccount, { items }: SchedulesView): SheetRow[] {
  const own = items.filter(({ item }) => item.accountId === account.accountId);
  const sum = (of: (row: ScheduleItemRow) => DecimalString) => sumDecimals([decimal("0.00"), ...own.map(of)]);
  const closing = (text: string, amount: DecimalString, look: SheetRow["look"] = "plain"): SheetRow => ({
    look,
    cells: [null, text, null, null, null, null, null, null, null, amount],
  });
  return [
    { look: "heading", cells: [account.label] },
    ...own.map(itemRow),
    ...(own.length < 2
      ? []
      : [
          {
            look: "total" as const,
            cells: [
              ...[null, "Items", null, null, null],
              ...[
                ({ item }: ScheduleItemRow) => item.amount,
                (row: ScheduleItemRow) => row.opening,
                (row: ScheduleItemRow) => row.added,
              ].map(sum),
              ...[sum((row) => row.reduced), sum((row) => row.closing)],
            ],
          },
        ]),
    closing("Balance per schedule", account.perSchedule, "strong"),
    ...account.parts.map(({ kind, amount }) => closing(codeLabel(kind), amount)),
    closing("Balance per books", account.perBooks, "strong"),
    closing("Difference", account.difference),
  ];
}

function itemRow(row: ScheduleItemRow): SheetRow {
  const { item, opening, added, reduced, closing, monthsLeft, state, recordId, source } = row;
  return {
    cells: [
      ...[null, item.title, codeLabel(item.kind), item.from, String(item.months), item.amount, opening, added],
      reduced,
      { value: closing, formula: (at) => `ROUND(G${at}+H${at}-I${at},4)` },
      ...[String(monthsLeft), state === "none" ? null : entryStateLabel(state), recordId, source],
    ],
  };
}
