import { z } from "zod";
import { calendarDateString, decimalString, instantString } from "../books/money.ts";
import { SIGN_GATES } from "./close-gates.ts";
import { keyId, publicKey, signOffProof } from "./signature.ts";

/** Why a pack is not the last word: the books behind it are not read whole, or nobody has signed it yet. */
export const packStamp = z.object({ stamp: z.enum(["INCOMPLETE", "DRAFT"]), reasons: z.array(z.string()).min(1) });
export type PackStamp = z.infer<typeof packStamp>;

const stampPlace = z.enum(["sync", "preparer", "reviewer", ...SIGN_GATES]);
/** Where a reason is settled: the data sets, a role's sign-off, or a gate of the reviewer's sign-off. */
export type StampPlace = z.infer<typeof stampPlace>;

/** A stamp on the firm's own record, with a place for each of its reasons in their order. Packs of before don't say, and what a later release says isn't known here. */
export const keptStamp = packStamp.extend({ places: z.array(stampPlace.nullable().catch(null)).optional() });
export type KeptStamp = z.infer<typeof keptStamp>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "use a SHA-256 in lowercase hexadecimal");

/** A file of a pack. `rows` counts the rows below the heading of a CSV, and those of all sheets of a workbook. */
export const packFile = z.object({
  name: z.string(),
  sha256,
  bytes: z.number().int().min(0),
  rows: z.number().int().min(0).optional(),
});
export type PackFile = z.infer<typeof packFile>;

/**
 * A sum or count that anybody can make again from a CSV of the pack: of the rows whose columns hold
 * what `where` says, the count (`column` null) or the exact sum of a column.
 */
export const controlTotal = z.object({
  file: z.string(),
  column: z.string().nullable(),
  where: z.record(z.string(), z.string()),
  value: decimalString,
});
export type ControlTotal = z.infer<typeof controlTotal>;

/** The pack before this one, which this one takes the place of. */
const priorPack = z.object({ name: z.string(), version: z.number().int(), sha256 });

export const packSignature = z.object({
  role: z.enum(["preparer", "reviewer"]),
  person: z.string(),
  at: instantString,
  hash: z.string(),
  stale: z.boolean(),
  /** The firm's server hadn't accepted it when the pack was made, so it didn't count yet. Packs of before don't say, and what a later release says isn't known here. */
  waiting: z.boolean().default(false),
  note: z.string().nullable(),
  /** Whether the signer had entered their PIN. Packs of before don't say, and neither does a client's copy. */
  withPin: z.boolean().optional(),
  /** The signature with the person's key; null where there is none. */
  proof: signOffProof.nullable().default(null),
});
export type PackSignature = z.infer<typeof packSignature>;

/** Who closed the period; `hash` of the figures it was closed on, null in periods that were closed before keys were used. */
export const packClosing = z.object({
  person: z.string(),
  at: instantString,
  why: z.string().nullable(),
  hash: z.string().nullable(),
  proof: signOffProof.nullable(),
});
export type PackClosing = z.infer<typeof packClosing>;

/** Who signed the manifest. */
export const packSigner = z.object({ person: z.string(), fullName: z.string().nullable(), keyId, publicKey });
export type PackSigner = z.infer<typeof packSigner>;

export const packStream = z.object({
  stream: z.string(),
  label: z.string(),
  state: z.string(),
  cursor: z.string().nullable(),
  asOf: instantString.nullable(),
});
export type PackStream = z.infer<typeof packStream>;

export const PACK_FORMAT = "tieout-closepack";
/** 2 is signed; packs of version 1 have no signatures. */
export const PACK_FORMAT_VERSION = 2;

