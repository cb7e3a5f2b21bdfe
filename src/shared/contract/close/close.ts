import { z } from "zod";
import { calendarDateString, decimalString, instantString } from "#shared/model/books/money.ts";
import { period } from "#shared/model/books/period.ts";
import { closeTask } from "#shared/model/close/close.ts";
import { signOffProof } from "#shared/model/close/signature.ts";
import { fluxComparison } from "#shared/model/reports/flux.ts";
import { closeGates, signedSummary } from "./close-gates.ts";
import { decided } from "./reviews.ts";

const status = period.shape.status;

/** What a gate found: whether the evidence is there, and the evidence in words with the records it is about. */
export const gateEvidence = z.object({
  kind: z.string(),
  passed: z.boolean(),
  /** One sentence: what there is, or what is missing. */
  summary: z.string(),
  items: z.array(
    z.object({
      text: z.string(),
      /** The record, check, account or job that it is about; null for what has none, or has no panel, such as a payment. */
      subject: z.enum(["stream", "lock", "check", "document", "party", "account", "job", "finding", "entry", "pack"]).nullable(),
      id: z.string().nullable(),
    }),
  ),
  /** Items in all; `items` are the first of them. */
  count: z.number().int(),
  /** It passed because a person accepted what a check found. */
  accepted: z.boolean().optional(),
  /** It passed on what the ledger has, where the gate usually asks for a person's work. */
  automatic: z.boolean().optional(),
  /** It passed, but an aging was compared by its total only. */
  totalOnly: z.boolean().optional(),
  /** It passed, but something was left unchecked, which its summary names. */
  partly: z.boolean().optional(),
  /** What a check found wrong, in a few words, such as “Aged receivables out of balance”; absent for what merely isn't done yet. */
  failed: z.string().optional(),
  /** What checks found before the sync that is under way, which runs them again: shown and counted until then, but no gate passes on it. */
  rechecking: z.boolean().optional(),
});
export type GateEvidence = z.infer<typeof gateEvidence>;

/**
 * A task and its state. `done`: its evidence is there. `by_hand`: a person marked it complete without evidence.
 * `waiting`: it depends on open tasks.
 */
export const closeTaskView = closeTask.omit({ gate: true }).extend({
  state: z.enum(["open", "waiting", "done", "by_hand"]),
  due: calendarDateString,
  /** Business days beyond the due date, for a task that is neither done nor ticked; 0 otherwise. */
  daysLate: z.number().int(),
  /** Tasks that it waits for and that are open. */
  waitsFor: z.array(z.string()),
  evidence: gateEvidence.nullable(),
  byHand: decided.extend({ why: z.string() }).nullable(),
  /** Changed, added or assigned here, against the template. */
  edited: z.boolean(),
});
export type CloseTaskView = z.infer<typeof closeTaskView>;

/** A signature of a period. `stale` when its books have moved since; the stamp stays. */
export const closeSignature = decided.extend({
  role: z.enum(["preparer", "reviewer"]),
  note: z.string().nullable(),
  hash: z.string(),
  stale: z.boolean(),
  /** Given while the firm's server couldn't be reached, or refused by it: it doesn't count yet. */
  waiting: z.boolean(),
  /** The signature with the person's key; null where no key could be used, or none was there yet. */
  proof: signOffProof.nullable(),
  /** What the dialog showed; null for sign-offs made before it did. */
  shown: signedSummary.nullable(),
  /** The signer had entered their PIN; left out where they hadn't. */
  withPin: z.boolean().optional(),
});
export type CloseSignature = z.infer<typeof closeSignature>;

export const closeProgress = z.object({
  tasks: z.number().int(),
  done: z.number().int(),
  byHand: z.number().int(),
  late: z.number().int(),
  /** Of the done, those that Tieout found done without anybody's work; absent until this release has looked at it. */
  automatic: z.number().int().optional(),
  /** Of those, the ones that it could check only partly. */
  partly: z.number().int().optional(),
});
export type CloseProgress = z.infer<typeof closeProgress>;

