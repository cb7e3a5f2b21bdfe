import type { ColumnType, Generated } from "kysely";

/** Set by the server when a row is added; nobody can write it. */
type Given<T> = ColumnType<T, never, never>;
/** A time as PostgreSQL writes it. */
type At = Given<string>;

/** The schema `tieout` in the firm's PostgreSQL, as a desktop may use it. */
export interface ServerTables {
  "tieout.schema_version": { number: number; name: string; app: string; at: At };
  "tieout.member": { person: string; app_role: string; added_at: At; added_by: string | null; disabled_at: string | null };
  "tieout.member_client": { person: string; client_id: string };
  "tieout.machine": {
    machine_id: string;
    person: string;
    name: string;
    age_recipient: string;
    signing_key: string;
    added_at: At;
    moved_in_at: string | null;
    revoked_at: string | null;
    revoked_by: string | null;
  };
  "tieout.client": { client_id: string; name: string; body: unknown };
  "tieout.client_log": { client_id: string; next_fact: number; next_page: number; fact_head: Buffer; page_head: Buffer };
  "tieout.fact": {
    client_id: string;
    fact_no: Given<number>;
    fact_id: string;
    kind: string;
    source: Generated<"own" | "moved_in">;
    body: string;
    person: Given<string>;
    machine_id: Given<string>;
    at: At;
    previous: Given<Buffer>;
    hash: Given<Buffer>;
    subject: Given<string | null>;
    signer: Given<string>;
    made_ms: Given<number | null>;
    undone: Given<boolean>;
  };
  "tieout.mirror_page": {
    client_id: string;
    page_no: Given<number>;
    page_id: string;
    fence: number;
    stream: string;
    kind: string;
    cursor_before: string | null;
    cursor_after: string | null;
    body: Buffer;
    person: Given<string>;
    machine_id: Given<string>;
    at: At;
    previous: Given<Buffer>;
    hash: Given<Buffer>;
  };
  "tieout.mirror_snapshot": {
    client_id: string;
    page_no: number;
    fact_no: number;
    part_no: number;
    bytes: Buffer;
    sha256: Buffer;
    machine_id: Given<string>;
    at: At;
  };
  "tieout.lease": { client_id: string; machine_id: string | null; fence: number; until: string; counters: unknown };
  "tieout.app_window": { key: string; window_start: string; used: number };
  "tieout.grant_secret": {
    grant_key: string;
    clients: string[];
    generation: number;
    ciphertext: string;
    recipients: string[];
    fence: number;
    person: string;
    machine_id: string;
    at: string;
  };
  "tieout.presence": { client_id: string; person: string; machine_id: string; until: string };
  "tieout.write_job": {
    client_id: string;
    job_id: string;
    action_id: string;
    state: string;
    content: string;
    body: string;
    fence: number | null;
    person: Given<string>;
    machine_id: Given<string>;
    created_at: At;
    updated_at: At;
  };
  "tieout.write_call": {
    client_id: string;
    job_id: string;
    attempt_no: number;
    call_no: number;
    purpose: string;
    request: string;
    fence: number;
    machine_id: Given<string>;
    sent_at: At;
    answered_at: At;
    status: number | null;
    answer: string | null;
    note: string | null;
  };
  "tieout.pack_version": {
    client_id: string;
    period: string;
    version: Given<number>;
    sha256: string;
    previous_sha256: Given<string | null>;
    body: Generated<string>;
    person: Given<string>;
    machine_id: Given<string>;
    at: At;
  };
}