/** `manifest.json`: what a pack is of, what it was made from, and every other file with its hash. */
export const packManifest = z.object({
  format: z.literal(PACK_FORMAT),
  formatVersion: z.union([z.literal(1), z.literal(PACK_FORMAT_VERSION)]),
  app: z.object({ name: z.string(), version: z.string(), schema: z.number().int() }),
  client: z.object({ id: z.string(), name: z.string(), ledger: z.string(), tenantId: z.string() }),
  period: z.object({ id: z.string(), label: z.string(), start: calendarDateString, end: calendarDateString }),
  basis: z.enum(["accrual", "cash"]),
  currency: z.string(),
  asOf: instantString.nullable(),
  name: z.string(),
  version: z.number().int().min(1),
  prior: priorPack.nullable(),
  /** `file`: the whole pack. `client`: the copy for the client, which names the pack it was made with. */
  edition: z.enum(["file", "client"]).default("file"),
  copyOf: z.object({ name: z.string(), sha256 }).nullable().default(null),
  /** Why it takes the place of the pack before. */
  reason: z.string().nullable(),
  stamps: z.array(packStamp),
  signatures: z.array(packSignature),
  closed: packClosing.nullable().default(null),
  /** Null where no key could be used, and in packs of before. */
  signer: packSigner.nullable().default(null),
  /** Open items per schedule, by its letter. */
  exceptions: z.record(z.string(), z.number().int()),
  capabilities: z.record(z.string(), z.unknown()),
  streams: z.array(packStream),
  files: z.array(packFile),
  controlTotals: z.array(controlTotal),
  /** True when every movement of `trial_balance.csv` is made of the rows of `gl.csv`. */
  ledgerExplainsTrialBalance: z.boolean(),
  /** SHA-256 over `<sha256>  <name>\n` of every schedule, extract and evidence file: what the pack says, whatever its version. */
  contentSha256: sha256,
  /** SHA-256 of the manifest's own text with this left empty. */
  ownSha256: sha256.optional(),
});
export type PackManifest = z.infer<typeof packManifest>;

/** What is wrong with a pack. `file` null: with the archive as a whole. */
export const packProblem = z.object({
  file: z.string().nullable(),
  kind: z.enum([
    "unreadable",
    "missing",
    "not_listed",
    "hash",
    "bytes",
    "rows",
    "control_total",
    "manifest",
    "unsafe_name",
    "chain",
    "signature",
    "record",
  ]),
  message: z.string(),
});
export type PackProblem = z.infer<typeof packProblem>;

/**
 * What a signature came to. `proven`: the firm's list has the key, and it is the named person's. `signed`: right, and nobody gave the
 * firm's list. Everything else is a problem, except `unsigned`.
 */
const signatureState = z.enum(["unsigned", "signed", "proven", "wrong", "unknown_key", "other_person", "revoked"]);
const signatureVerdict = z.object({
  state: signatureState,
  /** As the pack names them, `name@machine`. */
  person: z.string().nullable(),
  keyId: z.string().nullable(),
  /** Whose key the firm's list says it is. */
  owner: z.string().nullable(),
});

export const packAuthenticity = z.object({
  keysGiven: z.boolean(),
  pack: signatureVerdict,
  signOffs: z.array(signatureVerdict.extend({ role: z.enum(["preparer", "reviewer", "closed"]) })),
  /** In words, for people. */
  shows: z.array(z.string()),
  cannotShow: z.array(z.string()),
});
export type PackAuthenticity = z.infer<typeof packAuthenticity>;

export const packVerification = z.object({
  path: z.string(),
  sha256: z.string(),
  ok: z.boolean(),
  name: z.string().nullable(),
  version: z.number().int().nullable(),
  /** The pack that this is the client's copy of. */
  copyOf: z.string().nullable(),
  stamps: z.array(packStamp),
  files: z.array(packFile.extend({ ok: z.boolean() })),
  controlTotals: z.object({ checked: z.number().int(), wrong: z.number().int() }),
  /** `not_given`: the manifest names a pack before, and nobody showed it. */
  chain: z.enum(["first", "holds", "broken", "not_given"]),
  /** Null when there is no manifest to judge. */
  authenticity: packAuthenticity.nullable(),
  problems: z.array(packProblem),
});
export type PackVerification = z.infer<typeof packVerification>;

const moved = z.object({ before: decimalString.nullable(), after: decimalString.nullable(), difference: decimalString });

/** What changed from one pack to another, and why. */
export const packComparison = z.object({
  older: z.object({ name: z.string(), version: z.number().int(), sha256: z.string(), asOf: instantString.nullable() }),
  newer: z.object({
    name: z.string(),
    version: z.number().int(),
    sha256: z.string(),
    asOf: instantString.nullable(),
    reason: z.string().nullable(),
  }),
  /** The newer names the older as the pack before it, with its hash. */
  chained: z.boolean(),
  controlTotals: z.array(controlTotal.omit({ value: true }).extend(moved.shape)),
  /** Accounts whose balance at the period's end moved, debits positive. */
  accounts: z.array(z.object({ accountId: z.string(), code: z.string(), name: z.string() }).extend(moved.shape)),
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["added", "changed", "removed"]),
      number: z.string(),
      party: z.string(),
      /** Columns of documents.csv that differ. */
      fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Documents that differ in all; `documents` are the first of them by id. */
  documentCount: z.number().int(),
  files: z.array(z.object({ name: z.string(), kind: z.enum(["added", "changed", "removed"]) })),
});
export type PackComparison = z.infer<typeof packComparison>;
