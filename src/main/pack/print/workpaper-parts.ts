import { reconciliationState } from "#main/domain/close/reconciliation.ts";
import { type Identified, identified } from "#main/pack/pins.ts";
import { whyNotCounting } from "#main/pack/sign-off-words.ts";
import { statedReconciliations } from "#main/store/bank/bank-work.ts";
import { dueAdjustments } from "#main/store/close/adjusting-entries.ts";
import { reconciliations } from "#main/store/close/reconciliations.ts";
import type { OpenItem, ReconciliationRow, ReconciliationSignOff } from "#shared/contract/close/reconciliations.ts";
import type { FluxRow } from "#shared/contract/reports/flux.ts";
import { type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { counted, dayName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel, entryStateLabel } from "#shared/model/labels/code-labels.ts";
import { isMonth } from "#shared/model/reports/month-spans.ts";
import { bankName, bankNotes, bankTable, bankVerdict } from "./bank-table.ts";
import type { PrintedRow } from "./pdf.ts";
import { printedPerson } from "./people-names.ts";
import { printAmount, printPercent, printText } from "./print-text.ts";
import { periodWords, type ReportFacts, type ReportPart } from "./report-facts.ts";
import { type Workpaper, workpaperParts } from "./workpaper-pages.ts";

/** The working papers that a reviewer reads: reconciliations with their items, explained changes, adjusting entries. */
export function workpapers(report: ReportFacts): ReportPart[] {
  const accounts = reconciliations(report.facts.closing);
  const papers = [reconciliationPaper(report, accounts), ...bankPapers(report, accounts), fluxPaper(report), adjustingPaper(report)];
  return workpaperParts(
    papers.filter((paper) => paper.rows.length > 0),
    periodWords(report.manifest.period),
  );
}

const AMOUNT = 58;

function reconciliationPaper(report: ReportFacts, all: readonly ReconciliationRow[]): Workpaper {
  const shown = all.filter(({ required, support, items }) => required || support !== null || items.length > 0);
  const rest = all.length - shown.length;
  const pins = identified(shown.flatMap(bySigners));
  return {
    title: "Reconciliations",
    heads: [
      "Code",
      "Account",
      "Balance\nper books",
      "Change in\nthe period",
      "Balance\nper support",
      "Reconciling\nitems",
      "Difference",
      "Prepared by",
      "Reviewed by",
      "Status",
    ],
    widths: [30, "*", AMOUNT, AMOUNT, AMOUNT, AMOUNT, AMOUNT, 72, 72, 58],
    rightFrom: 2,
    rightTo: 7,
    indented: 1,
    rows: shown.flatMap((row) => reconciliationRows(report, row, pins)),
    notes: [
      t("Difference = balance per books less balance per support less reconciling items. Policies, notes and files are in schedule H."),
      ...(rest === 0 ? [] : [`${counted(rest, "other balance-sheet account")} not listed: no reconciliation is required in this period.`]),
      ...(pins.note === null ? [] : [pins.note]),
    ],
  };
}

/** The sign-offs of people: Tieout's own enter no PIN. */
function bySigners({ signOffs }: ReconciliationRow): ReconciliationSignOff[] {
  return signOffs.filter(({ person }) => person !== null);
}

function reconciliationRows(report: ReportFacts, row: ReconciliationRow, pins: Identified): PrintedRow[] {
  const { currency, support, items, difference, required, signed, state } = row;
  const sum = sumDecimals([decimal("0"), ...items.map(({ amount }) => amount)]);
  const isDone = state === "reconciled" && signed === "reviewed";
  const amounts = [row.closing, row.change, support?.amount ?? null, sum, difference].map((amount) =>
    amount === null ? "" : printAmount(amount, currency),
  );
  return [
    {
      cells: [
        ...[codeOf(row), printText(row.label), ...amounts],
        ...[signedBy(report, row, "preparer", pins), signedBy(report, row, "reviewer", pins), statusOf(row)],
      ],
      ...(required && !isDone ? { flag: "status" as const } : {}),
    },
    ...itemRows(items, currency),
  ];
}

/** What is left: a reconciled account that nobody signed off isn't done. */
function statusOf(row: ReconciliationRow): string {
  const { state, signed, required } = row;
  if (!required || state !== "reconciled" || signed === "reviewed") return reconciliationState(row);
  if (signed === "prepared") return "Not reviewed";
  return signed === "open" ? "Not signed off" : codeLabel(signed);
}

/** Who signed a reconciliation off in this role, when, and why it doesn't count if it doesn't; "" where nobody did. */
function signedBy(report: ReportFacts, row: ReconciliationRow, role: "preparer" | "reviewer", { mark }: Identified): string {
  const found = row.signOffs.find((one) => one.role === role);
  if (found === undefined) return "";
  const { person, at } = found;
  if (person === null || at === null) return "Automatic";
  return signature(report, { person, at }, `${mark(found)}${whyNotCounting(found, row.signed)}`);
}

/** The reconciliation of each bank account that has statements, to its last item, as the bank account's own page. */
function bankPapers(report: ReportFacts, accounts: readonly ReconciliationRow[]): Workpaper[] {
  const { reader, currency, closing } = report.facts;
  return statedReconciliations(reader, currency, closing.period.end).map((one) => {
    const row = accounts.find(({ accountId }) => accountId === one.account.accountId);
    const pins = identified(row === undefined ? [] : bySigners(row));
    const by = (role: "preparer" | "reviewer") => (row === undefined ? "" : signedBy(report, row, role, pins));
    return {
      ...bankTable(one),
      title: `Bank reconciliation: ${printText(bankName(one))}`,
      notes: [
        bankVerdict(one),
        ...bankNotes(one),
        `Prepared by: ${by("preparer") || "not signed off"}. Reviewed by: ${by("reviewer") || "not signed off"}.`,
        ...(pins.note === null ? [] : [pins.note]),
      ],
    };
  });
}

/** Items of an account that are printed one by one; a bank account at the start of its work has many more. */
const ITEMS_MAX = 10;

/** The oldest items, and what all others come to. */
function itemRows(items: readonly OpenItem[], currency: string): PrintedRow[] {
  const byAge = items.toSorted((a, b) => b.ageDays - a.ageDays);
  const shown = byAge.length <= ITEMS_MAX ? byAge : byAge.slice(0, ITEMS_MAX - 1);
  const rest = byAge.slice(shown.length);
  const left = sumDecimals([decimal("0"), ...rest.map(({ amount }) => amount)]);
  return [
    ...shown.map((item) => itemRow(textOf(item), item.amount, currency)),
    ...(rest.length === 0 ? [] : [itemRow(`${counted(rest.length, "more item")}, listed in schedule H`, left, currency)]),
  ];
}

function itemRow(text: string, amount: DecimalString, currency: string): PrintedRow {
  return { cells: ["", printText(text), "", "", "", printAmount(amount, currency), "", "", "", ""], indent: 1, span: ITEM_COLUMNS };
}

/** The account's column and the three beside it, which are empty in the row of an item. */
const ITEM_COLUMNS = 4;

function textOf({ text, date, ageDays, owner, expected }: OpenItem): string {
  const about = [
    `${dayName(date)}, ${counted(ageDays, "day")} old`,
    ...(owner === null ? [] : [`owner ${owner}`]),
    ...(expected === null ? [] : [`expected to clear by ${dayName(expected)}`]),
  ];
  return `${text} (${about.join("; ")})`;
}

function fluxPaper(report: ReportFacts): Workpaper {
  const { review } = report.facts.closing.review("prior_month");
  const shown = review.rows.filter(({ material, explanation }) => material || explanation !== null);
  const rest = review.rows.length - shown.length;
  const prior = review.comparedWith.every(isMonth) ? "Prior month" : "Prior period";
  const pins = identified(shown.flatMap(({ stamps }) => stamps));
  return {
    title: "Flux analysis",
    heads: ["Code", "Account", "This period", prior, "Change", "%", "Explanation", "Prepared by", "Reviewed by"],
    widths: [30, 120, AMOUNT, AMOUNT, AMOUNT, 40, "*", 78, 78],
    rightFrom: 2,
    rightTo: 6,
    rows: shown.map((row) => fluxRow(report, row, review.currency, pins)),
    notes: [
      ...(rest === 0 ? [] : [`${counted(rest, "other account")} not listed: no explanation is required. See schedule D.`]),
      ...(pins.note === null ? [] : [pins.note]),
    ],
  };
}

function fluxRow(report: ReportFacts, row: FluxRow, currency: string, { mark }: Identified): PrintedRow {
  const { current, comparative, change, percent, explanation, stamps, material, status } = row;
  const amount = (value: DecimalString | null) => (value === null ? "" : printAmount(value, currency));
  const by = (role: "preparer" | "reviewer") => {
    const stamp = stamps.find((one) => one.role === role);
    return stamp === undefined ? "" : signature(report, stamp, `${mark(stamp)}${whyNotCounting(stamp, status, explanation)}`);
  };
  const isOpen = material && status !== "signed";
  return {
    cells: [
      codeOf(row),
      printText(row.label),
      ...[amount(current), amount(comparative), amount(change), comparative === null ? "" : printPercent(percent)],
      explanation === null ? "" : printText(explanation.text),
      by("preparer"),
      isOpen ? codeLabel(status) : by("reviewer"),
    ],
    ...(isOpen ? { flag: "status" as const } : {}),
  };
}

function adjustingPaper({ facts }: ReportFacts): Workpaper {
  const { reader, order, currency } = facts;
  const due = dueAdjustments(reader, { period: order.period, periods: order.periods, currency, definitionId: null });
  return {
    title: "Adjusting entries",
    heads: ["Entry", "Date", "Account", "Debit", "Credit", "Description", "Status"],
    widths: [160, 62, "*", 72, 72, 160, 62],
    rightFrom: 3,
    rightTo: 5,
    rows: due.flatMap((entry) =>
      entry.lines.map(({ account, amount, description }, at): PrintedRow => {
        const isCredit = amount.startsWith("-");
        const shown = printAmount(isCredit ? amount.slice(1) : amount, currency);
        return {
          cells: [
            ...(at === 0 ? [printText(entry.title), dayName(entry.date)] : ["", ""]),
            printText(account),
            ...(isCredit ? ["", shown] : [shown, ""]),
            printText(description ?? ""),
            at === 0 ? entryStateLabel(entry.state) : "",
          ],
          ...(entry.state === "confirmed" ? {} : { flag: "status" as const }),
        };
      }),
    ),
    notes: [],
  };
}

/** Who signed off and on which day, with what is to be said behind it. */
function signature(report: ReportFacts, { person, at }: { readonly person: string; readonly at: string }, behind: string): string {
  const { name } = printedPerson(report.facts.order.people, person);
  const day = dayName(at.slice(0, 10));
  return `${printText(name)}, ${day}${behind}`;
}

function codeOf({ account }: Pick<FluxRow, "account">): string {
  return printText(account?.code ?? "");
}
