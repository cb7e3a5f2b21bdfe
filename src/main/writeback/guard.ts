import { type CheckFacts, checkWrite } from "#main/domain/documents/write-checks.ts";
import type { LedgerWrites, WriteContext } from "#main/ledgers/writing.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import type { StoredJob } from "#main/store/records/write-store.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { WriteCheck, WriteOperation } from "#shared/model/ledger/write.ts";
import { isOpen } from "./job.ts";

/**
 * Every check before a write, made when the job is made and again before it is sent. Rule 7: the
 * cut-off is the service's own, and no ledger is relied on to refuse.
 */
export function guard(
  operations: readonly WriteOperation[],
  facts: WriteFacts,
  discovery: Discovery,
  writes: LedgerWrites,
  context: WriteContext,
): WriteCheck[] {
  const refusals = operations.flatMap((operation, index): WriteCheck[] => {
    const refusal = writes.refusal(context, operation);
    if (refusal === null) return [];
    const field = refusal.field ?? `operations[${index}]`;
    const name = refusal.code === "invalid_input" ? "input" : "capability";
    return [{ name, outcome: "blocked", message: withNext(refusal.message, refusal.next), field }];
  });
  const checks = checkWrite(operations, checkFacts(facts, discovery));
  // What the adapter refuses has not passed.
  const refused = new Set(refusals.map(({ name }) => name));
  return [...refusals, ...checks.filter((check) => check.outcome !== "passed" || !refused.has(check.name))];
}

/** The locks that bind an operation now, in words (rules 7, 8). */
export function locksOf(facts: WriteFacts, operation: number): readonly { readonly date: string; readonly message: string }[] {
  return facts.cutOffs
    .filter((cutOff) => cutOff.operation === operation && !cutOff.check.canPost)
    .map(({ question, check }) => {
      const locks = check.blockedBy.map(
        ({ closedBy, lockedThrough }) =>
          `${closedBy === undefined ? "in the ledger" : `closed in Tieout by ${nameOfNoted(closedBy)}`} through ${dayName(lockedThrough)}`,
      );
      return {
        date: question.date,
        message: `${dayName(question.date)} is locked (${[...new Set(locks)].join(", ")}). The next open date is ${dayName(check.firstPostableDate)}.`,
      };
    });
}

/** The check that fails while another job with the same content has no final result. */
export function identicalAction(jobs: readonly StoredJob[], jobId: string, content: string): WriteCheck | null {
  if (!jobs.some((job) => job.jobId !== jobId && job.content === content && isOpen(job))) return null;
  const message = "An identical update has no final result yet. Resolve it in Ledger updates first, so that nothing is posted twice.";
  return { name: "identical_action", outcome: "blocked", message };
}

export function isBlocked(checks: readonly WriteCheck[]): boolean {
  return checks.some((check) => check.outcome === "blocked");
}

function withNext(message: string, next: string | undefined): string {
  return next === undefined ? message : `${message} ${next}`;
}

function checkFacts(facts: WriteFacts, discovery: Discovery): CheckFacts {
  const { organisation, capabilities } = discovery;
  const byId = <T extends { readonly id: string }>(values: readonly T[]) => {
    const map = new Map(values.map((value) => [value.id, value]));
    return (id: string) => map.get(id);
  };
  return {
    capabilities,
    currencies:
      organisation.currencies.length === 0
        ? []
        : [...new Set([organisation.baseCurrency, ...organisation.currencies, ...facts.currencies])],
    account: byId(facts.accounts),
    item: byId(facts.items),
    party: byId(facts.parties),
    record: byId(facts.records),
    cutOffs: (operation) => locksOf(facts, operation),
    duplicates: (operation) =>
      facts.duplicates
        .filter((duplicate) => duplicate.operation === operation && duplicate.score >= 60)
        .map(({ name, reasons }) => `Possible duplicate of ${name}: ${reasons.join(", ")}.`),
  };
}
