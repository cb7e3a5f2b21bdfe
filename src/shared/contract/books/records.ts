import { z } from "zod";
import { account } from "#shared/model/books/account.ts";
import { calendarDateString, decimalString, instantString } from "#shared/model/books/money.ts";
import { personRole } from "#shared/model/close/person.ts";
import { clientScreen } from "../app/screens.ts";
import { partyBalances } from "../close/reviews.ts";

/** A contact's open balance in one currency, with unapplied credits and payments separately (rule 16). */
export const partyAmounts = z.object({
  currency: z.string(),
  receivable: decimalString,
  payable: decimalString,
  /** Credits and receipts of a customer that settle nothing yet. */
  unappliedIn: decimalString,
  /** Credits of and payments to a vendor that settle nothing yet. */
  unappliedOut: decimalString,
});

/** A party with all the records that stand for it as one (rule 22). */
export const partyRow = z.object({
  id: z.string(),
  name: z.string(),
  isCustomer: z.boolean(),
  isVendor: z.boolean(),
  isEmployee: z.boolean(),
  active: z.boolean(),
  taxIdentifier: z.string().nullable(),
  email: z.string().nullable(),
  /** Records of the ledger that stand for it, its own included. */
  records: z.number().int(),
  documents: z.number().int(),
  /** Without those that were voided or deleted; payments are no documents. */
  lastDocument: calendarDateString.nullable(),
  /** By currency; empty where nothing is open. */
  amounts: z.array(partyAmounts),
});
export type PartyRow = z.infer<typeof partyRow>;

export const partyList = z.object({ asOf: instantString.nullable(), rows: z.array(partyRow) });
export type PartyList = z.infer<typeof partyList>;

/** Both balances of a party as one, and of each record that stands for it, itself first. */
export const partyDetail = z.object({
  asOf: instantString.nullable(),
  party: partyBalances,
  members: z.array(partyBalances),
});
export type PartyDetail = z.infer<typeof partyDetail>;

export const accountRow = account.pick({ id: true, name: true, type: true, class: true, active: true }).extend({
  code: z.string().nullable(),
  role: account.shape.role.unwrap().nullable(),
  currency: z.string().nullable(),
  removed: z.boolean(),
});
export type AccountRow = z.infer<typeof accountRow>;

export const activityKind = z.enum(["decision", "signature", "note", "write", "change", "finding", "sync", "pack", "read"]);
export type ActivityKind = z.infer<typeof activityKind>;

/** Something that a person did here, or that was noticed about the books. */
export const activityRow = z.object({
  key: z.string(),
  kind: activityKind,
  at: instantString,
  /** Who did it; null where nobody is known (rule 25) or nobody did it. */
  person: z.string().nullable(),
  title: z.string(),
  detail: z.string().nullable(),
  /** Where it is looked at. */
  place: z.object({ screen: clientScreen, recordId: z.string().nullable() }).nullable(),
  /** The record that it happened to; what happened to one at a time is one story. */
  about: z.string().nullable(),
  /** The decision that can still be undone. */
  decisionNo: z.number().int().nullable(),
  /** The role that undoing it takes; null where nothing can be undone. */
  undoRole: personRole.nullable(),
  /** It was undone or replaced since. */
  undone: z.boolean(),
});
export type ActivityRow = z.infer<typeof activityRow>;

/** What a client's mirror holds that can be listed or exported whole. */
export const recordKind = z.enum([
  "document",
  "payment",
  "journal",
  "period",
  "party",
  "account",
  "item",
  "dimension",
  "tax_rate",
  "batch_payment",
  "linked_transaction",
  "order",
  "lock",
]);
export type RecordKind = z.infer<typeof recordKind>;
