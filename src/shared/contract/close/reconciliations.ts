import { z } from "zod";
import { message } from "#shared/language/t.ts";
import { calendarDateString, decimalString, enteredDate, enteredDecimal } from "#shared/model/books/money.ts";
import { statementAccount } from "#shared/model/reports/statement.ts";
import { bankAccountState } from "./bank.ts";
import { decided } from "./reviews.ts";

/** A file that supports a balance: a copy in the client's data, under the SHA-256 of its bytes. */
export const attachment = z.object({ sha256: z.string(), fileName: z.string(), bytes: z.number().int() });
export type Attachment = z.infer<typeof attachment>;

/** Where the balance per support comes from: bank statements, the aging, zero, a schedule, or a typed figure with a file. */
export const reconciliationType = z.enum(["bank", "subledger", "zero_balance", "schedule", "support"]);

const nobody = z.string().trim().max(120).nullable();

export type ReconciliationType = z.infer<typeof reconciliationType>;

/** How an account is reconciled, from the period it was set in until it is set again. */
export const reconciliationPolicy = z.object({
  required: z.boolean().describe("Whether the account must be reconciled"),
  type: reconciliationType.describe("Where the balance per support comes from"),
  risk: z.enum(["low", "medium", "high"]).describe("Risk of the account"),
  frequency: z
    .enum(["monthly", "quarterly", "yearly"])
    .describe(message("How often the account is reconciled. Quarters and years follow the fiscal year")),
  tolerance: enteredDecimal
    .refine((amount) => !amount.startsWith("-"), "enter zero or more")
    .describe("The largest difference that may stay unexplained"),
  evidence: z.boolean().describe("Whether a file must be attached before sign-off"),
  automatic: z
    .boolean()
    .describe(message("Sign off automatically when the balance agrees exactly with the aging, unless only the aging's total was tied out")),
  preparer: nobody.describe("Name of the preparer"),
  reviewer: nobody.describe("Name of the reviewer"),
});
export type ReconciliationPolicy = z.infer<typeof reconciliationPolicy>;

/** The policy of an account as it applies in a period; `set` is null for the default. */
export const appliedPolicy = reconciliationPolicy.extend({ from: calendarDateString.nullable(), set: decided.nullable() });
export type AppliedPolicy = z.infer<typeof appliedPolicy>;

/** A reconciling item: an uncleared check, an invoice the statement doesn't show yet. Without an `itemId` it is a new one. */
export const reconcilingItem = z.object({
  itemId: z.string().max(64).optional(),
  text: z.string().trim().min(1, "describe the item").max(500),
  /** Added to the support, it comes to the books. */
  amount: enteredDecimal,
  date: enteredDate,
  documentId: z.string().nullable().default(null),
  owner: nobody.default(null),
  /** When it should clear. */
  expected: enteredDate.nullable().default(null),
});
export type ReconcilingItem = z.infer<typeof reconcilingItem>;

/** An item that is open at the end of the period. `carried`: it was raised in an earlier period. */
export const openItem = reconcilingItem.extend({
  itemId: z.string().nullable(),
  ageDays: z.number().int(),
  carried: z.boolean(),
  overdue: z.boolean(),
});
export type OpenItem = z.infer<typeof openItem>;

/** An item that cleared in the period: `recordId` is the transaction that did it, `set` who cleared it by hand. */
export const clearedItem = reconcilingItem.extend({
  itemId: z.string(),
  on: calendarDateString,
  recordId: z.string().nullable(),
  /** Its record has a panel of its own, unlike a payment. */
  isDocument: z.boolean(),
  record: z.string().nullable(),
  note: z.string().nullable(),
  set: decided.nullable(),
});
export type ClearedItem = z.infer<typeof clearedItem>;

