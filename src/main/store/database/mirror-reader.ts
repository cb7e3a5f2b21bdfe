import { unpackAmount } from "#main/store/records/amounts.ts";
import {
  billableStatusCode,
  directionCode,
  documentStatusCode,
  documentTypeCode,
  lineKindCode,
  paymentStatusCode,
  unappliedKindCode,
} from "#main/store/records/codes.ts";
import { DOCUMENT_AMOUNTS, LINE_AMOUNTS, ONE_AMOUNT, PAYMENT_AMOUNTS } from "#main/store/records/document-writer.ts";
import { unpackId } from "#main/store/records/identifiers.ts";
import { facts, type MirrorFacts, money, optional, RECORD_COLUMNS, type RecordColumns } from "#main/store/records/row-parts.ts";
import { Words } from "#main/store/records/words.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { LineDimension } from "#shared/model/books/dimension.ts";
import type { DocumentLine, LedgerDocument } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Payment } from "#shared/model/books/payment.ts";
import type { Journal } from "#shared/model/books/posting.ts";
import type { LedgerSystem, SourceRef } from "#shared/model/books/source-ref.ts";
import type { TaxBreakdown } from "#shared/model/books/tax.ts";
import { MirrorRelations } from "./mirror-relations.ts";
import type { Sqlite } from "./open.ts";
import { mirrorQuery, prepared, readAll } from "./query.ts";
import type { ClientSchema, DocumentRow, LineRow, PaymentRow } from "./schema-client.ts";

export type MirroredDocument = LedgerDocument & MirrorFacts;
export type MirroredPayment = Payment & MirrorFacts;
export type MirroredJournal = Journal & MirrorFacts;

/** `whole`: with the allocations and the party that other records hold. `own`: what the record itself brought. */
type ReadScope = "whole" | "without_allocations" | "own";

const TEXTS_MAX = 2_000;

/** Puts mirrored rows together again into the records of the normalised model. */
export class MirrorReader {
  readonly db: Sqlite;
  readonly words: Words;
  /** Which ledger this is the mirror of. */
  readonly source: { readonly system: LedgerSystem; readonly tenantId: string };
  readonly #system: LedgerSystem;
  readonly #tenantId: string;
  readonly #relations: MirrorRelations;
  readonly #texts = new Map<string, unknown>();

  constructor(db: Sqlite, source: { readonly system: LedgerSystem; readonly tenantId: string }) {
    this.db = db;
    this.words = new Words(db);
    this.source = { system: source.system, tenantId: source.tenantId };
    this.#system = source.system;
    this.#tenantId = source.tenantId;
    this.#relations = new MirrorRelations(db, this.words, source);
  }

