import { z } from "zod";
import { documentStatus, documentType } from "#shared/model/books/document.ts";
import { calendarDateString, decimalString, instantString, money } from "#shared/model/books/money.ts";
import { purchaseOrder } from "#shared/model/books/purchase-order.ts";
import { DECISION_KINDS } from "#shared/model/close/decision-kinds.ts";

/** Who decided something about a client's records, and when. */
export const decided = z.object({ decisionNo: z.number().int(), person: z.string(), at: instantString });

/** Approval of a document (rule 12): mirrored where the ledger has a workflow, else the service's own. */
export const approvalView = z.discriminatedUnion("ownedBy", [
  z.object({ ownedBy: z.literal("source"), status: z.string().nullable() }),
  z.object({
    ownedBy: z.literal("us"),
    status: z.enum(["none", "approved", "returned"]),
    note: z.string().nullable(),
    decided: decided.nullable(),
    /** The document is no longer what was approved or returned. */
    changedSince: z.boolean(),
    /** The firm's server doesn't have it yet, so it doesn't count. */
    waiting: z.boolean(),
  }),
]);
export type ApprovalView = z.infer<typeof approvalView>;

const suspectBill = z.object({
  id: z.string(),
  partyId: z.string().nullable(),
  mergedInto: z.string().optional(),
  partyName: z.string().nullable(),
  taxIdentifier: z.string().nullable(),
  number: z.string().nullable(),
  reference: z.string().nullable(),
  date: calendarDateString,
  currency: z.string(),
  total: decimalString,
  type: documentType,
  status: documentStatus,
});

export const duplicateRow = z.object({
  id: z.string(),
  score: z.number().int(),
  reasons: z.array(z.string()).readonly(),
  documents: z.tuple([suspectBill, suspectBill]).readonly(),
  /** Who dismissed it, and whether that still applies after later changes to the bills. */
  dismissal: decided.extend({ note: z.string().nullable(), stands: z.boolean() }).nullable(),
});

/** One vendor's bills of one amount that were too many to compare each with each. */
export const duplicateGroupCut = z.object({
  partyName: z.string().nullable(),
  currency: z.string(),
  total: decimalString,
  bills: z.number().int(),
  notCompared: z.number().int(),
});

export const duplicatePage = z.object({
  rows: z.array(duplicateRow).readonly(),
  /** Pairs found in all, those of other pages included. */
  found: z.number().int(),
  dismissed: z.number().int(),
  cut: z.array(duplicateGroupCut).readonly(),
});
export type DuplicatePage = z.infer<typeof duplicatePage>;

const orderLineMatch = z.object({
  lineId: z.string(),
  description: z.string().nullable(),
  itemId: z.string().nullable(),
  accountId: z.string().nullable(),
  ordered: decimalString.nullable(),
  billed: decimalString.nullable(),
  received: decimalString.nullable(),
  quantityVariance: decimalString.nullable(),
  orderedNet: decimalString,
  billedNet: decimalString.nullable(),
  unitAmount: decimalString.nullable(),
  priceVariance: decimalString.nullable(),
  overBilled: decimalString.nullable(),
});

export const orderMatchRow = z.object({
  orderId: z.string(),
  number: z.string().nullable(),
  party: z.object({ id: z.string(), name: z.string() }).nullable(),
  date: calendarDateString,
  currency: z.string(),
  total: decimalString,
  status: purchaseOrder.shape.status,
  /** Where the match comes from (rule 13); never blank. */
  source: z.enum(["ledger", "computed", "proposed", "confirmed"]),
  state: z.enum(["unbilled", "part_billed", "matched", "variance", "over_billed", "closed"]),
  orderedNet: decimalString,
  billedNet: decimalString.nullable(),
  overBilled: decimalString.nullable(),
  reasons: z.array(z.string()).readonly(),
  lines: z.array(orderLineMatch).readonly(),
  notOrdered: z
    .array(z.object({ billId: z.string(), lineId: z.string(), description: z.string().nullable(), net: decimalString }))
    .readonly(),
  bills: z
    .array(
      z.object({
        id: z.string(),
        number: z.string().nullable(),
        date: calendarDateString,
        total: decimalString,
        /** Its lines without tax, which are compared with the order. */
        net: decimalString,
        outstanding: decimalString,
        currency: z.string(),
        how: z.enum(["linked", "confirmed", "proposed", "refused"]),
        score: z.number().int().nullable(),
        reasons: z.array(z.string()).readonly(),
        decided: decided.nullable(),
      }),
    )
    .readonly(),
});

/** Both balances of a party: the ledger's own, and our sum of open documents per currency. */
export const partyBalances = z.object({
  partyId: z.string(),
  name: z.string(),
  isCustomer: z.boolean(),
  isVendor: z.boolean(),
  taxIdentifier: z.string().nullable(),
  receivable: money.nullable(),
  payable: money.nullable(),
  open: z.array(z.object({ currency: z.string(), receivable: decimalString, payable: decimalString })).readonly(),
});

export const partySuggestionList = z.object({
  rows: z
    .array(
      z.object({
        score: z.number().int(),
        reasons: z.array(z.string()).readonly(),
        parties: z.tuple([partyBalances, partyBalances]).readonly(),
        /** Who dismissed it, and whether that still applies after later changes to the contacts. */
        dismissal: decided.extend({ stands: z.boolean() }).nullable(),
      }),
    )
    .readonly(),
  dismissed: z.number().int(),
  leftOut: z.object({ found: z.number().int(), notCompared: z.number().int() }),
});

/** A party that stands for several records; `automatic` is the tax identifier that a merge without a person rests on. */
export const mergedParty = z.object({
  /** All records as one. */
  party: partyBalances,
  kept: partyBalances,
  absorbed: z
    .array(decided.extend({ partyId: z.string(), name: z.string(), automatic: z.string().nullable(), balances: partyBalances }))
    .readonly(),
});
export type MergedPartyRow = z.infer<typeof mergedParty>;

/** What people decide about a client's records. */
export const decisionKind = z.enum(DECISION_KINDS);

/** One decision; `undoneAt` is null while it applies. */
export const decisionRow = decided.extend({
  kind: decisionKind,
  subject: z.string(),
  body: z.unknown(),
  undoneAt: instantString.nullable(),
  undoneBy: z.string().nullable(),
});
