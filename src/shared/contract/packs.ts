import { z } from "zod";
import { failure } from "#shared/model/failure.ts";
import { instantString } from "#shared/model/money.ts";
import { packComparison, packFile, packStamp, packVerification } from "#shared/model/pack.ts";
import { command, query, topic } from "./define.ts";

const ofPeriod = z.object({ clientId: z.string(), period: z.string() });

const absolutePath = z
  .string()
  .max(4096)
  .regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, "a whole path");
const packPath = absolutePath.regex(/\.zip$/i, "a ZIP file");

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
  stamps: z.array(packStamp),
  prior: z.object({ name: z.string(), version: z.number().int(), sha256: z.string() }).nullable(),
  reason: z.string().nullable(),
  asOf: instantString.nullable(),
  person: z.string(),
  at: instantString,
  /** A later version of the same period was made. */
  superseded: z.boolean(),
});
export type PackRow = z.infer<typeof packRow>;

export const packsContract = {
  /**
   * Begins to make the pack of a period, off this thread. `folder`: where it is written; the data folder's
   * own `packs` when left out. `reason` says why it takes the place of the version before. When nothing has
   * moved since the last version, that version comes out again.
   */
  "packs.export": command(
    ofPeriod.extend({ folder: absolutePath.optional(), reason: z.string().trim().min(1).max(500).optional() }),
    z.object({ jobId: z.string() }),
  ),
  "packs.cancel": command(z.object({ jobId: z.string() }), z.object({ cancelled: z.boolean() }), "viewer"),
  "packs.job": query(z.object({ jobId: z.string() }), packJob),
  "packs.progress": topic(packJob),
  /** The packs of a client, or of one of its periods, newest first. */
  "packs.list": query(z.object({ clientId: z.string(), period: z.string().optional() }), z.array(packRow)),
  /** Checks a pack by itself, and its chain when the pack before is given. Needs no client. */
  "packs.verify": query(z.object({ path: packPath, prior: packPath.optional() }), packVerification),
  "packs.compare": query(z.object({ older: packPath, newer: packPath }), packComparison),
};
