import type { Sqlite, Statement } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { assert } from "#shared/kernel/assert.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { MappedDocument, MappedPayment } from "#shared/model/books/mapped-record.ts";
import type { Journal, Posting } from "#shared/model/books/posting.ts";
import type { TaxBreakdown } from "#shared/model/books/tax.ts";
import { packAmounts } from "./amounts.ts";
import {
  billableStatusCode,
  directionCode,
  documentStatusCode,
  documentTypeCode,
  fromKindCode,
  lineKindCode,
  paymentStatusCode,
  unappliedKindCode,
} from "./codes.ts";
import { packId } from "./identifiers.ts";
import { areSameRows, insertRows, type Row, updateRow } from "./stored-rows.ts";
import { dimensionsWord, type Words } from "./words.ts";

export const DOCUMENT_AMOUNTS = ["total", "totalBase", "outstanding", "tax"] as const;
export const LINE_AMOUNTS = ["quantity", "unitAmount", "net", "tax"] as const;
export const PAYMENT_AMOUNTS = ["amount", "unapplied"] as const;
export const ONE_AMOUNT = ["amount"] as const;

/**
 * The hot path: documents, payments, journals and their rows through prepared statements (a query
 * builder would cost three times as much per document). Call it inside a transaction.
 */
export class DocumentWriter {
  readonly #db: Sqlite;
  readonly #words: Words;
  readonly #document: Statement;
  readonly #payment: Statement;
  readonly #journal: Statement;
  readonly #held: Readonly<Record<"document_line" | "allocation" | "posting", Statement>>;
  readonly #clear: Readonly<Record<"document_line" | "allocation" | "posting" | "document" | "payment" | "journal", Statement>>;

