import { notComparedWords } from "#main/domain/duplicates/duplicates.ts";
import { fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import type { Sheet, SheetColumn, SheetRow } from "#main/pack/workbook/sheet.ts";
import { fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import { checklistOf } from "#main/store/close/close-checklist.ts";
import { vendorsWithoutTaxId } from "#main/store/contacts/vendors-without-tax-id.ts";
import { uncategorisedLines } from "#main/store/documents/uncategorised-lines.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import { listOrderMatches, type OrderMatch, ordersToReview } from "#main/store/orders/order-matches.ts";
import { compareDecimals, isZero } from "#shared/kernel/decimal.ts";
import { asOfName, counted, dayName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, signedBy } from "./labels.ts";

const text = (title: string, width?: number): SheetColumn => ({ title, kind: "text", ...(width === undefined ? {} : { width }) });
const amount = (title: string, total = false): SheetColumn => ({ title, kind: "amount", total });
const date = (title: string): SheetColumn => ({ title, kind: "date" });

/** How a bill came to its order. */
const HOW = { linked: "linked in the ledger", confirmed: "confirmed", proposed: "suggested", refused: "rejected" } as const;

/** Schedule K: every purchase order with its bills. The basis of each match is never blank (rule 13). */
export function orderSheet({ reader, order, asOf }: PackFacts): Sheet {
  const matches = listOrderMatches(reader);
  const open = ordersToReview(matches, order.period).length;
  const rows = matches.map(
    (match): SheetRow => ({
      cells: [
        match.number ?? match.orderId,
        match.party?.name ?? null,
        match.date,
        match.currency,
        match.orderedNet,
        match.billedNet,
        match.overBilled,
        receivedWord(match.lines),
        match.bills.map(({ number, id, how }) => `${number ?? id} (${HOW[how]})`).join("; "),
        match.source === "confirmed" ? "Confirmed" : codeLabel(match.source),
        match.state === "variance" ? "Variance" : codeLabel(match.state),
        match.reasons.join("; "),
      ],
    }),
  );
  return {
    ref: "K",
    title: "Purchase orders",
    source: `From synced purchase orders and bills, as of ${asOfName(asOf)}`,
    notes: [
      "Basis shows how bills are matched with the order, even if no bill has been found yet. Ledger: by the ledger. Linked bills: by Tieout, from links in the ledger. Suggested: by Tieout, not yet confirmed. Confirmed: by a person in Tieout. Amounts exclude tax.",
    ],
    currency: null,
    currencyColumn: 3,
    columns: [
      text("Order", 18),
      text(t("Vendor"), 28),
      date("Date"),
      text("Currency", 9),
      amount("Ordered", true),
      amount("Billed", true),
      amount("Overbilled", true),
      text("Received", 10),
      text("Bills", 40),
      text("Basis", 12),
      text("Status", 14),
      text("Reasons", 60),
    ],
    rows: () => rows,
    ...openStatus(open, "to review", orderWords(matches)),
  };
}

function receivedWord(lines: OrderMatch["lines"]): string {
  const known = lines.flatMap(({ received, ordered }) => (received === null ? [] : [{ received, ordered }]));
  if (known.length === 0) return "Not known";
  if (known.every(({ received }) => isZero(received))) return "No";
  return known.some(({ received, ordered }) => ordered !== null && compareDecimals(received, ordered) < 0) ? "Partly" : "Yes";
}

/** What orders without work in the period come to: all of them are listed, so an overbilled one of another period is in sight. */
export function orderWords(matches: readonly Pick<OrderMatch, "state">[]): string {
  if (matches.length === 0) return "None";
  const of = (wanted: OrderMatch["state"], words: string): string[] => {
    const count = matches.filter(({ state }) => state === wanted).length;
    return count === 0 ? [] : [`${count} ${words}`];
  };
  const found = [...of("over_billed", "overbilled"), ...of("variance", "with a variance")];
  if (found.length === 0) return `${counted(matches.length, "order")}, none to review in this period`;
  return `None to review in this period (all periods: ${found.join(", ")})`;
}

/** Schedule L: possible duplicate bills of the period with their reasons, then the dismissed ones. */
export function duplicateSheet({ reader, order, asOf }: PackFacts): Sheet {
  const open = listDuplicates(reader, { within: order.period, dismissed: false, limit: 100_000 });
  const dismissed = listDuplicates(reader, { within: order.period, dismissed: true, limit: 100_000 });
  const { cut } = open;
  const said = openStatus(open.found, "open", dismissed.found > 0 ? "None open" : cut.length > 0 ? "None found" : "None");
  const rows = [...open.rows, ...dismissed.rows].map(
    ({ id, score, reasons, documents: [a, b], dismissal }): SheetRow => ({
      cells: [
        String(score),
        a.partyName ?? b.partyName,
        a.number ?? a.reference ?? a.id,
        a.date,
        b.number ?? b.reference ?? b.id,
        b.date,
        a.currency,
        b.total,
        reasons.join("; "),
        dismissal?.stands === true
          ? `Not a duplicate: ${signedBy(dismissal)}${dismissal.note === null ? "" : `, ${dismissal.note}`}`
          : "Open",
        id,
      ],
    }),
  );
  return {
    ref: "L",
    title: "Possible duplicates",
    source: `From synced bills and expenses, as of ${asOfName(asOf)}`,
    notes: [
      "Pairs with at least one bill or expense dated in the period. Open pairs come first, then dismissed pairs. Within each group, the most likely pair comes first. A dismissed pair is open again when either transaction changes.",
      ...cut.map(notComparedWords),
    ],
    currency: null,
    currencyColumn: 6,
    columns: [
      { title: "Score", kind: "count" },
      text(t("Vendor"), 28),
      text("First transaction", 18),
      date("First date"),
      text("Second transaction", 18),
      date("Second date"),
      text("Currency", 9),
      amount("Amount"),
      text("Reasons", 60),
      text("Status", 36),
      text("ID", 40),
    ],
    rows: () => rows,
    ...(cut.length === 0 ? said : { ...said, status: `${said.status}, not all compared` }),
  };
}

/** Schedule M: vendors of the period without a tax ID, with payments of the fiscal year to date. */
export function taxIdSheet({ reader, order, yearEnd, asOf }: PackFacts): Sheet {
  const { end } = order.period;
  const from = fiscalYearStart(end, fiscalCalendar(yearEnd, ledgerPeriods(reader)));
  const vendors = vendorsWithoutTaxId(reader, order.period, from);
  return {
    ref: "M",
    title: "Missing tax IDs",
    source: `Payments from ${dayName(from)} to ${dayName(end)}, as of ${asOfName(asOf)}`,
    notes: [t("Vendors with a bill, an expense or a payment in the period and no tax ID in the ledger.")],
    currency: null,
    currencyColumn: 2,
    columns: [
      text(t("Vendor"), 36),
      text("Email", 25),
      text("Currency", 9),
      amount("Paid year to date", true),
      { title: "Payments", kind: "count" },
      text("ID", 52),
    ],
    rows: () =>
      vendors.flatMap(({ name, email, paid, partyId }): SheetRow[] => {
        if (paid.length === 0) return [{ cells: [name, email, null, null, "0", partyId] }];
        return paid.map(({ currency, amount: sum, payments }) => ({ cells: [name, email, currency, sum, String(payments), partyId] }));
      }),
    ...openStatus(vendors.length, "missing"),
  };
}

/** Schedule N: lines of the period without an account, or on a suspense account. */
export function uncategorisedSheet({ reader, order, asOf }: PackFacts): Sheet {
  const { period, template } = order;
  const tasks = template === null ? [] : checklistOf(reader, period.id, template).tasks;
  const accountNames = tasks.flatMap(({ gate }) => (gate?.kind === "no_uncategorised" ? gate.accountNames : []));
  const lines = uncategorisedLines(reader, period, accountNames);
  const found = new Set(lines.map(({ documentId }) => documentId)).size;
  return {
    ref: "N",
    title: t("Uncategorized"),
    source: `From synced transactions, ${dayName(period.start)} to ${dayName(period.end)}, as of ${asOfName(asOf)}`,
    notes: [t("Lines without an account, and lines on suspense accounts such as Uncategorized or Ask My Accountant.")],
    currency: null,
    currencyColumn: 6,
    columns: [
      text("Transaction", 24),
      text("Type", 16),
      text("Contact", 28),
      date("Date"),
      text("Description", 40),
      text("Account", 26),
      text("Currency", 9),
      amount("Net", true),
      text("ID", 52),
    ],
    rows: () =>
      lines.map((line) => ({
        cells: [
          line.number ?? line.documentId,
          codeLabel(line.type),
          line.party,
          line.date,
          line.description,
          line.account ?? "None",
          line.currency,
          line.net,
          line.documentId,
        ],
      })),
    ...openStatus(found, found === 1 ? t("transaction to categorize") : t("transactions to categorize")),
  };
}
