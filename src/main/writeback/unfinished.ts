import type { JobItem, WriteOperation } from "#shared/model/write.ts";

/**
 * What a partial job left undone, as operations of a new action (rule 15): of a payment the
 * allocations that were refused, of anything else the operation itself.
 */
export function unfinishedOperations(operations: readonly WriteOperation[], items: readonly JobItem[]): WriteOperation[] {
  return operations.flatMap((operation, index): WriteOperation[] => {
    const own = items.filter((item) => item.operation === index);
    const refused = new Set(own.filter((item) => item.outcome === "rejected" || item.outcome === "conflict").map((item) => item.part));
    if (refused.size === 0) return [];
    if (own.length === 1) return [operation];
    if (operation.kind === "create_payment") {
      const allocations = operation.payment.allocations.filter((_, part) => refused.has(part));
      return [{ ...operation, payment: { ...operation.payment, allocations } }];
    }
    if (operation.kind === "apply_credit")
      return [{ ...operation, allocations: operation.allocations.filter((_, part) => refused.has(part)) }];
    return [operation];
  });
}
