import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import type { SeenRecord, WriteOperation } from "#shared/model/ledger/write.ts";

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
    const { type, partyId, number, reference, issueDate, dueDate, currency, exchangeRate, status, entityId, memo, lines } = record.document;
    return [
      {
        id: record.id,
        type,
        issueDate,
        currency,
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
