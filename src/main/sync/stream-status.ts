import type { StreamRow } from "#main/store/schema-client.ts";
import type { StreamState, StreamStatus } from "#shared/contract/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Failure } from "#shared/model/failure.ts";

/** A stored stream as people see it. */
export function streamStatus(row: StreamRow): StreamStatus {
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
