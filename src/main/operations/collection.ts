import type { z } from "zod";
import { accountOperations } from "#main/features/accounts/operations.ts";
import { adjustmentOperations, adjustmentSteps } from "#main/features/adjustments/operations.ts";
import { agingOperations } from "#main/features/aging/operations.ts";
import { appOperations } from "#main/features/app/operations.ts";
import { approvalOperations } from "#main/features/approvals/operations.ts";
import { bankBalanceOperations } from "#main/features/bank/balance-operations.ts";
import { bankDraftOperations, bankDraftSteps } from "#main/features/bank/draft-operations.ts";
import { bankImportOperations } from "#main/features/bank/import-operations.ts";
import { bankOperations } from "#main/features/bank/operations.ts";
import { bankPrintOperations, bankPrintSteps } from "#main/features/bank/print-operations.ts";
import { budgetOperations } from "#main/features/budgets/operations.ts";
import { changeOperations } from "#main/features/changes/operations.ts";
import { clientOperations } from "#main/features/clients/operations.ts";
import { boardSteps } from "#main/features/close/close-board.ts";
import { closeGateOperations } from "#main/features/close/gate-operations.ts";
import { moveSteps } from "#main/features/close/moves.ts";
import { closeOperations } from "#main/features/close/operations.ts";
import { reviewNoteOperations } from "#main/features/close/review-note-operations.ts";
import { signingSteps } from "#main/features/close/sign-off-proof.ts";
import { closeTaskOperations } from "#main/features/close/task-operations.ts";
import { overrideSteps } from "#main/features/close/waiting-overrides.ts";
import { connectionOperations } from "#main/features/connections/operations.ts";
import { groupOperations, rateOperations } from "#main/features/consolidation/operations.ts";
import { contactOperations } from "#main/features/contacts/operations.ts";
import { contactSteps, partyOperations } from "#main/features/contacts/party-operations.ts";
import { decisionOperations } from "#main/features/decisions/operations.ts";
import { demoOperations } from "#main/features/demo/operations.ts";
import { dimensionOperations } from "#main/features/dimensions/operations.ts";
import { documentOperations } from "#main/features/documents/operations.ts";
import { duplicateOperations } from "#main/features/duplicates/operations.ts";
import { findingOperations } from "#main/features/findings/operations.ts";
import { firmActivityOperations } from "#main/features/firm/activity-operations.ts";
import { englishOperations } from "#main/features/firm/english-operations.ts";
import { exchangeOperations } from "#main/features/firm/exchange-operations.ts";
import { firmOperations } from "#main/features/firm/operations.ts";
import { firmServerOperations } from "#main/features/firm/server-operations.ts";
import { fluxBulkOperations } from "#main/features/flux/bulk-operations.ts";
import { fluxOperations } from "#main/features/flux/operations.ts";
import { inboxOperations } from "#main/features/inbox/operations.ts";
import { openDataOperations } from "#main/features/open-data/operations.ts";
import { orderOperations } from "#main/features/orders/operations.ts";
import { commentaryOperations } from "#main/features/packs/commentary-operations.ts";
import { packOperations, packSteps } from "#main/features/packs/operations.ts";
import { keyOperations } from "#main/features/people/key-operations.ts";
import { peopleOperations } from "#main/features/people/operations.ts";
import { periodOperations } from "#main/features/periods/operations.ts";
import { programOperations, programSteps } from "#main/features/programs/operations.ts";
import { questionOperations, questionSteps } from "#main/features/questions/operations.ts";
import { queueOperations } from "#main/features/queue/operations.ts";
import { reconciliationOperations } from "#main/features/reconciliations/operations.ts";
import { reconciliationPolicyOperations } from "#main/features/reconciliations/policy-operations.ts";
import { reconciliationSignOperations } from "#main/features/reconciliations/sign-operations.ts";
import { reviewBundleOperations, reviewSteps } from "#main/features/review-bundle/operations.ts";
import { safetyOperations } from "#main/features/safety/operations.ts";
import { scheduleOperations } from "#main/features/schedule/operations.ts";
import { balanceScheduleOperations, scheduleSteps } from "#main/features/schedules/operations.ts";
import { searchOperations, searchSteps } from "#main/features/search/operations.ts";
import { certificateOperations, signInOperations } from "#main/features/sign-in/operations.ts";
import { spendOperations } from "#main/features/spend/operations.ts";
import { layoutOperations } from "#main/features/statements/layout-operations.ts";
import { statementOperations } from "#main/features/statements/operations.ts";
import { syncOperations } from "#main/features/sync/operations.ts";
import { tieOutOperations } from "#main/features/tie-outs/operations.ts";
import { workOperations } from "#main/features/work/operations.ts";
import { entryOperations, entrySteps } from "#main/features/writes/entry-operations.ts";
import { writeOperations } from "#main/features/writes/operations.ts";
import { repeatingOperations, repeatingSteps } from "#main/features/writes/repeating-operations.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { ClientStep } from "./client-work.ts";
import type { Operation } from "./operation.ts";

