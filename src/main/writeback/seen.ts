import type { WriteFacts } from "#main/services/write-facts.ts";
import type { SeenRecord, WriteOperation } from "#shared/model/write.ts";

/**
 * What the person saw of every document that is to be changed: kept with the job, so that a conflict
 * can show it beside theirs and mine. A mirror that has moved since can not tell any more.
 */
export function seenRecords(operations: readonly WriteOperation[], { records }: Pick<WriteFacts, "records">): SeenRecord[] {
  return operations.flatMap((operation): SeenRecord[] => {
    if (operation.kind !== "update_document") return [];
    const record = records.find(({ id }) => id === operation.id);
    if (record?.document === undefined) return [];
    if (operation.seenHash !== undefined && operation.seenHash !== record.changeHash) return [];
    const { partyId, number, reference, issueDate, dueDate, currency, exchangeRate, status, entityId, memo, lines } = record.document;
    return [
      {
        id: record.id,
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
