import { type ChangedField, changedBriefly } from "#main/ledgers/changed-in-ledger.ts";
import { changedLines, changedParts, isSameMoney } from "#main/ledgers/changed-lines.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import type { SeenRecord, WriteCheck, WriteOperation } from "#shared/model/ledger/write.ts";
import type { JobBody } from "./job.ts";

/**
 * The state of every document to be changed or removed as the person saw it: stored with the job, so that a
 * conflict can show it next to theirs and mine. A mirror that has changed since no longer has it.
 */
export async function readSeen(pool: FilePool, source: ClientSource, operations: readonly WriteOperation[]): Promise<SeenRecord[]> {
  if (!operations.some(isOnDocument)) return [];
  return seenRecords(operations, await pool.must("writes.facts", { ...source, operations }));
}

function isOnDocument(
  operation: WriteOperation,
): operation is Extract<WriteOperation, { readonly kind: "update_document" | "void" | "delete" }> {
  return operation.kind === "update_document" || operation.kind === "void" || operation.kind === "delete";
}

function seenRecords(operations: readonly WriteOperation[], { records }: Pick<WriteFacts, "records">): SeenRecord[] {
  return operations.flatMap((operation): SeenRecord[] => {
    if (!isOnDocument(operation)) return [];
    const record = records.find(({ id }) => id === operation.id);
    if (record?.document === undefined) return [];
    if (operation.seenHash !== undefined && operation.seenHash !== record.changeHash) return [];
    const { type, partyId, number, reference, issueDate, dueDate, currency, exchangeRate, total, status, entityId, memo, lines } =
      record.document;
    return [
      {
        id: record.id,
        type,
        issueDate,
        currency,
        total,
        status,
        lines: [...lines],
        ...(partyId === undefined ? {} : { partyId }),
        ...(number === undefined ? {} : { number }),
        ...(reference === undefined ? {} : { reference }),
        ...(dueDate === undefined ? {} : { dueDate }),
        ...(exchangeRate === undefined ? {} : { exchangeRate }),
        ...(entityId === undefined ? {} : { entityId }),
        ...(memo === undefined ? {} : { memo }),
      },
    ];
  });
}

const HEAD = ["partyId", "number", "reference", "issueDate", "dueDate", "exchangeRate", "status", "entityId", "memo"] as const;

/** The same checks; those that found another version than the person saw name what changed since, in a few words. */
export function namingChanges(
  checks: readonly WriteCheck[],
  { operations, seen = [] }: Pick<JobBody, "operations" | "seen">,
  records: WriteFacts["records"],
): WriteCheck[] {
  return checks.map((check) => {
    const [field, place = "0"] = /^(?:operations\[(\d+)\]\.)?seenHash$/.exec(check.field ?? "") ?? [];
    const operation = field === undefined ? undefined : operations[Number(place)];
    if (operation === undefined || !isOnDocument(operation)) return check;
    const then = seen.find(({ id }) => id === operation.id);
    const now = records.find(({ id }) => id === operation.id)?.document;
    return then === undefined || now === undefined ? check : { ...check, brief: changedBriefly(changedFields(then, now)) };
  });
}

/** The total is known of what was seen since Tieout keeps it. */
function changedFields(then: SeenRecord, now: MappedDocument): ChangedField[] {
  const hasTotal = then.total !== undefined && !isSameMoney(then.total, now.total);
  const total = hasTotal ? changedParts("total", now.total, then.total) : [];
  const head = HEAD.filter((name) => then[name] !== now[name]).flatMap((name) => changedParts(name, now[name], then[name]));
  return [...total, ...head, ...changedLines(then.lines, now.lines)];
}
