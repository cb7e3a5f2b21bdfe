import {
  type BillToMatch,
  bestProposals,
  LINE_POINTS_MAX,
  namedOrders,
  type OrderToMatch,
  orderNumbers,
  ordersReach,
  PROPOSAL_SCORE_MIN,
  type Proposal,
  scoreHeads,
  withLines,
} from "#main/domain/orders/order-proposals.ts";
import type { PartyBook } from "#main/store/contacts/party-book.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { push } from "#shared/kernel/lists.ts";
import { billsByNumber, lineFacts, linesOf, type OrderDecision, type StoredBill, type StoredOrder } from "./order-book.ts";

/** A bill that may belong to an order. */
export interface ProposedBill {
  readonly bill: StoredBill;
  readonly score: number;
  readonly reasons: readonly string[];
}

interface BillRow {
  readonly rec_no: number;
  readonly number: string | null;
  readonly reference: string | null;
  readonly memo: string | null;
  readonly issue_day: number;
  readonly currency_word: number;
  readonly total: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly source_id: unknown;
  readonly entity_word: number;
}

const GONE = (["voided", "voided_or_zero", "deleted"] as const).map(documentStatusCode.encode).join(", ");
const BILLS_OF_PARTY = `
  SELECT document.rec_no, number, reference, memo, issue_day, currency_word, total, scales, exact, source_id, entity_word
  FROM document JOIN source_record USING (rec_no)
  WHERE party_word = ? AND type = ${documentTypeCode.encode("purchase_bill")} AND status NOT IN (${GONE}) AND removed_ms IS NULL
  ORDER BY issue_day, document.rec_no`;

/**
 * Bills that may belong to the orders of a ledger that links none (rule 13), by order. A pair that was
 * refused is not proposed again, nor is a bill that was confirmed for an order.
 */
export function proposeBills(
  reader: MirrorReader,
  book: PartyBook,
  orders: readonly StoredOrder[],
  verdicts: readonly OrderDecision[],
): ReadonlyMap<string, readonly ProposedBill[]> {
  const settled = new Set(verdicts.filter(({ body }) => body.verdict === "confirmed").map(({ body }) => body.billId));
  const refused = new Set(verdicts.map(({ subject }) => subject));
  const byVendor = new Map<string, OrderToMatch[]>();
  for (const order of orders) {
    if (order.partyId === undefined || order.status === "draft" || order.status === "awaiting_approval") continue;
    const vendor = book.keptOf(order.partyId);
    push(byVendor, vendor, toMatch(order, vendor));
  }
  const found: Found[] = [];
  for (const [vendor, ofVendor] of byVendor) {
    const numbers = orderNumbers(ofVendor);
    for (const { recNo, bill } of billsOf(reader, book, vendor)) {
      if (settled.has(bill.id)) continue;
      const named = namedOrders(bill, numbers);
      const { from, to } = ordersReach(bill);
      for (const order of ofVendor) {
        if (order.date < from || order.date > to || refused.has(`${order.id}|${bill.id}`)) continue;
        const heads = scoreHeads(order, bill, named);
        if (heads !== null && heads.score + LINE_POINTS_MAX >= PROPOSAL_SCORE_MIN) found.push({ recNo, order, bill, heads });
      }
    }
  }
  return proposalsOf(reader, found);
}

interface Found {
  readonly recNo: number;
  readonly order: OrderToMatch;
  readonly bill: BillToMatch;
  readonly heads: Pick<Proposal, "score" | "reasons">;
}

function proposalsOf(reader: MirrorReader, found: readonly Found[]): ReadonlyMap<string, readonly ProposedBill[]> {
  const whole = billsByNumber(reader, [...new Set(found.map(({ recNo }) => recNo))]);
  const scored = found.flatMap(({ order, bill, heads }): Proposal[] => {
    const stored = whole.get(bill.id);
    return stored === undefined ? [] : [{ orderId: order.id, billId: bill.id, ...withLines(heads, order, linesOf(stored)) }];
  });
  const best = bestProposals(scored);
  return new Map(
    [...best].map(([orderId, proposals]) => [
      orderId,
      proposals.map(({ billId, score, reasons }) => ({ bill: whole.get(billId) as StoredBill, score, reasons })),
    ]),
  );
}

function toMatch({ id, number, date, currency, total, lines }: StoredOrder, vendor: string): OrderToMatch {
  return { id, number: number ?? null, vendor, date, currency, total: total.amount, lines: lines.map(lineFacts) };
}

/** The bills of a vendor, those of the records that were merged into it included. */
function* billsOf(
  reader: MirrorReader,
  book: PartyBook,
  vendor: string,
): Generator<{ readonly recNo: number; readonly bill: BillToMatch }> {
  const statement = prepared(reader.db, BILLS_OF_PARTY);
  for (const partyId of book.membersOf(vendor)) {
    const word = reader.words.find(partyId);
    if (word === null) continue;
    for (const row of statement.all(word) as BillRow[]) {
      const bill = {
        id: `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`,
        vendor,
        date: fromDayNumber(row.issue_day),
        currency: reader.words.text(row.currency_word),
        number: row.number,
        reference: row.reference,
        memo: row.memo,
        total: unpackAmount(row.total, row.scales, 0, "total", row.exact) as DecimalString,
      };
      yield { recNo: row.rec_no, bill };
    }
  }
}
