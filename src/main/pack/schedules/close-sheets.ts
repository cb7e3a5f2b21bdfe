import { columnLetters, type Sheet, type SheetCell, type SheetRow } from "#main/pack/workbook/sheet.ts";
import { dueAdjustments } from "#main/store/close/adjusting-entries.ts";
import { closeStatus } from "#main/store/close/close-status.ts";
import { openVariances } from "#main/store/close/gates/figures.ts";
import { openReconciliations } from "#main/store/close/gates/finish.ts";
import { reconciliations } from "#main/store/close/reconciliations.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import type { FluxRow, FluxStamp } from "#shared/contract/reports/flux.ts";
import { decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, sourceWords, spoken } from "./labels.ts";

/** Schedule D: every account against the month before, the rule that fired, what was said and who signed. Changes are live. */
export function fluxSheet({ reader, closing, currency }: PackFacts): Sheet {
  const { review } = closing.review("prior_month");
  const { rows, progress, comparedWith, unavailable, gaps } = review;
  const open = openVariances(review, true).length;
  const against = comparedWith.map(({ from, to }) => `${from} to ${to}`).join(", ");
  return {
    ref: "D",
    title: "Flux review",
    source: `against ${against === "" ? "nothing" : against}, ${sourceWords({ source: review.source as "mirror", asOf: review.asOf })}`,
    notes: [
      ...(unavailable === null ? [] : [unavailable]),
      `${progress.material} changes need an explanation: ${progress.explained} explained, ${progress.signed} signed, ${progress.stale} with a signature that the books have moved away from.`,
      ...gaps.map(({ message }) => `Note: ${message}`),
      "Income, liabilities and equity are positive as credits. Percent: n/m where the base is zero or the sign turned.",
    ],
    currency,
    columns: [
      { title: "Code", kind: "text", width: 8 },
      { title: "Account", kind: "text", width: 26 },
      { title: "Statement", kind: "text", width: 14 },
      { title: "Current", kind: "amount", width: 15 },
      { title: "Comparative", kind: "amount", width: 15 },
      { title: "Change", kind: "amount", width: 15 },
      { title: "%", kind: "percent", width: 11 },
      { title: "Effect", kind: "text", width: 10 },
      { title: "Flags", kind: "text", width: 9 },
      { title: "Rule", kind: "text", width: 28 },
      { title: "Material", kind: "text", width: 8 },
      { title: "State", kind: "text", width: 12 },
      { title: "Explanation", kind: "text", width: 36 },
      { title: "By", kind: "text", width: 26 },
      { title: "Documents", kind: "text", width: 26 },
      { title: "Preparer", kind: "text", width: 26 },
      { title: "Reviewer", kind: "text", width: 26 },
    ],
    rows: () => rows.map((row) => fluxRow(row, (id) => documentNameOf(reader, id) ?? id)),
    ...(unavailable === null ? openStatus(open, "not signed") : { status: "nothing to compare with", open: 0 }),
  };
}

function fluxRow(row: FluxRow, nameOf: (recordId: string) => string): SheetRow {
  const { account, label, statement, current, comparative, change, percent, effect, flags, rule, material, status, explanation, stamps } =
    row;
  const live: SheetCell = change === null ? null : { value: change, formula: (at) => `ROUND(D${at}-E${at},4)` };
  return {
    cells: [
      account?.code ?? null,
      label,
      spoken(statement),
      current,
      comparative,
      live,
      percent ?? (comparative === null ? null : "n/m"),
      effect,
      flags.join(", "),
      rule.words,
      material ? "yes" : "no",
      spoken(status),
      explanation?.text ?? null,
      explanation === null ? null : `${explanation.person}, ${explanation.at}`,
      explanation?.documentIds.map(nameOf).join("; ") ?? null,
      stampWords(stamps, "preparer"),
      stampWords(stamps, "reviewer"),
    ],
  };
}

function stampWords(stamps: readonly FluxStamp[], role: FluxStamp["role"]): string | null {
  const stamp = stamps.find((one) => one.role === role);
  if (stamp === undefined) return null;
  const moved = stamp.movedBy.map(({ label, difference }) => `${label} ${difference}`).join("; ");
  return `${stamp.person}, ${stamp.at}${stamp.stale ? `: stale, was ${stamp.current}${moved === "" ? "" : `, because ${moved}`}` : ""}`;
}

const LINES_FIRST = 3;

