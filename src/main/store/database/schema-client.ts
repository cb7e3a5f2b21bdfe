import type { AgingDayRow, AgingMonthRow, AgingTouchedRow, DocumentSumRow, PostingSumRow } from "./schema-sums.ts";

/** Row types of a client's mirror, for the query builder. A test holds them against the real file. */
export interface ClientSchema {
  meta: { key: string; value: string };
  word: { word_no: number; text: string };
  stream: StreamRow;
  raw_page: { page_no: number; bytes: number; body: Buffer };
  source_record: {
    rec_no: number;
    stream_no: number;
    source_id: unknown;
    entity_word: number;
    raw_hash: Buffer;
    raw_page: number;
    raw_start: number;
    raw_length: number;
    pass_no: number;
    fetched_ms: number;
    removed_ms: number | null;
  };
  document: DocumentRow;
  document_line: LineRow;
  allocation: AllocationRow;
  payment: PaymentRow;
  journal: {
    rec_no: number;
    prefix_word: number;
    number: string | null;
    day: number;
    created_ms: number | null;
    document_id: string | null;
    source_type_word: number | null;
    currency_word: number;
    change_hash: Buffer;
  };
  posting: {
    rec_no: number;
    /** 0: of the ledger's feed. 1: put together from a document or payment. */
    origin: number;
    line_no: number;
    /** Its id in the feed; of a reconstructed one the number of the document's line. */
    line_id: unknown;
    /** Null: no account is known. */
    account_word: number | null;
    amount: number | null;
    scales: number;
    exact: string | null;
    party_word: number | null;
    description: string | null;
    dimensions_word: number | null;
    day: number;
    /** The legal entity whose books it belongs to; null where the ledger has one only, or the row is older than this column. */
    entity_id_word: number | null;
    /** Null: that of its journal. */
    currency_word: number | null;
  };
  /** Names of contacts as documents have them; word 0 is no contact. */
  party_spelling: { name: string; party_word: number };
  posting_sum: PostingSumRow;
  document_sum: DocumentSumRow;
  aging_month: AgingMonthRow;
  aging_day: AgingDayRow;
  aging_touched: AgingTouchedRow;
  /** When a document or payment of a contact was last read, after the first complete read. */
  party_seen: { party_word: number; seen_ms: number };
  posting_gap: { rec_no: number; reason_word: number; day: number };
  entity: { kind: string; id: string; rec_no: number; label: string; body: string; volatile: string | null; change_hash: Buffer };
  field_change: {
    change_no: number;
    rec_no: number;
    record_id: string;
    field: string;
    before: string | null;
    after: string | null;
    day: number | null;
    detected_ms: number;
  };
  finding: {
    finding_no: number;
    stream_no: number;
    rec_no: number | null;
    code: string;
    field: string;
    message: string;
    first_ms: number;
    last_ms: number;
    resolved_ms: number | null;
  };
  decision: {
    decision_no: number;
    kind: string;
    subject: string;
    body: string;
    person: string;
    made_ms: number;
    undone_ms: number | null;
    undone_by: string | null;
  };
  ledger_report: {
    report_no: number;
    kind: string;
    from_day: number;
    to_day: number;
    basis: string;
    body: string;
    raw: Buffer;
    fetched_ms: number;
    /** Null: of the whole company. */
    entity_id: string | null;
  };
  write_job: {
    job_id: string;
    action_id: string;
    state: string;
    content: string;
    body: string;
    created_ms: number;
    updated_ms: number;
  };
  write_attempt: {
    attempt_no: number;
    job_id: string;
    call_no: number;
    purpose: string;
    request: string;
    sent_ms: number;
    answered_ms: number | null;
    status: number | null;
    answer: string | null;
    note: string | null;
  };
  tie_out: {
    tie_out_no: number;
    run_no: number;
    as_of_day: number;
    ran_ms: number;
    check_name: string;
    outcome: string;
    body: string;
  };
  signed_input: { hash: string; body: Buffer; made_ms: number };
  budget: {
    budget_no: number;
    name: string;
    file_name: string;
    sha256: string;
    person: string;
    made_ms: number;
    undone_ms: number | null;
    undone_by: string | null;
  };
  budget_amount: { budget_no: number; account_id: string; month: string; amount: string };
  attachment: { sha256: string; file_name: string; bytes: number; person: string; added_ms: number };
  bank_statement: {
    statement_no: number;
    account_id: string;
    format: string;
    sha256: string;
    /** Which statement of its file, from 0. */
    part: number;
    bank_account: string | null;
    currency: string;
    from_date: string;
    to_date: string;
    opening: string | null;
    closing: string | null;
    person: string;
    made_ms: number;
    undone_ms: number | null;
    undone_by: string | null;
  };
  bank_line: {
    statement_no: number;
    line_no: number;
    date: string;
    amount: string;
    payee: string | null;
    reference: string | null;
    description: string | null;
    bank_id: string | null;
  };
  note: {
    note_id: string;
    subject_kind: string;
    subject_id: string;
    subject_label: string | null;
    seen: string | null;
    reply_to: string | null;
    text: string;
    mentions: string;
    person: string;
    made_ms: number;
    changed_ms: number;
    removed_ms: number | null;
    removed_by: string | null;
  };
  task: {
    task_id: string;
    subject_kind: string;
    subject_id: string;
    subject_label: string | null;
    seen: string | null;
    title: string;
    assignee: string | null;
    due: string | null;
    person: string;
    made_ms: number;
    changed_ms: number;
    done_ms: number | null;
    done_by: string | null;
    removed_ms: number | null;
    removed_by: string | null;
  };
  review_conflict: {
    conflict_no: number;
    item_key: string;
    ours: string | null;
    theirs: string;
    events: string;
    person: string;
    imported_ms: number;
    settled_ms: number | null;
    settled_by: string | null;
    kept: string | null;
  };
  work_event: {
    event_no: number;
    item_id: string;
    what: string;
    before: string | null;
    after: string | null;
    person: string;
    at_ms: number;
  };
  own_entry: {
    entry_no: number;
    table_name: string;
    row_key: string;
    row_hash: Buffer | null;
    previous: Buffer;
    hash: Buffer;
  };
  own_touched: { table_name: string; row_key: string };
  program_read: {
    read_no: number;
    program: string;
    operation: string;
    about: string;
    asked: string;
    person: string;
    at_ms: number;
  };
  fact_log: { one: number; applied: number; head: string; sent_entry: number; moved_entry: number };
  fact_known: { item_key: string; content: string; first_fact: number; first_ms: number; person: string };
  fact_refused: { item_key: string; message: string; at_ms: number };
  fact_seen: { fact_id: string; said: string };
  pack: {
    pack_no: number;
    period_id: string;
    period_label: string;
    month: string;
    version: number;
    name: string;
    path: string;
    sha256: string;
    bytes: number;
    state_hash: string;
    prior_no: number | null;
    reason: string | null;
    stamps: string;
    figures: string;
    as_of_ms: number | null;
    last_change: number;
    person: string;
    made_ms: number;
    signed: string | null;
    client_copy: string | null;
  };
}