/** Everything a window, a script or another program may ask of Tieout. There is no other way in. */
export const operations = [
  ...accountOperations,
  ...adjustmentOperations,
  ...agingOperations,
  ...appOperations,
  ...approvalOperations,
  ...balanceScheduleOperations,
  ...bankBalanceOperations,
  ...bankDraftOperations,
  ...bankImportOperations,
  ...bankOperations,
  ...bankPrintOperations,
  ...budgetOperations,
  ...certificateOperations,
  ...changeOperations,
  ...clientOperations,
  ...closeOperations,
  ...closeGateOperations,
  ...closeTaskOperations,
  ...commentaryOperations,
  ...connectionOperations,
  ...contactOperations,
  ...decisionOperations,
  ...demoOperations,
  ...dimensionOperations,
  ...documentOperations,
  ...duplicateOperations,
  ...englishOperations,
  ...firmActivityOperations,
  ...entryOperations,
  ...exchangeOperations,
  ...findingOperations,
  ...firmOperations,
  ...firmServerOperations,
  ...fluxOperations,
  ...fluxBulkOperations,
  ...groupOperations,
  ...inboxOperations,
  ...openDataOperations,
  ...orderOperations,
  ...packOperations,
  ...partyOperations,
  ...keyOperations,
  ...peopleOperations,
  ...periodOperations,
  ...programOperations,
  ...questionOperations,
  ...queueOperations,
  ...rateOperations,
  ...repeatingOperations,
  ...reconciliationOperations,
  ...reconciliationPolicyOperations,
  ...reconciliationSignOperations,
  ...reviewBundleOperations,
  ...reviewNoteOperations,
  ...safetyOperations,
  ...scheduleOperations,
  ...searchOperations,
  ...signInOperations,
  ...spendOperations,
  ...statementOperations,
  ...layoutOperations,
  ...syncOperations,
  ...tieOutOperations,
  ...workOperations,
  ...writeOperations,
] as const;

type Declared = (typeof operations)[number];
type Named<N> = Extract<Declared, { readonly name: N }>;
export type OperationName = Declared["name"];
export type OperationInput<N extends OperationName> = z.input<Named<N>["input"]>;
export type OperationOutput<N extends OperationName> = z.output<Named<N>["output"]>;

const byName: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.name, operation as Operation]));

/** What operations in the core have done in clients' files; nobody can ask for these. */
const steps: readonly ClientStep<never, unknown>[] = [
  ...adjustmentSteps,
  ...bankDraftSteps,
  ...bankPrintSteps,
  ...boardSteps,
  ...contactSteps,
  ...entrySteps,
  ...moveSteps,
  ...overrideSteps,
  ...signingSteps,
  ...packSteps,
  ...programSteps,
  ...questionSteps,
  ...repeatingSteps,
  ...reviewSteps,
  ...scheduleSteps,
  ...searchSteps,
];

// A thread finds its work by name alone.
for (const { name } of steps) assert(!byName.has(name), `${name} is both an operation and a step`);

const stepByName = new Map(steps.map((step) => [step.name, step]));

/** What a thread is to do under a name: an operation or a step of one. */
export function findWork(name: string): Pick<Operation, "perform"> | null {
  return findOperation(name) ?? (stepByName.get(name) as unknown as Operation | undefined) ?? null;
}

/** The operation of a name, or null. */
export function findOperation(name: string): Operation | null {
  return byName.get(name) ?? null;
}