/** The close of one period of one client, each task with its evidence. */
export const closeStatus = z.object({
  clientId: z.string(),
  period: z.object({
    id: z.string(),
    label: z.string(),
    start: calendarDateString,
    end: calendarDateString,
    ownedBy: z.enum(["us", "source"]),
  }),
  /** Of the close, which is the service's own for every ledger. */
  status,
  /** What the ledger says of a period that it owns; null where it has none. */
  ledgerStatus: status.nullable(),
  mayBecome: z.array(status),
  /** Every move, oldest first, those that were taken back included. */
  moves: z.array(decided.extend({ from: status, status, why: z.string().nullable(), undone: z.boolean() })),
  /** The checklist was copied for this period; before that the template is shown as it would be. */
  started: z.boolean(),
  template: z.object({ id: z.string(), version: z.number().int(), title: z.string() }),
  phases: z.array(z.string()),
  tasks: z.array(closeTaskView),
  progress: closeProgress,
  /** The latest due date of all tasks. */
  due: calendarDateString,
  /** Business days beyond that date, 0 once the close is closed. */
  daysLate: z.number().int(),
  /** Ids of all open tasks, what to do first first; none once the close is closed. */
  blocks: z.array(z.string()),
  signatures: z.array(closeSignature),
  gates: closeGates,
  /** What the checklist compares the period with in flux analysis. */
  comparisons: z.array(fluxComparison),
  /** Who moves the lock of this ledger: never this program, while no ledger's lock can be written through its interface. */
  ledgerLock: z.object({ canMove: z.boolean(), lockedThrough: calendarDateString.nullable(), message: z.string() }),
  asOf: instantString.nullable(),
});
export type CloseStatus = z.infer<typeof closeStatus>;

export const closeTemplateView = z.object({ id: z.string(), version: z.number().int(), title: z.string(), tasks: z.number().int() });

/** A client on the board: the period under close, or the last that ended, or the next after a closed one. Kept in the firm's file. */
export const closeBoardRow = z.object({
  clientId: z.string(),
  name: z.string(),
  period: z.string().nullable(),
  /** Its last day: a ledger's own period may have any name. */
  periodEnd: calendarDateString.nullable(),
  status: status.nullable(),
  /** Whether anybody has begun its work; a period that is open may have been in close before. */
  started: z.boolean(),
  progress: closeProgress.nullable(),
  due: calendarDateString.nullable(),
  /** Business days beyond the due date of the most late task, reckoned for today; 0 for a close that is neither started nor due. */
  daysLate: z.number().int(),
  /** Business days beyond the due date of the close itself, reckoned for today. */
  closeDaysLate: z.number().int(),
  /** What holds it up: open review notes, then every open task by its name or what its check found, what to do first first. */
  blocks: z.array(z.string()),
  /** Open material changes, null where no line can be compared, and what the checklist's tasks found. */
  variances: z.object({ left: z.number().int().nullable(), summary: z.string() }).nullable(),
  lockedHere: z.boolean(),
  /** Why a closed period was closed, where a reason was given: over open tasks, one is asked for. */
  closedWhy: z.string().nullable(),
  /** The open tasks of a closed period by name, without the lock of the ledger, which `lockedThrough` tells. */
  leftOpen: z.array(z.string()).optional(),
  lockedThrough: calendarDateString.nullable(),
  preparer: z.string().nullable(),
  reviewer: z.string().nullable(),
  /** Changes in closed periods that wait for a disposition, when it was last looked at. */
  openChanges: z.number().int(),
  updatedAt: instantString.nullable(),
  /**
   * The client was read after it was last looked at, another day has begun, or the period after a closed one has ended. With no
   * status: nobody has looked yet. Once somebody has and no period had ended, it's false.
   */
  outdated: z.boolean(),
  /**
   * Some of the count is what checks found before the sync that is under way, which runs them again. It's `outdated`, too, where that
   * sync ended without them.
   */
  rechecking: z.boolean().optional(),
});
export type CloseBoardRow = z.infer<typeof closeBoardRow>;

/** A change in a closed period, valued: what it did to each account. */
export const closedChange = z.object({
  /** Period and record: what a disposition is about. */
  id: z.string(),
  periodId: z.string(),
  periodLabel: z.string(),
  recordId: z.string(),
  /** It has a panel of its own, unlike a payment. */
  isDocument: z.boolean(),
  label: z.string(),
  kind: z.enum(["added", "changed", "removed"]),
  /** Closed here, or behind a lock of the ledger in days that nobody closed here. */
  source: z.enum(["closed_here", "ledger_lock"]),
  /** False: what it posted before is not known, so there are no effects to show. */
  valued: z.boolean(),
  firstSeen: instantString.nullable(),
  /** Debits positive, base currency: after less before. */
  effects: z.array(
    z.object({ accountId: z.string().nullable(), account: z.string(), before: decimalString, after: decimalString, effect: decimalString }),
  ),
  /** Effect on the result: income and expenses together, a loss positive. */
  result: decimalString,
  currency: z.string(),
  /** Field by field, what differed. */
  fields: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  disposition: decided.extend({ verdict: z.enum(["accept", "reopen", "adjust"]), why: z.string(), stands: z.boolean() }).nullable(),
});
export type ClosedChange = z.infer<typeof closedChange>;