export interface StreamRow {
  stream_no: number;
  name: string;
  label: string;
  state: string;
  pass_no: number;
  pass_kind: string | null;
  pass_position: string | null;
  pass_started_ms: number | null;
  pass_watermark: string | null;
  watermark: string | null;
  completed_ms: number | null;
  first_completed_ms: number | null;
  reconciled_ms: number | null;
  needs_reconcile: number;
  needs_since: string | null;
  /** The pass that was under way when `needs_since` was noted, and does not cover it. */
  needs_pass: number | null;
  pages: number;
  seen: number;
  changed: number;
  unchanged: number;
  removed: number;
  total_known: number | null;
  failure: string | null;
  resume_ms: number | null;
}

export interface DocumentRow {
  rec_no: number;
  type: number;
  status: number;
  status_is_derived: number;
  number: string | null;
  reference: string | null;
  party_word: number | null;
  party_name: string | null;
  issue_day: number;
  due_day: number | null;
  currency_word: number;
  base_currency_word: number | null;
  exchange_rate: string | null;
  total: number | null;
  total_base: number | null;
  outstanding: number | null;
  tax_amount: number | null;
  scales: number;
  exact: string | null;
  tax_word: number | null;
  tax_text: string | null;
  source_status_word: number | null;
  approval_word: number | null;
  unapplied_kind: number | null;
  entity_id_word: number | null;
  memo: string | null;
  period_word: number | null;
  change_hash: Buffer;
  /** The account that the total is posted to: control account, bank or card. */
  total_account_word: number | null;
  /** 1: the ledger has it reconciled with the bank; null: it doesn't say. */
  bank_reconciled: number | null;
}

export interface LineRow {
  rec_no: number;
  line_no: number;
  line_id: unknown;
  kind: number;
  description: string | null;
  quantity: number | null;
  unit_amount: number | null;
  net: number | null;
  tax_amount: number | null;
  scales: number;
  exact: string | null;
  tax_word: number;
  account_word: number | null;
  item_word: number | null;
  dimensions_word: number | null;
  billable_customer_word: number | null;
  billable_status: number | null;
  day: number;
}

export interface AllocationRow {
  rec_no: number;
  alloc_no: number;
  from_kind: number;
  from_id: string;
  to_id: string;
  amount: number | null;
  scales: number;
  exact: string | null;
  currency_word: number;
  day: number | null;
}

export interface PaymentRow {
  rec_no: number;
  direction: number;
  status: number;
  source_status_word: number | null;
  party_word: number | null;
  party_name: string | null;
  day: number;
  currency_word: number;
  exchange_rate: string | null;
  amount: number | null;
  unapplied: number | null;
  scales: number;
  exact: string | null;
  account_word: number | null;
  reference: string | null;
  batch_id: string | null;
  entity_id_word: number | null;
  change_hash: Buffer;
  /** 1: the ledger has it reconciled with the bank; null: it doesn't say. */
  bank_reconciled: number | null;
}