  /** Documents by record number, in the order of the numbers given. */
  documents(recNos: readonly number[], scope: ReadScope = "whole"): MirroredDocument[] {
    if (recNos.length === 0) return [];
    const byNo = this.#rows<DocumentRow>("document", recNos);
    const rows = [...byNo.values()];
    const lines = this.#linesOf(recNos);
    const ids = new Map(rows.map((row) => [row.rec_no, this.#idOf(row)]));
    const allocations = scope === "whole" ? this.#relations.allocationsOf([...ids.values()]) : new Map<string, Allocation[]>();
    const parties = this.#relations.parties(scope === "own" ? [] : rows.map((row) => row.party_word));
    return recNos.flatMap((recNo) => {
      const row = byNo.get(recNo);
      const id = ids.get(recNo);
      if (row === undefined || id === undefined) return [];
      return [this.#document(row, id, lines.get(recNo) ?? [], allocations.get(id) ?? [], parties)];
    });
  }

  #document(
    row: DocumentRow & RecordColumns,
    id: string,
    lines: readonly LineRow[],
    allocations: Allocation[],
    parties: ReadonlyMap<string, Party>,
  ): MirroredDocument {
    const text = (word: number | null) => this.words.textOptional(word);
    const currency = this.words.text(row.currency_word);
    const amount = (value: number | null, index: number) =>
      unpackAmount(value, row.scales, index, DOCUMENT_AMOUNTS[index] as string, row.exact);
    const source = this.#source(row);
    const totalBase = amount(row.total_base, 1);
    const party = this.#relations.partyOf(
      row,
      parties,
      documentTypeCode.decode(row.type).startsWith("purchase") || documentTypeCode.decode(row.type) === "cash_purchase",
    );
    return {
      id,
      type: documentTypeCode.decode(row.type),
      ...optional("number", row.number),
      ...optional("reference", row.reference),
      ...optional("party", party),
      issueDate: fromDayNumber(row.issue_day),
      ...(row.due_day === null ? {} : { dueDate: fromDayNumber(row.due_day) }),
      currency,
      ...optional("exchangeRate", row.exchange_rate as DecimalString | null),
      total: money(amount(row.total, 0), currency),
      ...(totalBase === undefined ? {} : { totalBase: money(totalBase, this.words.text(row.base_currency_word as number)) }),
      outstanding: money(amount(row.outstanding, 2), currency),
      tax: this.#tax(row.tax_text ?? this.words.text(row.tax_word as number), amount(row.tax_amount, 3), currency),
      status: documentStatusCode.decode(row.status),
      statusIsDerived: row.status_is_derived === 1,
      ...optional("sourceStatus", text(row.source_status_word)),
      ...optional("approvalStatus", text(row.approval_word)),
      ...(row.unapplied_kind === null ? {} : { unappliedKind: unappliedKindCode.decode(row.unapplied_kind) }),
      ...optional("entityId", text(row.entity_id_word)),
      ...optional("memo", row.memo),
      lines: lines.map((line) => this.#line(line, id, currency, source)),
      allocations,
      ...optional("periodId", text(row.period_word)),
      ...optional("totalAccountId", text(row.total_account_word)),
      ...optional("bankReconciled", row.bank_reconciled === null ? null : row.bank_reconciled === 1),
      source,
      ...facts(row),
    };
  }

  #line(row: LineRow, documentId: string, currency: string, documentSource: SourceRef): DocumentLine {
    const amount = (value: number | null, index: number) =>
      unpackAmount(value, row.scales, index, LINE_AMOUNTS[index] as string, row.exact);
    const own = row.line_id === null ? `#${row.line_no}` : unpackId(row.line_id);
    const unit = amount(row.unit_amount, 1);
    return {
      id: `${documentId}/${own}`,
      kind: lineKindCode.decode(row.kind),
      ...optional("description", row.description),
      ...optional("quantity", amount(row.quantity, 0)),
      ...(unit === undefined ? {} : { unitAmount: money(unit, currency) }),
      ...optional("accountId", this.words.textOptional(row.account_word)),
      ...optional("itemId", this.words.textOptional(row.item_word)),
      net: money(amount(row.net, 2), currency),
      tax: this.#tax(this.words.text(row.tax_word), amount(row.tax_amount, 3), currency),
      dimensions: row.dimensions_word === null ? [] : (this.#parsed(this.words.text(row.dimensions_word)) as LineDimension[]),
      ...(row.billable_status === null
        ? {}
        : {
            billable: {
              customerId: this.words.text(row.billable_customer_word as number),
              status: billableStatusCode.decode(row.billable_status),
            },
          }),
      source: { ...documentSource, id: own },
    };
  }

  /** Payments by record number, in the order of the numbers given. */
  payments(recNos: readonly number[], scope: ReadScope = "whole"): MirroredPayment[] {
    if (recNos.length === 0) return [];
    const byNo = this.#rows<PaymentRow>("payment", recNos);
    const rows = [...byNo.values()];
    const ids = new Map(rows.map((row) => [row.rec_no, this.#idOf(row)]));
    const allocations = scope === "whole" ? this.#relations.allocationsOf([...ids.values()]) : new Map<string, Allocation[]>();
    const parties = this.#relations.parties(scope === "own" ? [] : rows.map((row) => row.party_word));
    return recNos.flatMap((recNo) => {
      const row = byNo.get(recNo);
      const id = ids.get(recNo);
      return row === undefined || id === undefined ? [] : [this.#payment(row, id, allocations.get(id) ?? [], parties)];
    });
  }

  #payment(row: PaymentRow & RecordColumns, id: string, allocations: Allocation[], parties: ReadonlyMap<string, Party>): MirroredPayment {
    const currency = this.words.text(row.currency_word);
    const amount = (value: number | null, index: number) =>
      unpackAmount(value, row.scales, index, PAYMENT_AMOUNTS[index] as string, row.exact);
    return {
      id,
      direction: directionCode.decode(row.direction),
      ...optional("party", this.#relations.partyOf(row, parties, row.direction === 1)),
      date: fromDayNumber(row.day),
      currency,
      ...optional("exchangeRate", row.exchange_rate as DecimalString | null),
      amount: money(amount(row.amount, 0), currency),
      unapplied: money(amount(row.unapplied, 1), currency),
      ...optional("accountId", this.words.textOptional(row.account_word)),
      ...optional("reference", row.reference),
      ...optional("batchId", row.batch_id),
      ...optional("bankReconciled", row.bank_reconciled === null ? null : row.bank_reconciled === 1),
      status: paymentStatusCode.decode(row.status),
      ...optional("sourceStatus", this.words.textOptional(row.source_status_word)),
      ...optional("entityId", this.words.textOptional(row.entity_id_word)),
      allocations: allocations.filter((allocation) => allocation.fromId === id),
      source: this.#source(row),
      ...facts(row),
    };
  }

  /** General-ledger journals by record number, in the order of the numbers given. */
  journals(recNos: readonly number[]): MirroredJournal[] {
    if (recNos.length === 0) return [];
    const byNo = this.#rows<ClientSchema["journal"]>("journal", recNos);
    const postings = readAll(
      this.db,
      mirrorQuery
        .selectFrom("posting")
        .selectAll()
        .where("rec_no", "in", recNos)
        .where("origin", "=", 0)
        .orderBy("rec_no")
        .orderBy("line_no"),
    );
    const grouped = Map.groupBy(postings, (posting) => posting.rec_no);
    return recNos.flatMap((recNo) => {
      const row = byNo.get(recNo);
      return row === undefined ? [] : [this.#journal(row, grouped.get(recNo) ?? [])];
    });
  }

  #journal(row: ClientSchema["journal"] & RecordColumns, postings: readonly ClientSchema["posting"][]): MirroredJournal {
    const prefix = this.words.text(row.prefix_word);
    const id = `${prefix}:${unpackId(row.source_id)}`;
    const currency = this.words.text(row.currency_word);
    const source = this.#source(row);
    return {
      id,
      ...optional("number", row.number),
      date: fromDayNumber(row.day),
      ...(row.created_ms === null ? {} : { createdAt: instantFromMs(row.created_ms) }),
      ...optional("documentId", row.document_id),
      ...optional("sourceType", this.words.textOptional(row.source_type_word)),
      postings: postings.map((posting) => ({
        id: `${id}/${posting.line_id === null ? `#${posting.line_no}` : unpackId(posting.line_id)}`,
        accountId: this.words.text(posting.account_word as number),
        amount: money(
          unpackAmount(posting.amount, posting.scales, 0, ONE_AMOUNT[0], posting.exact),
          this.words.textOptional(posting.currency_word) ?? currency,
        ),
        ...optional("entityId", this.words.textOptional(posting.entity_id_word)),
        ...optional("partyId", this.words.textOptional(posting.party_word)),
        ...optional("description", posting.description),
        dimensions: posting.dimensions_word === null ? [] : (this.#parsed(this.words.text(posting.dimensions_word)) as LineDimension[]),
      })),
      // The feed is another table of the ledger than the transaction that carries its id.
      source: prefix === "gl" ? { ...source, entityType: "transactionaccountingline" } : source,
      ...facts(row),
    };
  }

  /** Every allocation that came with a record, those of a credit that a payment record carries included. */
  allocationsHeldBy(recNo: number): Allocation[] {
    return this.#relations.allocationsHeldBy(recNo);
  }

  /** The rows of one typed table with their bookkeeping columns, by record number. */
  #rows<Row extends { readonly rec_no: number }>(
    table: "document" | "payment" | "journal",
    recNos: readonly number[],
  ): Map<number, Row & RecordColumns> {
    const marks = recNos.map(() => "?").join(",");
    const text = `SELECT t.*, ${RECORD_COLUMNS.join(", ")} FROM ${table} t JOIN source_record USING (rec_no) JOIN stream USING (stream_no) WHERE t.rec_no IN (${marks})`;
    const rows = prepared(this.db, text).all(...recNos) as (Row & RecordColumns)[];
    return new Map(rows.map((row) => [row.rec_no, row]));
  }

  #linesOf(recNos: readonly number[]): Map<number, LineRow[]> {
    const marks = recNos.map(() => "?").join(",");
    const rows = prepared(this.db, `SELECT * FROM document_line WHERE rec_no IN (${marks}) ORDER BY rec_no, line_no`).all(...recNos);
    return Map.groupBy(rows as LineRow[], (line) => line.rec_no);
  }

  /** A stored ledger id as text. */
  idText(packed: unknown): string {
    return unpackId(packed);
  }

  #idOf(row: RecordColumns): string {
    return `${this.words.text(row.entity_word)}:${unpackId(row.source_id)}`;
  }

  #source(row: RecordColumns): SourceRef {
    return {
      system: this.#system,
      tenantId: this.#tenantId,
      entityType: this.words.text(row.entity_word),
      id: unpackId(row.source_id),
      fetchedAt: instantFromMs(row.fetched_ms),
    };
  }

  /** Tax and dimensions of lines recur: each text is parsed once, and nobody changes what it says. */
  #parsed(json: string): unknown {
    const known = this.#texts.get(json);
    if (known !== undefined) return known;
    const value: unknown = JSON.parse(json);
    if (this.#texts.size >= TEXTS_MAX) this.#texts.clear();
    this.#texts.set(json, value);
    return value;
  }

  #tax(json: string, amount: DecimalString | undefined, currency: string): TaxBreakdown {
    const stored = this.#parsed(json) as Pick<TaxBreakdown, "basis" | "components">;
    return { basis: stored.basis, ...(amount === undefined ? {} : { amount: money(amount, currency) }), components: stored.components };
  }
}
