import { type BillFacts, DAYS_APART_MAX, scorePair } from "#main/domain/duplicates/duplicates.ts";
import { moduleOf, type PostingQuestion } from "#main/domain/periods/period-lock.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { mergeVolatile } from "#main/store/database/mirror-relations.ts";
import { prepared } from "#main/store/database/query.ts";
import { checkPosting, type PostCheck } from "#main/store/periods/post-check.ts";
import { documentTypeCode } from "#main/store/records/codes.ts";
import { RecordStore } from "#main/store/records/record-store.ts";
import { dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { compareDecimals, type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { MappedDocument, MappedPayment } from "#shared/model/books/mapped-record.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { DocumentDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { documentNameOf } from "./record-names.ts";
import { recordNumber } from "./record-number.ts";

/** A document or payment that an operation names, as the mirror has it. */
export interface FactRecord {
  readonly id: string;
  readonly document?: MappedDocument;
  readonly payment?: MappedPayment;
  /** The last payload as JSON text. */
  readonly raw: string;
  readonly changeHash: string;
  readonly removed: boolean;
}

/** The cut-off as it stands for one operation: every date that it touches, each with its answer. */
export interface CutOff {
  readonly operation: number;
  readonly question: PostingQuestion;
  readonly check: PostCheck;
}

/** A document in the mirror that looks like the one to be written (rule 14). */
export interface LikelyDuplicate {
  readonly operation: number;
  readonly documentId: string;
  readonly name: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** All that the checks before a write, and its preparation, need of the mirror. */
export interface WriteFacts {
  readonly accounts: readonly Account[];
  readonly items: readonly Item[];
  readonly parties: readonly Party[];
  readonly records: readonly FactRecord[];
  /** Currencies that accounts are kept in, and those of the parties and documents that the operations name. */
  readonly currencies: readonly string[];
  readonly cutOffs: readonly CutOff[];
  readonly duplicates: readonly LikelyDuplicate[];
}

/** Gathers what the mirror knows of everything that the operations name. */
export function writeFacts(reader: MirrorReader, operations: readonly WriteOperation[]): WriteFacts {
  const records = recordsOf(reader, operations);
  const byId = new Map(records.map((record) => [record.id, record]));
  const accounts = bodies<Account>(reader, "account");
  const parties = partiesOf(reader, operations, records);
  return {
    accounts,
    items: bodies<Item>(reader, "item"),
    parties,
    records,
    currencies: currenciesOf(accounts, parties, records),
    cutOffs: operations.flatMap((operation, index) =>
      questionsOf(operation, byId).map((question) => ({ operation: index, question, check: checkPosting(reader, question) })),
    ),
    duplicates: operations.flatMap((operation, index) =>
      operation.kind === "create_document" ? likelyDuplicates(reader, operation.document, index) : [],
    ),
  };
}

function currenciesOf(accounts: readonly Account[], parties: readonly Party[], records: readonly FactRecord[]): string[] {
  const used = [
    ...accounts.map(({ currency }) => currency),
    ...parties.map(({ currency }) => currency),
    ...records.map(({ document, payment }) => (document ?? payment)?.currency),
  ];
  return [...new Set(used.filter((currency) => currency !== undefined))];
}

/** Charts and item lists are small: whole, so that codes and names can be looked up too. */
function bodies<T>(reader: MirrorReader, kind: "account" | "item"): T[] {
  const rows = prepared(
    reader.db,
    "SELECT body, volatile FROM entity JOIN source_record USING (rec_no) WHERE kind = ? AND removed_ms IS NULL ORDER BY id",
  ).all(kind) as { readonly body: string; readonly volatile: string | null }[];
  return rows.map((row) => mergeVolatile(row.body, row.volatile) as T);
}

function partiesOf(reader: MirrorReader, operations: readonly WriteOperation[], records: readonly FactRecord[]): Party[] {
  const ids = new Set<string>();
  for (const operation of operations) {
    const named =
      operation.kind === "create_document"
        ? operation.document.party?.id
        : operation.kind === "update_document"
          ? operation.changes.party?.id
          : operation.kind === "create_payment"
            ? operation.payment.party.id
            : undefined;
    if (named !== undefined) ids.add(named);
  }
  for (const { document, payment } of records) {
    const id = document?.partyId ?? payment?.partyId;
    if (id !== undefined) ids.add(id);
  }
  const one = prepared(
    reader.db,
    "SELECT body, volatile FROM entity JOIN source_record USING (rec_no) WHERE kind = 'party' AND id = ? AND removed_ms IS NULL",
  );
  return [...ids].flatMap((id) => {
    const row = one.get(id) as { readonly body: string; readonly volatile: string | null } | undefined;
    return row === undefined ? [] : [mergeVolatile(row.body, row.volatile) as Party];
  });
}

/** Ids of documents and payments that an operation changes or settles. */
function namedRecords(operation: WriteOperation): readonly string[] {
  switch (operation.kind) {
    case "create_document":
    case "create_integration_item":
      return [];
    case "create_payment":
      return operation.payment.allocations.map(({ toId }) => toId);
    case "apply_credit":
      return [operation.fromId, ...operation.allocations.map(({ toId }) => toId)];
    default:
      return [operation.id];
  }
}

function recordsOf(reader: MirrorReader, operations: readonly WriteOperation[]): FactRecord[] {
  const raws = new RecordStore(reader.db, reader.words);
  return [...new Set(operations.flatMap(namedRecords))].flatMap((id): FactRecord[] => {
    const documentNo = recordNumber(reader, id, "document");
    const recNo = documentNo ?? recordNumber(reader, id, "payment");
    if (recNo === null) return [];
    const raw = raws.readRaw(recNo)?.toString("utf8") ?? "null";
    if (documentNo !== null) {
      const document = reader.documents([recNo])[0];
      if (document === undefined) return [];
      const { party, removedDetectedAt, changeHash, asOf: _asOf, ...value } = document;
      return [{ id, document: { ...value, ...named(party) }, raw, changeHash, removed: removedDetectedAt !== null }];
    }
    const payment = reader.payments([recNo])[0];
    if (payment === undefined) return [];
    const { party, removedDetectedAt, changeHash, asOf: _asOf, ...value } = payment;
    return [{ id, payment: { ...value, ...named(party) }, raw, changeHash, removed: removedDetectedAt !== null }];
  });
}

function named(party: Party | undefined): { readonly partyId?: string; readonly partyName?: string } {
  return party === undefined ? {} : { partyId: party.id, partyName: party.name };
}

/** What is asked of the locks: the date of what is made, and of an existing record its old and its new one (rule 7). */
function questionsOf(operation: WriteOperation, records: ReadonlyMap<string, FactRecord>): PostingQuestion[] {
  const entity = (entityId: string | undefined) => (entityId === undefined ? {} : { entityId });
  switch (operation.kind) {
    case "create_document": {
      const { type, issueDate, entityId } = operation.document;
      return [{ date: issueDate, module: moduleOf(type), ...entity(entityId) }];
    }
    case "create_payment": {
      const { direction, date, entityId } = operation.payment;
      return [{ date, module: direction === "received" ? "ar" : "ap", ...entity(entityId) }];
    }
    case "apply_credit": {
      const from = records.get(operation.fromId)?.document;
      return [{ date: operation.date, module: from === undefined ? "gl" : moduleOf(from.type), ...entity(from?.entityId) }];
    }
    case "create_integration_item":
      return [];
    default:
      return existing(records.get(operation.id), operation.kind === "update_document" ? operation.changes : {});
  }
}

function existing(
  record: FactRecord | undefined,
  to: { readonly issueDate?: PostingQuestion["date"] | undefined; readonly entityId?: string | undefined },
): PostingQuestion[] {
  const { document, payment } = record ?? {};
  if (document !== undefined) {
    const question = (date: PostingQuestion["date"], entityId: string | undefined): PostingQuestion => ({
      date,
      module: moduleOf(document.type),
      ...(entityId === undefined ? {} : { entityId }),
    });
    const { issueDate, entityId } = document;
    const isSame = (to.issueDate ?? issueDate) === issueDate && (to.entityId ?? entityId) === entityId;
    return [question(issueDate, entityId), ...(isSame ? [] : [question(to.issueDate ?? issueDate, to.entityId ?? entityId)])];
  }
  if (payment === undefined) return [];
  return [{ date: payment.date, module: payment.direction === "received" ? "ar" : "ap" }];
}

/** Bills and cash purchases of the same party, amount and time that the new one may repeat. */
function likelyDuplicates(reader: MirrorReader, draft: DocumentDraft, operation: number): LikelyDuplicate[] {
  const party = draft.party?.id;
  const word = party === undefined ? null : reader.words.find(party);
  if (party === undefined || word === null || (draft.type !== "purchase_bill" && draft.type !== "cash_purchase")) return [];
  const types = (["purchase_bill", "cash_purchase"] as const).map(documentTypeCode.encode).join(",");
  const day = dayNumber(draft.issueDate);
  const numbers = prepared(
    reader.db,
    `SELECT rec_no FROM document JOIN source_record USING (rec_no)
     WHERE party_word = ? AND type IN (${types}) AND removed_ms IS NULL AND issue_day BETWEEN ? AND ? LIMIT 500`,
  )
    .pluck()
    .all(word, day - DAYS_APART_MAX, day + DAYS_APART_MAX) as number[];
  const ours = billOf(draft, party);
  return reader.documents(numbers, "own").flatMap((document) => {
    if (["voided", "deleted", "voided_or_zero"].includes(document.status)) return [];
    // A draft may leave the tax to the ledger: then its total is compared without it.
    const net = sumDecimals(document.lines.map((line) => line.net.amount));
    const total = [document.total.amount, net].find((amount) => compareDecimals(amount, ours.total) === 0) ?? document.total.amount;
    const scored = scorePair(ours, {
      id: document.id,
      partyId: party,
      partyName: null,
      taxIdentifier: null,
      number: document.number ?? null,
      reference: document.reference ?? null,
      date: fromDayNumber(dayNumber(document.issueDate)),
      currency: document.currency,
      total,
    });
    return scored === null
      ? []
      : [{ operation, documentId: document.id, name: documentNameOf(reader, document.id) ?? document.id, ...scored }];
  });
}

function billOf(draft: DocumentDraft, partyId: string): BillFacts {
  const amounts: DecimalString[] = draft.lines.flatMap(({ net, tax }) =>
    tax?.amount === undefined ? [net.amount] : [net.amount, tax.amount.amount],
  );
  return {
    id: "",
    partyId,
    partyName: null,
    taxIdentifier: null,
    number: draft.number ?? null,
    reference: draft.reference ?? null,
    date: draft.issueDate,
    currency: draft.currency,
    total: draft.total?.amount ?? sumDecimals(amounts),
  };
}