  constructor(db: Sqlite, words: Words) {
    this.#db = db;
    this.#words = words;
    this.#document = db.prepare(`INSERT OR REPLACE INTO document VALUES (${marks(30)})`);
    this.#payment = db.prepare(`INSERT OR REPLACE INTO payment VALUES (${marks(19)})`);
    this.#journal = db.prepare(`INSERT OR REPLACE INTO journal VALUES (${marks(9)})`);
    const held = (table: string, where: string) => db.prepare(`SELECT * FROM ${table} WHERE ${where}`).raw();
    this.#held = {
      document_line: held("document_line", "rec_no = ? ORDER BY line_no"),
      allocation: held("allocation", "rec_no = ? ORDER BY alloc_no"),
      posting: held("posting", "rec_no = ? AND origin = 0 ORDER BY line_no"),
    };
    const clear = (table: string) => db.prepare(`DELETE FROM ${table} WHERE rec_no = ?`);
    this.#clear = {
      document_line: clear("document_line"),
      allocation: clear("allocation"),
      posting: db.prepare("DELETE FROM posting WHERE rec_no = ? AND origin = 0"),
      document: clear("document"),
      payment: clear("payment"),
      journal: clear("journal"),
    };
  }

  /** The contact's name as the record has it now, which doesn't call the record changed. */
  renameParty(recNo: number, kind: "document" | "payment", name: string | undefined): void {
    const now = name ?? null;
    prepared(this.#db, `UPDATE ${kind} SET party_name = ? WHERE rec_no = ? AND party_name IS NOT ?`).run(now, recNo, now);
  }

  /** Writes a document with its lines and own allocations; `replace` when the record had rows before. */
  writeDocument(recNo: number, value: MappedDocument, changeHash: Uint8Array, replace: boolean): void {
    const words = this.#words;
    const amounts = packAmounts(DOCUMENT_AMOUNTS, [
      value.total.amount,
      value.totalBase?.amount,
      value.outstanding.amount,
      value.tax.amount?.amount,
    ]);
    assert(
      value.total.currency === value.currency && value.outstanding.currency === value.currency,
      `${value.id}: amounts in another currency`,
    );
    const tax = this.#tax(value.tax);
    const [total, totalBase, outstanding, taxAmount] = amounts.values;
    const issueDay = dayNumber(value.issueDate);
    const row: Row = [
      recNo,
      documentTypeCode.encode(value.type),
      documentStatusCode.encode(value.status),
      value.statusIsDerived ? 1 : 0,
      value.number ?? null,
      value.reference ?? null,
      words.internOptional(value.partyId),
      value.partyName ?? null,
      issueDay,
      value.dueDate === undefined ? null : dayNumber(value.dueDate),
      words.intern(value.currency),
      words.internOptional(value.totalBase?.currency),
      value.exchangeRate ?? null,
      total,
      totalBase,
      outstanding,
      taxAmount,
      amounts.scales,
      amounts.exact,
      tax.word,
      tax.text,
      words.internOptional(value.sourceStatus),
      words.internOptional(value.approvalStatus),
      value.unappliedKind === undefined ? null : unappliedKindCode.encode(value.unappliedKind),
      words.internOptional(value.entityId),
      value.memo ?? null,
      words.internOptional(value.periodId),
      changeHash,
      words.internOptional(value.totalAccountId),
      flagOf(value.bankReconciled),
    ];
    if (!replace || !updateRow(this.#db, "document", row)) this.#document.run(row);
    const lines: Row[] = [];
    for (let index = 0; index < value.lines.length; index++)
      lines.push(this.#lineRow(recNo, index + 1, value, value.lines[index] as DocumentLine, issueDay));
    this.#writeRows("document_line", recNo, lines, replace);
    this.writeAllocations(recNo, value.allocations, replace);
  }

  /** Writes the rows of one record; those it had stay when they are the same, and with them all their places in indexes. */
  #writeRows(table: "document_line" | "allocation" | "posting", recNo: number, rows: readonly Row[], replace: boolean): void {
    if (replace) {
      if (areSameRows(this.#held[table].all(recNo) as Row[], rows)) return;
      this.#clear[table].run(recNo);
    }
    insertRows(this.#db, table, rows);
  }

  #lineRow(recNo: number, lineNo: number, document: MappedDocument, line: DocumentLine, day: number): Row {
    assert(line.net.currency === document.currency, `${line.id}: line in another currency`);
    const words = this.#words;
    const amounts = packAmounts(LINE_AMOUNTS, [line.quantity, line.unitAmount?.amount, line.net.amount, line.tax.amount?.amount]);
    const [quantity, unitAmount, net, taxAmount] = amounts.values;
    const own = line.id.slice(document.id.length + 1);
    return [
      recNo,
      lineNo,
      own === `#${lineNo}` ? null : packId(own),
      lineKindCode.encode(line.kind),
      line.description ?? null,
      quantity,
      unitAmount,
      net,
      taxAmount,
      amounts.scales,
      amounts.exact,
      this.#taxWord(line.tax),
      words.internOptional(line.accountId),
      words.internOptional(line.itemId),
      dimensionsWord(words, line.dimensions),
      words.internOptional(line.billable?.customerId),
      line.billable === undefined ? null : billableStatusCode.encode(line.billable.status),
      day,
    ];
  }

  /** Writes the allocations that came with a record; `replace` when it had rows before. */
  writeAllocations(recNo: number, allocations: readonly Allocation[], replace: boolean): void {
    if (allocations.length === 0 && !replace) return;
    const rows = allocations.map((allocation, index): Row => {
      const amounts = packAmounts(ONE_AMOUNT, [allocation.amount.amount]);
      return [
        recNo,
        index + 1,
        fromKindCode.encode(allocation.fromKind),
        allocation.fromId,
        allocation.toId,
        amounts.values[0],
        amounts.scales,
        amounts.exact,
        this.#words.intern(allocation.amount.currency),
        allocation.date === undefined ? null : dayNumber(allocation.date),
      ];
    });
    this.#writeRows("allocation", recNo, rows, replace);
  }

  writePayment(recNo: number, value: MappedPayment, changeHash: Uint8Array, replace: boolean): void {
    const words = this.#words;
    const amounts = packAmounts(PAYMENT_AMOUNTS, [value.amount.amount, value.unapplied.amount]);
    assert(
      value.amount.currency === value.currency && value.unapplied.currency === value.currency,
      `${value.id}: amounts in another currency`,
    );
    this.#payment.run(
      recNo,
      directionCode.encode(value.direction),
      paymentStatusCode.encode(value.status),
      words.internOptional(value.sourceStatus),
      words.internOptional(value.partyId),
      value.partyName ?? null,
      dayNumber(value.date),
      words.intern(value.currency),
      value.exchangeRate ?? null,
      amounts.values[0],
      amounts.values[1],
      amounts.scales,
      amounts.exact,
      words.internOptional(value.accountId),
      value.reference ?? null,
      value.batchId ?? null,
      words.internOptional(value.entityId),
      changeHash,
      flagOf(value.bankReconciled),
    );
    this.writeAllocations(recNo, value.allocations, replace);
  }

  writeJournal(recNo: number, value: Journal, changeHash: Uint8Array, replace: boolean): void {
    const words = this.#words;
    const day = dayNumber(value.date);
    this.#journal.run(
      recNo,
      words.intern(value.id.slice(0, value.id.indexOf(":"))),
      value.number ?? null,
      day,
      value.createdAt === undefined ? null : Date.parse(value.createdAt),
      value.documentId ?? null,
      words.internOptional(value.sourceType),
      words.intern(value.postings[0]?.amount.currency ?? ""),
      changeHash,
    );
    const rows = value.postings.map((posting, index) => this.#postingRow(recNo, index + 1, value, posting, day));
    this.#writeRows("posting", recNo, rows, replace);
  }

  #postingRow(recNo: number, lineNo: number, journal: Journal, posting: Posting, day: number): Row {
    const words = this.#words;
    const amounts = packAmounts(ONE_AMOUNT, [posting.amount.amount]);
    const own = posting.id.slice(journal.id.length + 1);
    return [
      recNo,
      0,
      lineNo,
      own === `#${lineNo}` ? null : packId(own),
      words.intern(posting.accountId),
      amounts.values[0],
      amounts.scales,
      amounts.exact,
      words.internOptional(posting.partyId),
      posting.description ?? null,
      dimensionsWord(words, posting.dimensions),
      day,
      words.internOptional(posting.entityId),
      posting.amount.currency === journal.postings[0]?.amount.currency ? null : words.intern(posting.amount.currency),
    ];
  }

  /** Removes the rows of one kind, when the record no longer maps to it. */
  removeRows(recNo: number, kind: "document" | "payment" | "journal"): void {
    if (kind === "document") this.#clear.document_line.run(recNo);
    if (kind === "journal") this.#clear.posting.run(recNo);
    else this.#clear.allocation.run(recNo);
    this.#clear[kind].run(recNo);
  }

  // Components with amounts differ on every document; those without recur and are interned.
  #tax(tax: TaxBreakdown): { word: number | null; text: string | null } {
    const recurs = tax.components.every((part) => part.amount === undefined);
    return recurs ? { word: this.#taxWord(tax), text: null } : { word: null, text: taxJson(tax) };
  }

  #taxWord(tax: TaxBreakdown): number {
    const [part, another] = tax.components;
    if (part === undefined) return this.#words.internNamed("tax", tax.basis, "", () => taxJson(tax));
    const code = another === undefined && Object.keys(part).length === 1 ? part.code : undefined;
    return code === undefined ? this.#words.intern(taxJson(tax)) : this.#words.internNamed("tax_code", tax.basis, code, () => taxJson(tax));
  }
}

function taxJson({ basis, components }: TaxBreakdown): string {
  return JSON.stringify({ basis, components });
}

function marks(count: number): string {
  return Array.from({ length: count }, () => "?").join(",");
}

function flagOf(flag: boolean | undefined): number | null {
  return flag === undefined ? null : Number(flag);
}
