import { z } from "zod";
import { lineDimension } from "../books/dimension.ts";
import { documentType, ledgerDocument } from "../books/document.ts";
import { enteredDate, enteredDecimal, enteredMoney, instantString } from "../books/money.ts";
import { taxBreakdown, taxComponent } from "../books/tax.ts";
import { failure, ledgerError } from "./failure.ts";

const id = z.string().min(1);

// What a person enters takes no key that the model has not: a misspelled one would silently be dropped.
const named = z.strictObject({ id });
const enteredTax = z.strictObject({
  basis: taxBreakdown.shape.basis.optional(),
  amount: enteredMoney.optional(),
  components: z
    .array(z.strictObject({ ...taxComponent.shape, rate: enteredDecimal.optional(), amount: enteredMoney.optional() }))
    .optional(),
});
const enteredDimension = z.strictObject({ ...lineDimension.shape, fannedFromHeader: z.boolean().optional() });

/**
 * A line to be written, in the words of the model. `id` names a line that the document already has:
 * it is kept and changed; a line of the document that is not named is removed.
 */
export const lineDraft = z.strictObject({
  id: id.optional(),
  kind: z.enum(["account", "item"]),
  description: z.string().optional(),
  quantity: enteredDecimal.optional(),
  unitAmount: enteredMoney.optional(),
  accountId: id.optional(),
  itemId: id.optional(),
  net: enteredMoney,
  tax: enteredTax.optional(),
  dimensions: z.array(enteredDimension).default([]),
  billable: z.strictObject({ customerId: id, status: z.enum(["billable", "billed", "not_billable"]) }).optional(),
});
export type LineDraft = z.infer<typeof lineDraft>;

/**
 * A line of an existing document after a change. What it doesn't mention stays; what it empties is named, since an amount, a tax code
 * and a dimension have no empty value. A description is emptied by empty text.
 */
export const lineChange = lineDraft.extend({
  cleared: z.array(z.enum(["quantity", "unitAmount", "tax"])).optional(),
  clearedDimensions: z.array(id).optional(),
});
export type LineChange = z.infer<typeof lineChange>;

const draftStatus = z.enum(["draft", "awaiting_approval", "open"]);

/**
 * A document to be written: an invoice, bill, credit, cash document or journal in the model's shape.
 * `total`, when given, must be what the lines and their tax add up to. Journal lines are debit-positive.
 */
export const documentDraft = z.strictObject({
  type: documentType,
  party: named.optional(),
  number: id.optional(),
  reference: z.string().optional(),
  issueDate: enteredDate,
  dueDate: enteredDate.optional(),
  currency: z.string().regex(/^[A-Z]{3}$/, "use a three-letter currency code in capitals, such as USD"),
  exchangeRate: enteredDecimal.optional(),
  total: enteredMoney.optional(),
  tax: enteredTax.optional(),
  status: draftStatus.default("open"),
  entityId: id.optional(),
  memo: z.string().optional(),
  totalAccountId: id.optional(),
  lines: z.array(lineDraft).min(1, "add at least one line"),
});
export type DocumentDraft = z.infer<typeof documentDraft>;

/** Part of a payment or credit that settles a document. */
export const allocationDraft = z.strictObject({ toId: id, amount: enteredMoney });
export type AllocationDraft = z.infer<typeof allocationDraft>;

/** Money received or paid over several documents of one party and currency. */
export const paymentDraft = z.strictObject({
  direction: z.enum(["received", "made"]),
  party: named,
  date: enteredDate,
  currency: z.string().regex(/^[A-Z]{3}$/, "use a three-letter currency code in capitals, such as USD"),
  exchangeRate: enteredDecimal.optional(),
  accountId: id,
  reference: z.string().optional(),
  entityId: id.optional(),
  allocations: z.array(allocationDraft).min(1, "apply an amount to at least one transaction"),
});
export type PaymentDraft = z.infer<typeof paymentDraft>;

/**
 * What one user action asks of the ledger. `seenHash` is the change hash of the record as the person
 * saw it; a record that has moved since is a conflict before anything is sent.
 */
export const writeOperation = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("create_document"), document: documentDraft }),
  z.strictObject({
    kind: z.literal("update_document"),
    id,
    seenHash: z.string().optional(),
    changes: documentDraft
      .omit({ type: true, total: true, status: true })
      .partial()
      // Without the default of a new document: an edit that says nothing of the status must not approve a draft.
      .extend({
        status: draftStatus.optional(),
        lines: z.array(lineChange).min(1, "add at least one line").optional(),
        /** Fields to be emptied that have no empty value; a reference and a memo are emptied by empty text. */
        cleared: z.array(z.enum(["party", "number", "dueDate", "exchangeRate", "entityId"])).optional(),
      }),
  }),
  z.strictObject({ kind: z.literal("void"), id, seenHash: z.string().optional() }),
  z.strictObject({ kind: z.literal("delete"), id, seenHash: z.string().optional() }),
  z.strictObject({ kind: z.literal("create_payment"), payment: paymentDraft }),
  z.strictObject({ kind: z.literal("apply_credit"), fromId: id, date: enteredDate, allocations: z.array(allocationDraft).min(1) }),
  z.strictObject({ kind: z.literal("approve"), id, approved: z.boolean(), note: z.string().optional() }),
  z.strictObject({ kind: z.literal("create_integration_item"), name: id, accountId: id }),
]);
export type WriteOperation = z.infer<typeof writeOperation>;

/** The two ways in which a ledger takes a record back; some have one of them, or let the record's status decide. */
export const withdrawal = z.enum(["void", "delete"]);
export type Withdrawal = z.infer<typeof withdrawal>;

