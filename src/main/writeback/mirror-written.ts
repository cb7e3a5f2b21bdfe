import { type Intent, type PostedRecord, postedDifferences } from "#main/domain/documents/posted-differences.ts";
import type { PageRecord } from "#main/ledgers/adapter.ts";
import type { WriteContext, WrittenRecord } from "#main/ledgers/writing.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { LedgerLink } from "#main/sync/ledger-link.ts";
import type { FilePool } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import { sumDecimals } from "#shared/kernel/decimal.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { JobItem, WriteOperation } from "#shared/model/ledger/write.ts";
import { namedDifference } from "./difference-names.ts";
import type { JobBody } from "./job.ts";
import type { JobRecord } from "./job-record.ts";
import { Held, JobRun, type RunTools } from "./job-run.ts";

/**
 * Reads back what a job made or changed, and what moved with it, mirrors it at once, and notes on each
 * part where the ledger posted something else than was intended.
 * @returns why it could not be read, or null: the write is posted either way
 */
export async function mirrorWritten(
  pool: FilePool,
  access: { readonly link: LedgerLink; readonly discovery: Discovery; readonly source: ClientSource },
  jobRecord: JobRecord,
  tools: RunTools,
  nowMs: number,
): Promise<Failure | null> {
  const { operations } = jobRecord.body;
  const accepted = jobRecord.body.items.filter((item) => item.outcome === "accepted" && item.ledgerId !== undefined);
  if (accepted.length === 0) return null;
  const written = accepted.map((item) => writtenOf(item, operations, tools));
  let records: readonly (PageRecord & { readonly stream: string })[];
  try {
    records = await new JobRun(jobRecord, tools).drive(tools.writes.readBack(tools.context, written), 0, "read_back");
  } catch (error) {
    if (!(error instanceof Held)) throw error;
    return error.failure;
  }
  // A deleted record that comes back was marked by its ledger; one that doesn't was deleted.
  const deleted = accepted.flatMap(({ operation, recordId }) =>
    operations[operation]?.kind === "delete" && recordId !== undefined ? [recordId] : [],
  );
  const setup = { ...access.source, ...access.link.facts, discovery: access.discovery };
  const mirrored = await pool.perform("writes.mirror", { ...setup, records, deleted, nowMs });
  if (!mirrored.ok) return mirrored.failure;
  for (const item of accepted) noteDifferences(item, jobRecord.body, tools.context, mirrored.value.posted);
  jobRecord.body.unread = false;
  await jobRecord.save();
  return null;
}

function noteDifferences(
  item: JobItem,
  { operations, items, applied = [] }: JobBody,
  context: WriteContext,
  posted: readonly PostedRecord[],
): void {
  const operation = operations[item.operation];
  if (operation === undefined || item.recordId === undefined) return;
  const isSplit = items.filter((other) => other.operation === item.operation).length > 1;
  const intent: Intent = {
    operation,
    allocation: isSplit ? item.part : null,
    recordId: item.recordId,
    before: "id" in operation ? context.record(operation.id)?.document : undefined,
    applied: new Map(applied.filter((one) => one.operation === item.operation).map(({ toId, amount }) => [toId, amount])),
    promisesTax: context.discovery.capabilities.canCreateTaxRates,
  };
  // A number or reference that the ledger's answer replaced is already reported with that answer (rule 21).
  const differences = postedDifferences(intent, posted).filter(({ field }) => item.replaced?.some((one) => one.field === field) !== true);
  if (differences.length === 0) delete item.postedDifferently;
  else item.postedDifferently = differences.map((difference) => namedDifference(difference, context, operation, posted));
}

function writtenOf(item: JobItem, operations: readonly WriteOperation[], { context }: RunTools): WrittenRecord {
  const [entityType = ""] = (item.recordId ?? "").split(":");
  return { entityType, ledgerId: item.ledgerId ?? "", alsoMoved: alsoMoved(operations[item.operation], item.part, context) };
}

/** Records that a write settles: their outstanding amounts moved with it. */
function alsoMoved(operation: WriteOperation | undefined, part: number, context: WriteContext): readonly string[] {
  if (operation?.kind === "create_payment") {
    const own = operation.payment.allocations[part];
    // One record for all allocations, or one for each: reading a document twice does no harm.
    return part === 0 || own === undefined ? operation.payment.allocations.map(({ toId }) => toId) : [own.toId];
  }
  if (operation?.kind === "apply_credit") return [operation.fromId, ...operation.allocations.map(({ toId }) => toId)];
  if (operation?.kind !== "void" && operation?.kind !== "delete") return [];
  // What a payment or credit had settled is open again.
  const record = context.record(operation.id);
  return (record?.payment ?? record?.document)?.allocations.filter(({ fromId }) => fromId === operation.id).map(({ toId }) => toId) ?? [];
}

/** What each credit of the job has settled so far, by the document that it is applied to. */
export function appliedBefore(operations: readonly WriteOperation[], { records }: WriteFacts): NonNullable<JobBody["applied"]> {
  return operations.flatMap((operation, index) => {
    if (operation.kind !== "apply_credit") return [];
    const standing = records.find(({ id }) => id === operation.fromId)?.document?.allocations ?? [];
    const own = standing.filter(({ fromId }) => fromId === operation.fromId);
    return [...Map.groupBy(own, ({ toId }) => toId)].map(([toId, parts]) => ({
      operation: index,
      toId,
      amount: sumDecimals(parts.map(({ amount }) => amount.amount)),
    }));
  });
}
