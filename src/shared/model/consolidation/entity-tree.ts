import { z } from "zod";
import { account } from "../books/account.ts";
import { calendarDateString, decimalString, enteredDate, enteredDecimal, instantString } from "../books/money.ts";

const id = z.string().trim().min(1, "enter an ID");
const currency = z.string().regex(/^[A-Z]{3}$/, "use a three-letter currency code in capitals, such as EUR");

/**
 * A company of a group (rule 24). With `entityId` it stands for one subsidiary of the client's ledger, with
 * `clientId` alone for all of the client's books, without either for a holder whose books are not here.
 * `historicalDay` is the day whose historical rate translates its equity; else the day that it joined.
 */
export const entityNode = z.strictObject({
  id,
  name: z.string().trim().min(1, "enter a name"),
  clientId: id.optional(),
  entityId: id.optional(),
  functionalCurrency: currency,
  historicalDay: calendarDateString.optional(),
});
export type EntityNode = z.infer<typeof entityNode>;

/** Who is held by whom, from and through which day (either may be open), with how many per cent. */
export const membership = z.strictObject({
  parentId: id,
  childId: id,
  from: calendarDateString.optional(),
  to: calendarDateString.optional(),
  ownership: decimalString,
});
export type Membership = z.infer<typeof membership>;

/**
 * Half of a pair: an account, or a contact's open balance on one side. For a contact, `accountId` names
 * the control account; it may be left out where the books have only one of that side.
 */
export const pairSide = z
  .strictObject({ nodeId: id, accountId: id.optional(), partyId: id.optional(), side: z.enum(["receivable", "payable"]).optional() })
  .refine(({ accountId, partyId }) => accountId !== undefined || partyId !== undefined, {
    message: "choose an account or a contact",
    path: ["accountId"],
  })
  .refine(({ partyId, side }) => (partyId === undefined) === (side === undefined), {
    message: "for a contact, choose receivable or payable; for an account, leave the side out",
    path: ["side"],
  });
export type PairSide = z.infer<typeof pairSide>;

/**
 * Two sides of one relation inside the group. `balance` pairs what one owes or charges the other, result
 * accounts included. In an `investment`, `a` is the holder's investment and `b` the equity of the company
 * that it holds, of which the holder's percentage counts.
 */
export const intercompanyPair = z.strictObject({
  id,
  name: z.string().optional(),
  kind: z.enum(["balance", "investment"]),
  a: pairSide,
  b: pairSide,
});
export type IntercompanyPair = z.infer<typeof intercompanyPair>;

export const groupAccount = z.strictObject({
  code: id,
  name: z.string().trim().min(1, "enter a name"),
  class: z.enum(["asset", "liability", "equity", "revenue", "expense"]),
});
export type GroupAccount = z.infer<typeof groupAccount>;

/** Maps every account that has all that is said of it. The first rule that fits counts. */
export const accountMapping = z.strictObject({
  groupAccount: id,
  nodeId: id.optional(),
  accountId: id.optional(),
  code: id.optional(),
  role: account.shape.role,
  class: account.shape.class.exclude(["non_posting"]).optional(),
});
export type AccountMapping = z.infer<typeof accountMapping>;

/** A group as people define it. Owned by the service: no ledger's hierarchy is adopted (rule 24). */
export const entityTree = z.strictObject({
  treeId: id,
  name: z.string().trim().min(1, "enter a name"),
  presentation: z.strictObject({ currency, decimals: z.number().int().min(0).max(4).optional() }),
  /** The last day of the group's fiscal year; default 31 December. */
  fiscalYearEnd: z.strictObject({ month: z.number().int().min(1).max(12), day: z.number().int().min(1).max(31) }).optional(),
  nodes: z.array(entityNode).min(1, "add at least one entity"),
  memberships: z.array(membership),
  pairs: z.array(intercompanyPair),
  groupAccounts: z.array(groupAccount),
  mappings: z.array(accountMapping),
});
export type EntityTree = z.infer<typeof entityTree>;

/** A tree as a person writes it: a new one has no id yet, and lists may be left out. */
export const entityTreeDraft = entityTree.extend({
  treeId: id.optional(),
  memberships: entityTree.shape.memberships.default([]),
  pairs: entityTree.shape.pairs.default([]),
  groupAccounts: entityTree.shape.groupAccounts.default([]),
  mappings: entityTree.shape.mappings.default([]),
});
export type EntityTreeDraft = z.infer<typeof entityTreeDraft>;

/** One saved state of a tree; a later one takes its place and keeps it, an undone one counts no more. */
export const entityTreeVersion = z.object({
  treeId: z.string(),
  version: z.number().int(),
  tree: entityTree,
  person: z.string(),
  savedAt: instantString,
  undoneAt: instantString.nullable(),
  undoneBy: z.string().nullable(),
});
export type EntityTreeVersion = z.infer<typeof entityTreeVersion>;

export const rateKind = z.enum(["closing", "average", "historical"]);
export type RateKind = z.infer<typeof rateKind>;

/**
 * One unit of `from` is `rate` units of `to`. A closing rate is of its day, an average one of the group's
 * fiscal year through its day, a historical one of the day that the equity of an entity is fixed at.
 */
export const exchangeRate = z.strictObject({
  from: currency,
  to: currency,
  day: enteredDate,
  kind: rateKind,
  rate: enteredDecimal,
  /** Where the rate was taken from, in words. */
  source: z.string().trim().min(1, "say where the rate comes from"),
});
export type ExchangeRate = z.infer<typeof exchangeRate>;

/** A rate that a member is translated with; `day` is null while nothing says which day fixes its equity. */
export const neededRate = exchangeRate
  .pick({ from: true, to: true, kind: true })
  .extend({ nodeId: z.string(), day: calendarDateString.nullable() });
export type NeededRate = z.infer<typeof neededRate>;

export const enteredRate = exchangeRate.extend({ rateNo: z.number().int(), person: z.string(), enteredAt: instantString });
export type EnteredRate = z.infer<typeof enteredRate>;
