import { z } from "zod";
import { capabilityEvidence, organisation, sourceCapabilities } from "#shared/model/capabilities.ts";
import { calendarDateString, instantString } from "#shared/model/money.ts";
import { ledgerSystem } from "#shared/model/source-ref.ts";
import { tieOutCounts } from "#shared/model/tie-out.ts";
import { clientInsightsContract } from "./client-insights.ts";
import { command, query, topic } from "./define.ts";
import { queueView, syncState } from "./sync.ts";

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
  streamsDone: z.number().int(),
  streamsTotal: z.number().int(),
  documents: z.number().int(),
  parties: z.number().int(),
  openReceivables: z.number().int(),
  openPayables: z.number().int(),
  findings: z.number().int(),
  removed: z.number().int(),
  lockedThrough: calendarDateString.nullable(),
  /** How the last tie-out came out; null before the first. */
  tieOuts: tieOutCounts.nullable(),
  /** Writes that the ledger refused, that got through in part, or whose outcome is not known. */
  rejections: z.number().int(),
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
  /** It is a document or payment, which has a panel of its own. */
  isDocument: z.boolean(),
  /** Who looked at it and let it stand. */
  acknowledged: z.object({ decisionNo: z.number().int(), person: z.string(), at: instantString, note: z.string().nullable() }).nullable(),
});
export type FindingRow = z.infer<typeof findingRow>;

const ofClient = z.object({ clientId: z.string() });

export const clientsContract = {
  ...clientInsightsContract,
  /** Every client of the firm, worst first. */
  "clients.list": query(z.object({}), z.object({ rows: z.array(clientRow), asOf: instantString.nullable() })),
  "clients.add": command(z.object({ name: z.string().trim().min(1, "name the client") }), z.object({ clientId: z.string() })),
  "clients.findings": query(ofClient, z.array(findingRow)),
  /** Adds a connection from the text of a connection file, discovers its capabilities and stores it. */
  "connections.add": command(z.object({ clientId: z.string(), file: z.string().max(100_000) }), connectionView),
  /** Signs in to the ledger again, in the person's own browser. */
  "connections.signIn": command(ofClient, z.object({ connectionId: z.string() })),
  /** Ends every sign-in that waits for the browser. */
  "connections.cancelSignIn": command(z.object({}), z.object({}), "viewer"),
  "connections.show": query(ofClient, connectionView.nullable()),
  /** Every connection of the firm. */
  "connections.list": query(z.object({}), z.array(connectionView)),
  /** Makes the demo firm on embedded simulated ledgers, connects it and starts reading. */
  "demo.start": command(z.object({}), z.object({ clients: z.number().int() }), "viewer"),
  /** Makes the demo firm and connects it, and reads nothing yet. */
  "demo.make": command(z.object({}), z.object({ clientIds: z.array(z.string()).readonly() }), "viewer"),
  /** Once, changes the demo ledgers' books in ways that only a mirror that was read before can notice. */
  "demo.playLater": command(z.object({}), z.object({ played: z.boolean(), changed: z.array(z.string()).readonly() }), "viewer"),
  /** Takes the demo firm out of the data folder. */
  "demo.stop": command(z.object({}), z.object({ removed: z.number().int() })),
  /** Dashboard rows moved; ask again. Carries the ids. */
  "clients.changed": topic(z.object({ clientIds: z.array(z.string()) })),
};
