import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { deleteTransaction, editTransaction, type TransactionChange, voidTransaction } from "../books/events.ts";
import type { Books } from "../books/types.ts";
import type { CurrentTables } from "./current-tables.ts";
import { DOMAIN } from "./domain.ts";
import { isNameEntity, type TransactionEntity } from "./entities.ts";
import { type Fault, objectNotFound, staleObject, unsupported, validation } from "./faults.ts";
import type { JsonObject } from "./json-writer.ts";
import { readJsonObject } from "./read-json.ts";
import type { Row } from "./rows.ts";

export interface Write {
  readonly entity: TransactionEntity;
  readonly operation: string | null;
  readonly body: string;
  readonly nowMs: number;
}

const voidable: readonly string[] = ["Invoice", "SalesReceipt", "Payment", "BillPayment"];

/**
 * Voids, deletes, or changes header fields of a transaction (`sparse`), against its current SyncToken.
 * Creating records and replacing lines is not simulated.
 */
export function runWrite(books: Books, current: CurrentTables, write: Write): JsonObject | Fault {
  const { entity, operation, nowMs } = write;
  const body = readJsonObject(write.body);
  if (body === null) return validation("2010", "Request has invalid or unsupported property", "The body is not a JSON object");
  const row = typeof body.Id === "string" ? current.tables(nowMs).row(entity, body.Id) : undefined;
  if (body.Id === undefined || isNameEntity(entity)) return unsupported;
  if (row === undefined) return objectNotFound;
  if (body.SyncToken !== row.record().SyncToken) return staleObject;
  if (operation === "delete") {
    deleteTransaction(books, row.id, nowMs);
    return { [entity]: { domain: DOMAIN, status: "Deleted", Id: row.id } };
  }
  const refusal = operation === "void" ? voidOf(books, entity, row, nowMs) : changeOf(books, row, body, nowMs);
  return refusal ?? { [entity]: current.tables(nowMs).row(entity, row.id)?.record() };
}

/** Bills and journal entries can only be deleted. */
function voidOf(books: Books, entity: TransactionEntity, row: Row, nowMs: number): Fault | null {
  if (!voidable.includes(entity)) return unsupported;
  voidTransaction(books, row.id, nowMs);
  return null;
}

type Body = { readonly [key: string]: ExactJson };

function changeOf(books: Books, row: Row, body: Body, nowMs: number): Fault | null {
  if (body.sparse !== true || body.Line !== undefined) return unsupported;
  const change: { -readonly [K in keyof TransactionChange]: TransactionChange[K] } = {};
  if (typeof body.PrivateNote === "string") change.memo = body.PrivateNote;
  if (typeof body.DocNumber === "string") change.number = body.DocNumber;
  const dates: [ExactJson | undefined, "date" | "dueDate"][] = [
    [body.TxnDate, "date"],
    [body.DueDate, "dueDate"],
  ];
  for (const [sent, field] of dates) {
    if (sent === undefined) continue;
    const date: CalendarDate | null = typeof sent === "string" ? readCalendarDate(sent) : null;
    if (date === null) return validation("2040", "Invalid date", `${String(sent)} is not a date`);
    change[field] = date;
  }
  editTransaction(books, row.id, change, nowMs);
  return null;
}
