import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { deleteTransaction, editTransaction, voidTransaction } from "../books/events.ts";
import { transactionById } from "../books/postings.ts";
import type { Books, SimTransaction } from "../books/types.ts";
import type { CurrentTables } from "./current-tables.ts";
import { DOMAIN } from "./domain.ts";
import { type Entity, isNameEntity, type TransactionEntity } from "./entities.ts";
import { type Fault, objectNotFound, staleObject, unsupported } from "./faults.ts";
import type { JsonObject } from "./json-writer.ts";
import type { Row } from "./rows.ts";
import { createFrom, updateFrom, type WriteHabits } from "./writing/document-input.ts";
import { headerOf, kindOf } from "./writing/header-input.ts";
import { createItemFrom } from "./writing/item-input.ts";
import { createPaymentFrom } from "./writing/payment-input.ts";
import { checkMembers, type SentBody, sentText, sentWords } from "./writing/sent-body.ts";
import { missing, WriteFault } from "./writing/write-fault.ts";
import type { WriteEffect } from "./writing/write-log.ts";

export interface WriteSetting {
  readonly books: Books;
  readonly current: CurrentTables;
  readonly habits: WriteHabits;
  readonly nowMs: number;
}

export interface Write {
  readonly entity: Entity;
  /** Null: create or update, as the body says. */
  readonly operation: string | null;
  readonly body: SentBody;
}

/** What a write came to: an answer and an effect, or a fault and none. */
export type Written = { readonly answer: JsonObject; readonly effect: WriteEffect } | { readonly fault: Fault };

const voidable: readonly string[] = ["Invoice", "SalesReceipt", "Payment", "BillPayment"];

/**
 * Creates, changes, voids or deletes one record, existing ones against their current SyncToken. A date
 * before the book close is not refused: this ledger leaves that to others.
 */
export function runWrite(setting: WriteSetting, write: Write): Written {
  try {
    const { entity, id, did } = writtenBy(setting, write);
    const record: JsonObject | undefined =
      did === "deleted" ? { domain: DOMAIN, status: "Deleted", Id: id } : setting.current.tables(setting.nowMs).row(entity, id)?.record();
    return { answer: { [entity]: record }, effect: { entity, id, did } };
  } catch (refusal) {
    if (!(refusal instanceof WriteFault)) throw refusal;
    return { fault: refusal.fault };
  }
}

interface Done {
  readonly entity: Entity;
  readonly id: string;
  readonly did: WriteEffect["did"];
}

function writtenBy(setting: WriteSetting, { entity, operation, body }: Write): Done {
  const { books, nowMs } = setting;
  checkMembers(body);
  if (entity === "Item" && operation === null && body.Id === undefined)
    return { entity, id: createItemFrom(books, body, nowMs).id, did: "created" };
  if (isNameEntity(entity)) throw new WriteFault(unsupported);
  if (operation === null && body.Id === undefined) return { entity, id: created(setting, entity, body).id, did: "created" };
  const row = current(setting, entity, body);
  const transaction = transactionById(books, row.id);
  // Payments that only this ledger knows are not in the books and cannot be changed.
  if (transaction === undefined) throw new WriteFault(unsupported);
  if (operation === "delete") {
    deleteTransaction(books, row.id, nowMs);
    return { entity, id: row.id, did: "deleted" };
  }
  if (operation === "void") {
    // Bills and journal entries can only be deleted.
    if (!voidable.includes(entity)) throw new WriteFault(unsupported);
    voidTransaction(books, row.id, nowMs);
    return { entity, id: row.id, did: "voided" };
  }
  if (operation !== null) throw new WriteFault(unsupported);
  updated(setting, entity, body, transaction);
  return { entity, id: row.id, did: "updated" };
}

function current({ current: tables, nowMs }: WriteSetting, entity: TransactionEntity, body: SentBody): Row {
  const id = sentText(body.Id) ?? missing("Id");
  const token: ExactJson = body.SyncToken ?? missing("SyncToken");
  const row = tables.tables(nowMs).row(entity, id);
  if (row === undefined) throw new WriteFault(objectNotFound);
  if (token !== row.record().SyncToken) throw new WriteFault(staleObject);
  return row;
}

function created({ books, habits, nowMs }: WriteSetting, entity: TransactionEntity, body: SentBody): SimTransaction {
  const write = { books, habits, entity, body, nowMs };
  if (entity === "Payment" || entity === "BillPayment") return createPaymentFrom(write);
  if (kindOf(entity, body) === undefined) throw new WriteFault(unsupported);
  return createFrom(write);
}

function updated({ books, habits, nowMs }: WriteSetting, entity: TransactionEntity, body: SentBody, transaction: SimTransaction): void {
  if (kindOf(entity, body) !== undefined) {
    updateFrom({ books, habits, entity, body, nowMs }, transaction);
    return;
  }
  // Of payments only the words can be changed here, not what they settle.
  if ((body.sparse !== true && body.sparse !== "true") || body.Line !== undefined) throw new WriteFault(unsupported);
  const { memo, date, number } = headerOf(books, entity, body);
  const reference = sentWords(body, "PaymentRefNum");
  editTransaction(
    books,
    transaction.id,
    {
      ...(body.PrivateNote === undefined ? {} : { memo: memo ?? null }),
      ...(date === undefined ? {} : { date }),
      ...(number === undefined ? {} : { number }),
      ...(reference === undefined ? {} : { reference }),
    },
    nowMs,
  );
}
