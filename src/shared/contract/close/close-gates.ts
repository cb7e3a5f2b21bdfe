import { z } from "zod";
import { aboutSubject } from "#shared/contract/clients/notes.ts";
import { calendarDateString, decimalString, instantString } from "#shared/model/books/money.ts";
import { closePolicy, overrideRule, signGate } from "#shared/model/close/close-gates.ts";
import { decided } from "./reviews.ts";

/** One piece of work that a gate waits for. */
export const gateItem = z.object({
  /** Names it within its gate: what an override covers. */
  key: z.string(),
  text: z.string(),
  /** Where to finish it. */
  subject: z.enum(["task", "account", "flux", "note"]),
  id: z.string(),
  /** Open, but covered by an override. */
  overridden: z.boolean(),
});
export type GateItem = z.infer<typeof gateItem>;

/** An override: who answered for which open items, and why. It covers nothing that opens later. */
export const gateOverride = decided.extend({
  gate: signGate,
  why: z.string(),
  covers: z.array(z.string()),
  items: z.array(z.string()),
  /** The firm's server doesn't have it yet, so it doesn't apply. */
  waiting: z.boolean(),
});
export type GateOverride = z.infer<typeof gateOverride>;

/** A gate of a period: what it requires, what is done, what is still open, and who may override it. */
export const gateView = z.object({
  gate: signGate,
  required: z.number().int(),
  done: z.number().int(),
  open: z.array(gateItem),
  /** Open items that no override covers. A gate with any of these holds the period up. */
  blocking: z.number().int(),
  rule: overrideRule,
});
export type GateView = z.infer<typeof gateView>;

/** What was on the screen when someone signed off; kept with the sign-off. Amounts in `currency`. */
export const signedSummary = z.object({
  currency: z.string(),
  debits: decimalString,
  credits: decimalString,
  netProfit: decimalString.nullable(),
  /** Balances of bank and card accounts at the period's end. */
  cash: decimalString,
  /** Exceptions that nobody has acknowledged. */
  exceptions: z.number().int(),
  gates: z.array(gateView.pick({ gate: true, required: true, done: true, blocking: true })),
  /** Tasks that people marked complete without evidence. */
  byHand: z.number().int(),
  overrides: z.array(gateOverride.pick({ gate: true, person: true, at: true, why: true, items: true })),
});
export type SignedSummary = z.infer<typeof signedSummary>;

/** A step of a review note. */
export const reviewNoteStep = decided.extend({ step: z.enum(["raise", "answer", "clear", "reopen"]), text: z.string().nullable() });

/** A review note: raised by a reviewer, answered by the preparer, cleared or reopened by a reviewer. */
export const reviewNoteView = z.object({
  noteId: z.string(),
  periodId: z.string(),
  about: aboutSubject,
  text: z.string(),
  state: z.enum(["open", "answered", "cleared"]),
  raisedBy: z.string(),
  raisedAt: instantString,
  steps: z.array(reviewNoteStep),
});
export type ReviewNoteView = z.infer<typeof reviewNoteView>;

/** The gates of a period before its sign-off and before it is closed. */
export const closeGates = z.object({ sign: z.array(gateView), close: z.array(gateView), overrides: z.array(gateOverride) });
export type CloseGates = z.infer<typeof closeGates>;

/** The firm's policy, with who set it; null while the default applies. */
export const closePolicyView = z.object({ policy: closePolicy, person: z.string().nullable(), at: instantString.nullable() });

/** What the sign-off dialog shows before someone signs. */
export const signingPreview = z.object({
  period: z.object({ id: z.string(), label: z.string(), end: calendarDateString }),
  summary: signedSummary,
});
