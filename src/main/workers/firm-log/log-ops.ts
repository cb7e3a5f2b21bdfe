import type { RollupChange } from "#main/store/clients/firm.ts";
import type { LoggedOp } from "#main/store/ingest/log-body.ts";
import type { LoggedRollup, LogPosition, ReceivedPage } from "#main/store/ingest/log-position.ts";
import type { TakenJob } from "#main/store/records/write-store.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";

export { LOGGED_OPS } from "#main/store/ingest/log-body.ts";

/**
 * What a machine of a firm does with the log of a client's pages. Its file is always a prefix of that log: a step is
 * held until the server has it, then done together with its place in the log.
 */
export interface LogOps<Source> {
  /** The last page that is in the client's file; page 0 where none is. */
  "log.position": [{ readonly clientId: string }, LogPosition];
  /** Packs a step and keeps it. Null: it would change nothing, so it needs no place in the log. */
  "log.hold": [
    Source & { readonly op: Exclude<LoggedOp, "page">; readonly input: Readonly<Record<string, unknown>> },
    Uint8Array<ArrayBuffer> | null,
  ];
  /** Does what was held, as the page that the server made of it. `key`: the page's stream; "" for a step. @returns what the operation returns */
  "log.apply": [Source & { readonly key: string; readonly at: LogPosition }, unknown];
  /**
   * The client's file as it is now, in compressed parts, and the checksums of its pages, for machines that join later. Null while it holds something that the
   * server doesn't have yet.
   */
  "log.copy": [
    Source,
    {
      readonly position: LogPosition;
      readonly factNo: number;
      readonly parts: readonly Uint8Array<ArrayBuffer>[];
      readonly sums: Uint8Array<ArrayBuffer> | null;
    } | null,
  ];
  /**
   * Writes the next part of such a copy beside the client's file, which must hold nothing; `marker` is the page that names the copy. The
   * first part begins again.
   */
  "log.takePart": [Source & { readonly marker: ReceivedPage; readonly partNo: number; readonly part: Uint8Array }, null];
  /** Puts the copy, whose parts were all taken, in place of the file. A failure leaves the file as it was. */
  "log.adopt": [
    Source & { readonly marker: ReceivedPage },
    { readonly position: LogPosition; readonly discovery: Discovery | null; readonly rollup: RollupChange },
  ];
  /** Deletes the parts that were taken. */
  "log.dropCopy": [{ readonly clientId: string }, null];
  /** Makes a new file with the own records of the old one, before the first page. The old one is kept beside the data. */
  "log.beginAgain": [Source & { readonly nowMs: number }, null];
  /** Keeps jobs as the server has them. */
  "log.takeJobs": [Source & { readonly jobs: readonly TakenJob[] }, null];
  /** The number of the last sending in the file. */
  "log.lastAttempt": [{ readonly clientId: string }, number];
  /** The server refused what was held. */
  "log.drop": [{ readonly clientId: string; readonly key: string }, null];
  /**
   * Verifies pages of other machines and does what they say, in their order. It stops at the first page that doesn't follow
   * from the one before.
   */
  "log.replay": [
    Source & { readonly pages: readonly ReceivedPage[] },
    {
      readonly position: LogPosition;
      /** Why the page after `position` wasn't taken; null when all were. */
      readonly refused: string | null;
      readonly rollups: readonly LoggedRollup[];
      /** What the ledger can do, where the pages say so. */
      readonly discovery: Discovery | null;
    },
  ];
}
