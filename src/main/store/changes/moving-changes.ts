import { SETTLEMENT_FIELDS, SETTLEMENT_STATUSES } from "#main/domain/documents/change-findings.ts";

const words = (list: readonly string[]) => list.map((word) => `'${word}'`).join(", ");
/** What people write beside a record, and how a ledger words its state: no figure rests on it. */
const NO_FIGURE = ["memo", "reference", "approvalStatus"];
const statuses = words(SETTLEMENT_STATUSES);

/**
 * The condition on a row of `field_change` under which figures of its day may have changed. A settlement
 * changes the figures of its own day, where its payment is a record.
 */
export const MOVES_FIGURES = `field NOT IN (${words([...SETTLEMENT_FIELDS, ...NO_FIGURE])})
  AND NOT (field = 'status' AND COALESCE(before, '') IN (${statuses}) AND COALESCE(after, '') IN (${statuses}))`;
