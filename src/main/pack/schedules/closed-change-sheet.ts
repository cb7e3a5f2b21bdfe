import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { closedChanges, type ValuedChange } from "#main/store/close/closed-changes.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, spoken } from "./labels.ts";

/** Schedule O2: what changed in periods that were closed, up to this one: its effect on each account, and what was decided of it. */
export function closedChangeSheet({ reader, books, order, asOf, currency }: PackFacts): Sheet {
  const changes = closedChanges(reader, books).filter(({ periodEnd }) => periodEnd <= order.period.end);
  const open = changes.filter(({ disposition }) => disposition?.stands !== true).length;
  return {
    ref: "O2",
    title: "Changes after closing",
    source: `periods through ${order.period.end} against what stood in them when they were closed, as of ${asOf ?? "no complete read yet"}`,
    notes: ["Debits positive. A disposition stands for the effect that it was given on. An edit behind a ledger's lock has no value."],
    currency,
    columns: [
      { title: "Period", kind: "text", width: 14 },
      { title: "Record", kind: "text", width: 44 },
      { title: "What", kind: "text", width: 10 },
      { title: "Account", kind: "text", width: 30 },
      { title: "Before", kind: "amount" },
      { title: "After", kind: "amount" },
      { title: "Effect", kind: "amount" },
      { title: "First seen", kind: "text", width: 24 },
      { title: "Disposition", kind: "text", width: 14 },
      { title: "By", kind: "text", width: 22 },
      { title: "At", kind: "text", width: 24 },
      { title: "Why", kind: "text", width: 40 },
      { title: "Stands", kind: "text", width: 8 },
      { title: "Id", kind: "text", width: 30 },
    ],
    rows: () => changes.flatMap(rowsOf),
    ...openStatus(open, "without a disposition"),
  };
}

function rowsOf({ periodLabel, label, kind, effects, firstSeen, disposition, recordId }: ValuedChange): SheetRow[] {
  const decided =
    disposition === null
      ? [null, null, null, null, null]
      : [
          spoken(disposition.verdict),
          disposition.person,
          disposition.at,
          disposition.why,
          disposition.stands ? "yes" : "no, it changed again",
        ];
  const row = (account: string | null, amounts: readonly (string | null)[]): SheetRow => ({
    cells: [periodLabel, label, kind, account, ...amounts, firstSeen, ...decided, recordId],
  });
  if (effects.length === 0) return [row(null, [null, null, null])];
  return effects.map(({ account, before, after, effect }) => row(account, [before, after, effect]));
}
