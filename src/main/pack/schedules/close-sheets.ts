import { columnLetters, type Sheet, type SheetRow } from "#main/pack/workbook/sheet.ts";
import { dueAdjustments } from "#main/store/close/adjusting-entries.ts";
import { closeStatus } from "#main/store/close/close-status.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { periodName, withDays } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { plannedChecklistText, taskStateLabel } from "#shared/model/labels/checklist-label.ts";
import { codeLabel, entryStateLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, signedBy } from "./labels.ts";

const LINES_FIRST = 3;

/** Schedule I: the period's adjusting entries line by line, with the result of posting each. */
export function adjustingSheet({ reader, order, currency }: PackFacts): Sheet {
  const due = dueAdjustments(reader, { period: order.period, periods: order.periods, currency, definitionId: null });
  const open = due.filter(({ state }) => state !== "confirmed").length;
  const balance = sumDecimals([decimal("0.00"), ...due.flatMap(({ lines }) => lines.map(({ amount }) => amount))]);
  const rows = due.flatMap((entry): SheetRow[] =>
    entry.lines.map(({ account, amount, description }) => ({
      cells: [
        `${entry.title} (${codeLabel(entry.part)})`,
        entry.date,
        account,
        amount.startsWith("-") ? "0" : amount,
        amount.startsWith("-") ? amount.slice(1) : "0",
        description,
        // A prepayment is money that settles nothing yet; the entry spreads a prepaid expense.
        codeLabel(entry.kind === "prepayment" ? "prepaid" : entry.kind),
        entry.preparer,
        entryStateLabel(entry.state),
        entry.recordId,
        entry.message,
        entry.actionId,
      ],
    })),
  );
  return {
    ref: "I",
    title: "Adjusting entries",
    source: due.length === 0 ? "No adjusting entries in this period" : "Entries set up in Tieout, each with its status",
    notes: [
      "Posted means that the ledger accepted the entry from Tieout, or that Tieout found the same entry in the ledger. Ledger updates, if any, are in 03_evidence/writes with the ledger's answers.",
    ],
    currency,
    columns: [
      { title: "Entry", kind: "text", width: 34 },
      { title: "Date", kind: "date" },
      { title: "Account", kind: "text", width: 30 },
      { title: "Debit", kind: "amount", total: true },
      { title: "Credit", kind: "amount", total: true },
      { title: "Description", kind: "text", width: 36 },
      { title: "Type", kind: "text", width: 14 },
      { title: "Prepared by", kind: "text", width: 24 },
      { title: "Status", kind: "text", width: 12 },
      { title: "ID in the ledger", kind: "text", width: 28 },
      { title: "Message", kind: "text", width: 40 },
      { title: "Action ID", kind: "text", width: 36 },
    ],
    rows: () => rows,
    after: ({ total }) => {
      if (total === null) return [];
      const [debit, credit] = [columnLetters(LINES_FIRST), columnLetters(LINES_FIRST + 1)];
      return [
        { cells: ["Debits less credits", null, null, { value: balance, formula: () => `ROUND(${debit}${total}-${credit}${total},4)` }] },
      ];
    },
    indexColumn: LINES_FIRST,
    ...openStatus(open, "not posted", due.length === 0 ? "None" : "All posted"),
  };
}

/** Schedule U: the checklist with its evidence, except for the task of exporting this pack. */
export function checklistSheets({ closing, order }: PackFacts): Sheet[] {
  if (order.template === null) return [];
  const status = closeStatus(closing, order.template);
  const tasks = status.tasks.filter(({ evidence }) => evidence?.kind !== "pack_made");
  const open = tasks.filter(({ state }) => state === "open" || state === "waiting").length;
  const byHand = tasks.filter(({ state }) => state === "by_hand").length;
  return [
    {
      ref: "U",
      title: "Checklist",
      source: `${status.template.title}, version ${status.template.version}. ${periodName(status.period.label)}: ${codeLabel(status.status).toLowerCase()}`,
      notes: [
        ...(status.started ? [] : [plannedChecklistText(status)]),
        t(
          "Done: evidence shows that the task is finished. “Done, total only” means that an aging was compared with the ledger by its total, but not by contact. Marked complete: a person marked the task and gave a reason. Business days late are counted up to the last sync. They are always 0 in a closed period, and in a close that is neither started nor due.",
        ),
        ...(tasks.some(({ state, evidence }) => state === "done" && evidence?.partly === true)
          ? ["“Done, partly checked” means that the evidence says what wasn't checked."]
          : []),
      ],
      currency: null,
      columns: [
        { title: "Phase", kind: "text", width: 20 },
        { title: "Task", kind: "text", width: 50 },
        { title: "Status", kind: "text", width: 20 },
        { title: "Due", kind: "date" },
        { title: "Business days late", kind: "count" },
        { title: "Role", kind: "text", width: 10 },
        { title: "Assignee", kind: "text", width: 22 },
        { title: "Evidence", kind: "text", width: 70 },
        { title: "Marked complete by", kind: "text", width: 50 },
      ],
      rows: () =>
        tasks.map(({ phase, title, state, due, daysLate, role, assignee, evidence, byHand }) => ({
          cells: [
            phase,
            title,
            taskStateLabel({ state, evidence }),
            due,
            String(daysLate),
            role === "preparer" ? "Preparer" : role === "reviewer" ? "Reviewer" : "Manager",
            assignee,
            evidence === null ? null : withDays(evidence.summary),
            byHand === null ? null : `${signedBy(byHand)}: ${byHand.why}`,
          ],
        })),
      status: status.started
        ? `${openStatus(open, "open", "None open").status}${byHand === 0 ? "" : `, ${byHand} marked complete`}`
        : status.status === "closed"
          ? "Closed without starting"
          : "Not started",
      open: status.started ? open : 1,
    },
  ];
}
