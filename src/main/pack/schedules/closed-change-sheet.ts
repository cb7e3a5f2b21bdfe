import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { closedChanges, type ValuedChange } from "#main/store/close/closed-changes.ts";
import { asOfName, dayName, minuteName, periodName } from "#shared/kernel/readable.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus } from "./labels.ts";

/** Schedule O2: changes to closed periods up to this one, with the effect on each account and the decision. */
export function closedChangeSheet({ reader, books, order, asOf, currency }: PackFacts): Sheet {
  const changes = closedChanges(reader, books).filter(({ periodEnd }) => periodEnd <= order.period.end);
  const open = changes.filter(({ disposition }) => disposition?.stands !== true).length;
  return {
    ref: "O2",
    title: "Post-close changes",
    source: `Changes in periods through ${dayName(order.period.end)} since each was closed or locked. Books as of ${asOfName(asOf)}`,
    notes: [
      "Debits are positive. A decision applies as long as the effect of the change stays the same. Where a change has no amounts, it affected no figure or couldn't be valued. A decision on such a change applies until the record changes again.",
    ],
    currency,
    columns: [
      { title: "Period", kind: "text", width: 14 },
      { title: "Record", kind: "text", width: 44 },
      { title: "Change", kind: "text", width: 16 },
      { title: "Account", kind: "text", width: 30 },
      { title: "Before", kind: "amount" },
      { title: "After", kind: "amount" },
      { title: "Effect", kind: "amount" },
      { title: "First seen", kind: "text", width: 24 },
      { title: "Decision", kind: "text", width: 22 },
      { title: "Decided by", kind: "text", width: 22 },
      { title: "Decided on", kind: "text", width: 24 },
      { title: "Reason", kind: "text", width: 40 },
      { title: "Still applies", kind: "text", width: 16 },
      { title: "ID", kind: "text", width: 52 },
    ],
    rows: () => changes.flatMap(rowsOf),
    ...openStatus(open, "to decide", changes.length === 0 ? "None" : "All decided"),
  };
}

function rowsOf({ periodLabel, label, kind, effects, firstSeen, disposition, recordId }: ValuedChange): SheetRow[] {
  const decided =
    disposition === null
      ? [null, null, null, null, null]
      : [
          codeLabel(disposition.verdict),
          disposition.person,
          minuteName(disposition.at),
          disposition.why,
          disposition.stands ? "Yes" : "No, changed again",
        ];
  const row = (account: string | null, amounts: readonly (string | null)[]): SheetRow => ({
    cells: [
      periodName(periodLabel),
      label,
      kind === "removed" ? "Voided or deleted" : codeLabel(kind),
      account,
      ...amounts,
      firstSeen === null ? null : minuteName(firstSeen),
      ...decided,
      recordId,
    ],
  });
  if (effects.length === 0) return [row(null, [null, null, null])];
  return effects.map(({ account, before, after, effect }) => row(account, [before, after, effect]));
}
