import { fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import type { Sheet, SheetColumn, SheetRow } from "#main/pack/workbook/sheet.ts";
import { fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import { checklistOf } from "#main/store/close/close-checklist.ts";
import { vendorsWithoutTaxId } from "#main/store/contacts/vendors-without-tax-id.ts";
import { uncategorisedLines } from "#main/store/documents/uncategorised-lines.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import { listOrderMatches, ordersToReview } from "#main/store/orders/order-matches.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, spoken } from "./labels.ts";

const text = (title: string, width?: number): SheetColumn => ({ title, kind: "text", ...(width === undefined ? {} : { width }) });
const amount = (title: string, total = false): SheetColumn => ({ title, kind: "amount", total });
const date = (title: string): SheetColumn => ({ title, kind: "date" });

/** Schedule K: every order with what was billed on it; the basis of each match is never blank (rule 13). */
export function orderSheet({ reader, order, asOf }: PackFacts): Sheet {
  const matches = listOrderMatches(reader);
  const open = ordersToReview(matches, order.period).length;
  const rows = matches.map((match): SheetRow => {
    const received = match.lines.some(({ received: of }) => of !== null);
    return {
      cells: [
        match.number ?? match.orderId,
        match.party?.name ?? null,
        match.date,
        match.currency,
        match.orderedNet,
        match.billedNet,
        match.overBilled,
        received ? "yes" : "not told",
        match.bills.map(({ number, id, how }) => `${number ?? id} (${how})`).join("; "),
        spoken(match.source),
        spoken(match.state),
        match.reasons.join("; "),
      ],
    };
  });
  return {
    ref: "K",
    title: "Purchase orders",
    source: `from the mirrored orders and bills, as of ${asOf ?? "no complete read yet"}`,
    notes: [
      "Basis: ledger = the ledger's own result; computed = from bills that it links; proposed or confirmed = pairs made here. Amounts without tax.",
    ],
    currency: null,
    currencyColumn: 3,
    columns: [
      text("Order", 18),
      text("Party", 28),
      date("Date"),
      text("In", 6),
      amount("Ordered", true),
      amount("Billed", true),
      amount("Over-billed", true),
      text("Received", 10),
      text("Bills", 40),
      text("Basis", 12),
      text("State", 14),
      text("Reasons", 60),
    ],
    rows: () => rows,
    ...openStatus(open, "to review"),
  };
}

/** Schedule L: pairs of bills that may be one, one of them in the period, with the score and its reasons; dismissed ones follow. */
export function duplicateSheet({ reader, order, asOf }: PackFacts): Sheet {
  const open = listDuplicates(reader, { within: order.period, dismissed: false, limit: 100_000 });
  const dismissed = listDuplicates(reader, { within: order.period, dismissed: true, limit: 100_000 });
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
          ? `no duplicate: ${dismissal.person}, ${dismissal.at}${dismissal.note === null ? "" : `, ${dismissal.note}`}`
          : "open",
        id,
      ],
    }),
  );
  return {
    ref: "L",
    title: "Duplicates",
    source: `from the mirrored bills, as of ${asOf ?? "no complete read yet"}`,
    notes: [
      "Pairs with a bill of the period, with reasons, surest first. A pair that was dismissed comes back when one of its bills changes.",
    ],
    currency: null,
    currencyColumn: 6,
    columns: [
      { title: "Score", kind: "count" },
      text("Party", 28),
      text("First bill", 18),
      date("Date"),
      text("Second bill", 18),
      date("Date"),
      text("In", 6),
      amount("Amount"),
      text("Reasons", 60),
      text("Disposition", 36),
      text("Pair", 40),
    ],
    rows: () => rows,
    ...openStatus(open.found, "open"),
  };
}

/** Schedule M: vendors of the period without a tax identifier, with what they were paid in the fiscal year so far. */
export function taxIdSheet({ reader, order, yearEnd, asOf }: PackFacts): Sheet {
  const { end } = order.period;
  const from = fiscalYearStart(end, fiscalCalendar(yearEnd, ledgerPeriods(reader)));
  const vendors = vendorsWithoutTaxId(reader, order.period, from);
  return {
    ref: "M",
    title: "Missing tax ids",
    source: `paid ${from} to ${end}, as of ${asOf ?? "no complete read yet"}`,
    notes: ["Vendors that were billed or paid in the period and have no tax identifier in the ledger."],
    currency: null,
    currencyColumn: 2,
    columns: [
      text("Vendor", 36),
      text("E-mail", 30),
      text("In", 6),
      amount("Paid this year", true),
      { title: "Payments", kind: "count" },
      text("Id", 30),
    ],
    rows: () =>
      vendors.flatMap(({ name, email, paid, partyId }): SheetRow[] => {
        if (paid.length === 0) return [{ cells: [name, email, null, null, "0", partyId] }];
        return paid.map(({ currency, amount: sum, payments }) => ({ cells: [name, email, currency, sum, String(payments), partyId] }));
      }),
    ...openStatus(vendors.length, "open"),
  };
}

/** Schedule N: lines of the period without an account, or on one that stands for "to be sorted". */
export function uncategorisedSheet({ reader, order, asOf }: PackFacts): Sheet {
  const { period, template } = order;
  const tasks = template === null ? [] : checklistOf(reader, period.id, template).tasks;
  const accountNames = tasks.flatMap(({ gate }) => (gate?.kind === "no_uncategorised" ? gate.accountNames : []));
  const lines = uncategorisedLines(reader, period, accountNames);
  return {
    ref: "N",
    title: "Uncategorised",
    source: `from the mirrored documents of ${period.start} to ${period.end}, as of ${asOf ?? "no complete read yet"}`,
    notes: ["Lines without an account, and lines on accounts named as not sorted yet (uncategorised, suspense, ask my accountant)."],
    currency: null,
    currencyColumn: 6,
    columns: [
      text("Document", 24),
      text("Type", 16),
      text("Party", 28),
      date("Date"),
      text("Description", 40),
      text("Account", 26),
      text("In", 6),
      amount("Net", true),
      text("Id", 30),
    ],
    rows: () =>
      lines.map((line) => ({
        cells: [
          line.number ?? line.documentId,
          spoken(line.type),
          line.party,
          line.date,
          line.description,
          line.account ?? "none",
          line.currency,
          line.net,
          line.documentId,
        ],
      })),
    ...openStatus(new Set(lines.map(({ documentId }) => documentId)).size, "open"),
  };
}
