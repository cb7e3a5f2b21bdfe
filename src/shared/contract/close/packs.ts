import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { keptStamp, packFile, packStamp } from "#shared/model/close/pack.ts";
import { failure } from "#shared/model/ledger/failure.ts";
import { topic } from "../define.ts";

/** A pack as it was made. */
export const madePack = z.object({
  path: z.string(),
  name: z.string(),
  sha256: z.string(),
  bytes: z.number().int(),
  version: z.number().int(),
  /** Nothing moved since this version was made: it is the same pack again, byte for byte. */
  same: z.boolean(),
  stamps: z.array(packStamp),
  prior: z.object({ name: z.string(), version: z.number().int(), sha256: z.string() }).nullable(),
  reason: z.string().nullable(),
  files: z.array(packFile),
  /** The copy for the client that was made with it. */
  clientCopy: z.object({ name: z.string(), path: z.string() }).nullable(),
});
export type MadePack = z.infer<typeof madePack>;

/** A pack that is being made. `done` of `total` are steps of work, for a bar. */
export const packJob = z.object({
  jobId: z.string(),
  clientId: z.string(),
  period: z.string(),
  state: z.enum(["running", "done", "failed", "cancelled"]),
  doing: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  pack: madePack.nullable(),
  failure: failure.nullable(),
});
export type PackJob = z.infer<typeof packJob>;

/** A pack of the record. The file may have been moved since: `path` is where it was written. */
export const packRow = z.object({
  packNo: z.number().int(),
  periodId: z.string(),
  periodLabel: z.string(),
  name: z.string(),
  version: z.number().int(),
  path: z.string(),
  /** The file is still where it was written, of the size it had. */
  isThere: z.boolean(),
  sha256: z.string(),
  bytes: z.number().int(),
  stamps: z.array(keptStamp),
  /** Who signed its manifest, and the fingerprint of the key; null where it isn't signed. */
  signed: z.object({ name: z.string(), key: z.string() }).nullable(),
  prior: z.object({ name: z.string(), version: z.number().int(), sha256: z.string() }).nullable(),
  reason: z.string().nullable(),
  asOf: instantString.nullable(),
  person: z.string(),
  at: instantString,
  /** The copy for the client; null for packs made before there was one. */
  clientCopy: z
    .object({ name: z.string(), path: z.string(), sha256: z.string(), bytes: z.number().int(), isThere: z.boolean() })
    .nullable(),
  /** A later version of the same period was made. */
  superseded: z.boolean(),
});
export type PackRow = z.infer<typeof packRow>;

export const packsContract = {
  "packs.progress": topic(packJob),
};
