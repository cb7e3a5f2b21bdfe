import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";
import { capabilityEvidence, organisation, sourceCapabilities } from "#shared/model/ledger/capabilities.ts";
import { failureCode } from "#shared/model/ledger/failure.ts";
import { tieOutStanding } from "#shared/model/reports/tie-out.ts";
import { topic } from "../define.ts";
import { queueView, syncState } from "../sync/sync.ts";
import { insightTopics } from "./client-insights.ts";

/** What is worst about a client, worst first: the order of the dashboard. `failed` reads, `stale` are figures that are old or not whole. */
export const WORST = ["needs_sign_in", "rejected", "failed", "conflict", "variance", "late", "stale", "queued", "ok"] as const;

/** One row of the firm's dashboard. Everything comes from the firm file; no client file is opened. */
export const clientRow = z.object({
  clientId: z.string(),
  name: z.string(),
  demo: z.boolean(),
  /** Label only ("Ledger A"); null when the client has no connection yet. */
  ledger: z.string().nullable(),
  organisation: z.string().nullable(),
  baseCurrency: z.string().nullable(),
  /** The month that is being worked on: the last one that ended before today. */
  period: z.string().nullable(),
  state: syncState,
  asOf: instantString.nullable(),
  queue: queueView.nullable(),
  /** Words of what is wrong, when something is. */
  problem: z.string().nullable(),
  /** What kind of problem that is; null too where an earlier version of Tieout noted it. */
  problemCode: failureCode.nullable(),
  streamsDone: z.number().int(),
  streamsTotal: z.number().int(),
  documents: z.number().int(),
  parties: z.number().int(),
  openReceivables: z.number().int(),
  openPayables: z.number().int(),
  findings: z.number().int(),
  removed: z.number().int(),
  lockedThrough: calendarDateString.nullable(),
  /** How the checks at the end of the period on the board came out; before there is a board, those of the last run. Null before the first. */
  tieOuts: tieOutStanding.nullable(),
  /** Writes that the ledger refused, that got through in part, or whose outcome is not known. */
  writesToReview: z.number().int(),
  /** The same by what happened to them; `different`: posted with other values than were sent. */
  writeProblems: z.object({
    rejected: z.number().int(),
    partial: z.number().int(),
    unknown: z.number().int(),
    different: z.number().int(),
  }),
  /** Writes that met a change of somebody else. */
  conflicts: z.number().int(),
  /** Whose client it is; null: nobody's yet. */
  preparer: z.string().nullable(),
  reviewer: z.string().nullable(),
  worst: z.enum(WORST),
  /** Smaller is worse: rows are sorted by it, then by name. */
  rank: z.number().int(),
});
export type ClientRow = z.infer<typeof clientRow>;

export const connectionView = z.object({
  connectionId: z.string(),
  clientId: z.string(),
  system: ledgerSystem,
  ledger: z.string(),
  name: z.string(),
  tenantId: z.string(),
  baseUrl: z.string(),
  profile: z.string(),
  authType: z.string(),
  /** It signs with a key file that its connection file names, not with a key of the keychain. */
  keyFile: z.boolean(),
  journals: z.boolean(),
  limits: z.record(z.string(), z.number().nullable()),
  capabilities: sourceCapabilities.nullable(),
  evidence: capabilityEvidence.nullable(),
  organisation: organisation.nullable(),
  discoveredAt: instantString.nullable(),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const findingRow = z.object({
  findingNo: z.number().int(),
  code: z.string(),
  stream: z.string(),
  recordId: z.string().nullable(),
  field: z.string().nullable(),
  message: z.string(),
  firstSeen: instantString,
  lastSeen: instantString,
  /** What people call the record: number, party, amount, date; null where it has no such name. */
  recordName: z.string().nullable(),
  /** It has a panel of its own, unlike a payment. */
  isDocument: z.boolean(),
  /** Who acknowledged it. */
  acknowledged: z.object({ decisionNo: z.number().int(), person: z.string(), at: instantString, note: z.string().nullable() }).nullable(),
});
export type FindingRow = z.infer<typeof findingRow>;

export const clientTopics = {
  ...insightTopics,
  /** Dashboard rows moved; ask again. Carries the ids, or none where it is about all of them. */
  "clients.changed": topic(z.object({ clientIds: z.array(z.string()) })),
};