/** What a sign-off was given on and is no longer so. */
export const changedInput = z.object({
  what: z.enum(["books", "support", "items", "files", "type"]),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedInput = z.infer<typeof changedInput>;

/** A sign-off on a reconciliation; `decisionNo` is null for one that Tieout gave by policy. */
export const reconciliationSignOff = z.object({
  decisionNo: z.number().int().nullable(),
  role: z.enum(["preparer", "reviewer"]),
  /** Null: automatic. */
  person: z.string().nullable(),
  at: z.string().nullable(),
  hash: z.string(),
  stale: z.boolean(),
  /** The firm's server doesn't have it yet, so it doesn't count. */
  waiting: z.boolean(),
  changed: z.array(changedInput),
  /** Given in place of the person that the policy names, and why. */
  instead: z.object({ named: z.string(), why: z.string() }).nullable(),
  /** The signer had entered their PIN; left out where they hadn't. */
  withPin: z.boolean().optional(),
});
export type ReconciliationSignOff = z.infer<typeof reconciliationSignOff>;

/** Why somebody can't sign off. */
export const signOffBlock = z.enum([
  "no_support",
  "difference",
  "needs_file",
  "moved",
  "to_match",
  "needs_preparer",
  "same_person",
  "named_person",
  "already",
  "waiting",
]);
export type SignOffBlock = z.infer<typeof signOffBlock>;

/**
 * One balance-sheet account in a period. Amounts have the sign that a reader of the balance sheet expects.
 * `difference` is the closing balance less support and items.
 */
export const reconciliationRow = z.object({
  accountId: z.string(),
  account: statementAccount,
  label: z.string(),
  currency: z.string(),
  policy: appliedPolicy,
  /** It has to be reconciled before this period is closed: by its policy, and by how often. */
  required: z.boolean(),
  /** Roll-forward: opening, increases, decreases, closing. The opening balance is last month's. */
  opening: decimalString,
  increases: decimalString,
  decreases: decimalString,
  closing: decimalString,
  /** Since last month's balance; the percentage is null where it can't be calculated. */
  change: decimalString,
  percent: decimalString.nullable(),
  /** Nobody entered what comes from a statement, the aging or a schedule, or is zero by policy. */
  support: z
    .object({
      source: reconciliationType,
      decisionNo: z.number().int().nullable(),
      person: z.string().nullable(),
      at: z.string().nullable(),
      amount: decimalString,
      note: z.string().nullable(),
    })
    .nullable(),
  /** The closing balance has changed since the support was entered. */
  moved: z.boolean(),
  attachments: z.array(attachment),
  items: z.array(openItem),
  cleared: z.array(clearedItem),
  oldestDays: z.number().int().nullable(),
  difference: decimalString.nullable(),
  state: z.enum(["reconciled", "difference", "no_support", "moved", "not_required", "to_match", "needs_file"]),
  /** Its support is an aging that could be compared with the ledger by its total alone, not by contact. */
  totalOnly: z.boolean().optional(),
  /** Where statements were imported for the account, how far their reconciliation is: it counts, and nothing that is typed. */
  bank: bankAccountState.nullable(),
  /** Its statement lines that nothing is matched with. None of them in the state `to_match`: only fees aren't in the books. */
  toMatch: z.number().int().nullable(),
  signOffs: z.array(reconciliationSignOff),
  signed: z.enum(["open", "prepared", "reviewed", "stale", "returned"]),
  returned: decided.extend({ why: z.string() }).nullable(),
  /** Why the person who asks can't sign off in a role; null where they can. */
  blocked: z.object({ preparer: signOffBlock.nullable(), reviewer: signOffBlock.nullable() }),
});
export type ReconciliationRow = z.infer<typeof reconciliationRow>;

/** An account with its policy: the table that a manager edits. */
export const policyRow = z.object({
  accountId: z.string(),
  account: statementAccount,
  label: z.string(),
  policy: appliedPolicy,
});
export type PolicyRow = z.infer<typeof policyRow>;

/** A state with the causes told apart that people do something else about. */
const reconciliationStateName = z.enum([
  ...reconciliationRow.shape.state.options,
  ...(["total_only", "no_closing_balance", "fees_to_enter", "no_statement", "statement_ends_early"] as const),
]);
export type ReconciliationStateName = z.infer<typeof reconciliationStateName>;

/** How far an account of a period is, for whatever waits for it. A stale sign-off never counts as prepared or reviewed. */
export const reconciliationStanding = z.object({
  accountId: z.string(),
  label: z.string(),
  required: z.boolean(),
  /** It agrees with its support, with a file where one is required. */
  agrees: z.boolean(),
  prepared: z.boolean(),
  reviewed: z.boolean(),
  /** Tieout signed it off, as its policy says; it counts as prepared and reviewed for the close. */
  automatic: z.boolean(),
  stale: z.boolean(),
  state: reconciliationRow.shape.state,
  /** The same with its cause, as people are told it. */
  stateName: reconciliationStateName,
  toMatch: reconciliationRow.shape.toMatch,
});
export type ReconciliationStanding = z.infer<typeof reconciliationStanding>;