/** Schedule I: what accruals, prepayments, depreciation and recurring entries ask for in the period, line by line, and what became of it. */
export function adjustingSheet({ reader, order, currency }: PackFacts): Sheet {
  const due = dueAdjustments(reader, { period: order.period, periods: order.periods, currency, definitionId: null });
  const open = due.filter(({ state }) => state !== "confirmed").length;
  const balance = sumDecimals([decimal("0.00"), ...due.flatMap(({ lines }) => lines.map(({ amount }) => amount))]);
  const rows = due.flatMap((entry): SheetRow[] =>
    entry.lines.map(({ account, amount, description }) => ({
      cells: [
        `${entry.title} (${entry.part})`,
        entry.date,
        account,
        amount.startsWith("-") ? "0" : amount,
        amount.startsWith("-") ? amount.slice(1) : "0",
        description,
        spoken(entry.kind),
        entry.preparer,
        spoken(entry.state),
        entry.recordId,
        entry.message,
        entry.actionId,
      ],
    })),
  );
  return {
    ref: "I",
    title: "Adjusting entries",
    source: due.length === 0 ? "none is defined for this period" : "definitions kept here, states from the write queue and the ledger",
    notes: ["Confirmed: the ledger has the entry, read back. Requests and answers are in 03_evidence/writes."],
    currency,
    columns: [
      { title: "Entry", kind: "text", width: 34 },
      { title: "Date", kind: "date" },
      { title: "Account", kind: "text", width: 30 },
      { title: "Debit", kind: "amount", total: true },
      { title: "Credit", kind: "amount", total: true },
      { title: "Description", kind: "text", width: 36 },
      { title: "Kind", kind: "text", width: 14 },
      { title: "Preparer", kind: "text", width: 24 },
      { title: "State", kind: "text", width: 12 },
      { title: "Record", kind: "text", width: 28 },
      { title: "Message", kind: "text", width: 40 },
      { title: "Action id", kind: "text", width: 36 },
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
    ...openStatus(open, "not confirmed"),
  };
}

/** Schedule U: the checklist, each task with its evidence. That a pack is made can not stand in the pack itself. */
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
      source: `${status.template.title}, version ${status.template.version}; period ${spoken(status.status)}`,
      notes: [
        ...(status.started ? [] : ["Not begun in this period: the template is shown as it would be."]),
        "Done: the evidence is there. By hand: a person ticked it without. Due and late are reckoned for when the books were read.",
      ],
      currency: null,
      columns: [
        { title: "Phase", kind: "text", width: 20 },
        { title: "Task", kind: "text", width: 50 },
        { title: "State", kind: "text", width: 10 },
        { title: "Due", kind: "date" },
        { title: "Days late", kind: "count" },
        { title: "Role", kind: "text", width: 10 },
        { title: "Assignee", kind: "text", width: 22 },
        { title: "Evidence", kind: "text", width: 70 },
        { title: "By hand", kind: "text", width: 50 },
      ],
      rows: () =>
        tasks.map(({ phase, title, state, due, daysLate, role, assignee, evidence, byHand }) => ({
          cells: [
            phase,
            title,
            spoken(state),
            due,
            String(daysLate),
            role,
            assignee,
            evidence?.summary ?? null,
            byHand === null ? null : `${byHand.person}, ${byHand.at}: ${byHand.why}`,
          ],
        })),
      status: status.started ? `${openStatus(open, "open").status}${byHand === 0 ? "" : `, ${byHand} by hand`}` : "not begun",
      open: status.started ? open : 1,
    },
  ];
}

/** Schedule H: every balance-sheet account with its roll-forward, its support and what stands between; differences are live. */
export function reconciliationSheet({ closing, currency }: PackFacts): Sheet {
  const accounts = reconciliations(closing);
  const open = openReconciliations(accounts).length;
  const isBegun = accounts.some(({ support, attachments }) => support !== null || attachments.length > 0);
  return {
    ref: "H",
    title: "Reconciliations",
    source: isBegun ? "the trial balance, and support that people set" : "not begun: no account has support yet",
    notes: [
      "Opening + increases - decreases = closing. Closing less support less items = difference. Files are in 03_evidence/support under their hash.",
      "Bank, receivable and payable accounts are held against the ledger by the tie-outs and need no support of their own.",
    ],
    currency,
    columns: [
      { title: "Code", kind: "text", width: 10 },
      { title: "Account, and its items", kind: "text", width: 36 },
      { title: "Opening", kind: "amount" },
      { title: "Increases", kind: "amount" },
      { title: "Decreases", kind: "amount" },
      { title: "Closing per books", kind: "amount", width: 18 },
      { title: "Per support", kind: "amount" },
      { title: "Items", kind: "amount" },
      { title: "Difference", kind: "amount" },
      { title: "State", kind: "text", width: 14 },
      { title: "Oldest item, days", kind: "count", width: 16 },
      { title: "Required", kind: "text", width: 9 },
      { title: "By", kind: "text", width: 40 },
      { title: "Note", kind: "text", width: 40 },
      { title: "Files", kind: "text", width: 50 },
    ],
    rows: () => accounts.flatMap(reconciliationRows),
    ...openStatus(open, "open"),
  };
}

function reconciliationRows(row: ReconciliationRow): SheetRow[] {
  const items = sumDecimals([decimal("0.00"), ...row.items.map(({ amount }) => amount)]);
  const { support, difference } = row;
  const head: SheetRow = {
    look: "strong",
    cells: [
      row.account?.code ?? null,
      row.label,
      row.opening,
      row.increases,
      row.decreases,
      { value: row.closing, formula: (at) => `ROUND(C${at}+D${at}-E${at},4)` },
      support?.amount ?? null,
      items,
      support === null || difference === null ? null : { value: difference, formula: (at) => `ROUND(F${at}-G${at}-H${at},4)` },
      spoken(row.state),
      row.oldestDays === null ? null : String(row.oldestDays),
      row.required ? "yes" : "no",
      support === null ? null : `${support.person}, ${support.at}${row.moved ? ": the balance has moved since" : ""}`,
      support?.note ?? null,
      row.attachments.map(({ fileName, sha256 }) => `${fileName} (${sha256.slice(0, 12)})`).join("; "),
    ],
  };
  const parts = row.items.map(
    ({ text, amount, date, ageDays, documentId }): SheetRow => ({
      cells: [null, text, null, null, null, null, null, amount, null, `dated ${date}`, String(ageDays), null, documentId],
    }),
  );
  return [head, ...parts];
}