/** What a change says of an existing document. */
export type DocumentChanges = Extract<WriteOperation, { readonly kind: "update_document" }>["changes"];

/** The state of a write. `sent` is the ambiguous moment: the request left and no answer was stored. */
export const jobState = z.enum([
  "draft",
  "ready",
  "queued",
  "sent",
  "accepted",
  "partial",
  "rejected",
  "conflict",
  "unknown",
  "blocked",
  "cancelled",
]);
export type JobState = z.infer<typeof jobState>;

/** The outcome of one part of a job: of an operation, or of one allocation of a payment. */
export const itemOutcome = z.enum(["pending", "accepted", "rejected", "conflict", "unknown"]);

/** A field that reads back otherwise than it was meant; empty text stands for nothing. */
const postedDifference = z.object({
  field: z.string(),
  intended: z.string(),
  posted: z.string(),
  /** The same with names for people, where the values have ids of records. */
  named: z.object({ intended: z.string(), posted: z.string() }).optional(),
});
export type PostedDifference = z.infer<typeof postedDifference>;

export const jobItem = z.object({
  /** Index of the operation in the job, and of the allocation in it (0 where there is none). */
  operation: z.number().int().min(0),
  part: z.number().int().min(0),
  outcome: itemOutcome,
  /** What was looked for or changed, for people: "Bill INV-7 from Oak Paper". */
  title: z.string(),
  reference: z.string().nullable(),
  /** How the ledger takes the record back where its status decides, whichever was asked for. */
  act: withdrawal.optional(),
  /** Id in the mirror of what the ledger made or changed. */
  recordId: z.string().optional(),
  ledgerId: z.string().optional(),
  message: z.string().optional(),
  ledgerError: ledgerError.optional(),
  /**
   * Labels of fields that the rejection names by their ids, beside the ledger's own words, and the field of an operation that fills
   * each: null where Tieout has none, absent where that isn't known. `required` where the ledger asks for a value.
   */
  fieldLabels: z
    .array(z.object({ id: z.string(), label: z.string(), field: z.string().nullable().optional(), required: z.literal(true).optional() }))
    .optional(),
  /** What the ledger answered otherwise than it was sent (rule 21: tax, numbers), in words. */
  replaced: z.array(z.object({ field: z.string(), sent: z.string(), stored: z.string() })).optional(),
  /** What was read back and is not what was intended: the ledger accepted it and posted it differently. */
  postedDifferently: z.array(postedDifference).optional(),
});
export type JobItem = z.infer<typeof jobItem>;

/** A field that a rejection names. */
export type RejectedField = NonNullable<JobItem["fieldLabels"]>[number];

/** A check made before a write; a job is blocked while one of them fails. */
export const writeCheck = z.object({
  name: z.enum([
    "input",
    "cut_off",
    "capability",
    "currency",
    "balance",
    "allocation",
    "duplicate",
    "tax",
    "item",
    "version",
    "identical_action",
  ]),
  outcome: z.enum(["passed", "blocked", "warning"]),
  message: z.string(),
  /** The same where a list has room for a few words. */
  brief: z.string().optional(),
  field: z.string().optional(),
});
export type WriteCheck = z.infer<typeof writeCheck>;

/** True for a check of what was asked alone: what it blocks is wrong on every day and in every state of the books. */
export function isInputCheck({ name }: Pick<WriteCheck, "name">): boolean {
  return name === "input" || name === "currency" || name === "balance";
}

/** The exact request as it is sent, for review and for the record. The token is never part of it. */
export const exactRequest = z.object({
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type ExactRequest = z.infer<typeof exactRequest>;

/** One sending, kept with what came back. */
export const jobAttempt = z.object({
  call: z.number().int().min(0),
  purpose: z.enum(["write", "repeat", "look", "read_back"]),
  request: z.string(),
  sentAt: instantString,
  answeredAt: instantString.nullable(),
  status: z.number().int().nullable(),
  answer: z.string().nullable(),
  note: z.string().nullable(),
});
export type JobAttempt = z.infer<typeof jobAttempt>;

/** A document as the person saw it who asked for a change of it. */
const seenRecord = ledgerDocument
  .pick({
    id: true,
    type: true,
    number: true,
    reference: true,
    issueDate: true,
    dueDate: true,
    currency: true,
    exchangeRate: true,
    status: true,
    entityId: true,
    memo: true,
    lines: true,
  })
  // Absent in jobs that an older version kept.
  .extend({ partyId: id.optional(), total: ledgerDocument.shape.total.optional() });
export type SeenRecord = z.infer<typeof seenRecord>;

/** A difference as people read it: names in place of ids, where they are known. */
export function readableDifference(difference: PostedDifference): Omit<PostedDifference, "named"> {
  const { field, intended, posted, named } = difference;
  return { field, ...(named ?? { intended, posted }) };
}

/** A write job: one user action with its idempotency key, requests and results. */
export const writeJob = z.object({
  jobId: z.string(),
  actionId: z.string(),
  clientId: z.string(),
  state: jobState,
  title: z.string(),
  operations: z.array(writeOperation),
  checks: z.array(writeCheck),
  requests: z.array(exactRequest),
  items: z.array(jobItem),
  person: z.string(),
  createdAt: instantString,
  updatedAt: instantString,
  failure: failure.nullable(),
  /** What was seen of each document that is to be changed; absent where the mirror had moved before the job was made. */
  seen: z.array(seenRecord).optional(),
});
export type WriteJob = z.infer<typeof writeJob>;
