import type { StreamState, StreamStatus } from "#shared/contract/sync/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A stream as the client's file keeps it. */
interface StoredStream {
  readonly name: string;
  readonly label: string;
  readonly state: string;
  readonly pass_kind: string | null;
  readonly pass_position: string | null;
  readonly watermark: string | null;
  readonly completed_ms: number | null;
  readonly pages: number;
  readonly seen: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly total_known: number | null;
  readonly failure: string | null;
  readonly resume_ms: number | null;
}

/** A stored stream as people see it. */
export function streamStatus(row: StoredStream): StreamStatus {
  return {
    stream: row.name,
    label: row.label,
    state: row.state as StreamState,
    pass: row.pass_kind as StreamStatus["pass"],
    pages: row.pages,
    seen: row.seen,
    changed: row.changed,
    unchanged: row.unchanged,
    removed: row.removed,
    totalKnown: row.total_known,
    cursor: row.pass_position ?? row.watermark,
    asOf: row.completed_ms === null ? null : instantFromMs(row.completed_ms),
    resumeAt: row.resume_ms === null ? null : instantFromMs(row.resume_ms),
    queue: null,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
  };
}
