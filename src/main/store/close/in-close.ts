import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { periodDecisions } from "#main/store/periods/period-states.ts";

const IN_CLOSE: ReadonlySet<string> = new Set(["in_close", "reopened"]);

/** Whether a period of the client, the service's or the ledger's own, is in close or reopened. */
export function isInClose(reader: MirrorReader): boolean {
  for (const { body } of periodDecisions(reader).values()) if (IN_CLOSE.has(body.status)) return true;
  const statuses = reader.db
    .prepare(
      "SELECT DISTINCT json_extract(body, '$.status') FROM entity JOIN source_record USING (rec_no) WHERE kind = 'period' AND removed_ms IS NULL",
    )
    .pluck()
    .all() as (string | null)[];
  return statuses.some((status) => status !== null && IN_CLOSE.has(status));
}
