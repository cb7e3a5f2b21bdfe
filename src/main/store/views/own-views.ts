import { dateOf, instantOf, json, type ReadableView, type ViewColumn } from "./readable-view.ts";

const made: readonly ViewColumn[] = [
  ["person", "d.person", "Who did it"],
  ["made_at", instantOf("d.made_ms"), "When"],
  ["undone_at", instantOf("d.undone_ms"), "When it was undone or replaced; empty while it counts"],
  ["undone_by", "d.undone_by", "Who undid or replaced it"],
];
const beforeBar = (text: string) => `substr(${text}, 1, instr(${text}, '|') - 1)`;
const afterBar = (text: string) => `substr(${text}, instr(${text}, '|') + 1)`;

const periods: ReadableView = {
  name: "periods",
  about: "Periods of the ledger, and months that Tieout keeps because the ledger has none, once their close was started",
  columns: [
    ["id", "p.id", "Id of the period"],
    ["label", "p.label", "Name of the period"],
    ["start_date", "p.start_date", "First day"],
    ["end_date", "p.end_date", "Last day"],
    ["kept_by", "p.kept_by", "ledger or tieout"],
    ["ledger_status", "p.ledger_status", "open or closed in the ledger; empty where the ledger has no periods"],
    ["close_status", "COALESCE(json_extract(d.body, '$.status'), 'open')", "open, in_close, closed or reopened in Tieout"],
    ["status_person", "d.person", "Who set the close status"],
    ["status_at", instantOf("d.made_ms"), "When the close status was set"],
  ],
  from: `FROM (
  SELECT id, json_extract(body, '$.label') AS label, json_extract(body, '$.start') AS start_date, json_extract(body, '$.end') AS end_date,
    'ledger' AS kept_by, json_extract(body, '$.status') AS ledger_status
  FROM entity WHERE kind = 'period'
  UNION ALL
  SELECT subject, substr(subject, 7), substr(subject, 7) || '-01', date(substr(subject, 7) || '-01', '+1 month', '-1 day'), 'tieout', NULL
  FROM decision WHERE kind = 'period_status' AND undone_ms IS NULL AND subject GLOB 'month:[0-9][0-9][0-9][0-9]-[0-9][0-9]'
) p LEFT JOIN decision d ON d.kind = 'period_status' AND d.subject = p.id AND d.undone_ms IS NULL`,
};

const closeTasks: ReadableView = {
  name: "close_tasks",
  about: "Tasks of the closes that were started; a task that Tieout checks is completed by its evidence, which isn't stored",
  columns: [
    ["period_id", "t.period_id", "Period, see periods"],
    ["task_id", json("t.task", "id"), "Id of the task within the checklist"],
    ["phase", json("t.task", "phase"), "Phase of the close"],
    ["title", json("t.task", "title"), "Title of the task"],
    ["role", json("t.task", "role"), "preparer, reviewer or manager"],
    ["assignee", json("t.task", "assignee"), "Who it is assigned to"],
    ["due_business_days", json("t.task", "dueDays"), "Business days after the period's end that it is due"],
    ["evidence", json("t.task", "gate.kind"), "What Tieout checks for it; empty where a person completes it"],
    ["completed_by", "d.person", "Who marked it complete"],
    ["completed_at", instantOf("d.made_ms"), "When it was marked complete"],
    ["reason", json("d.body", "why"), "Why it was marked complete"],
  ],
  from: `FROM (
  SELECT c.subject AS period_id, v.value AS task FROM decision c, json_each(c.body, '$.tasks') v
  WHERE c.kind = 'close_checklist' AND c.undone_ms IS NULL AND NOT EXISTS (
    SELECT 1 FROM decision e WHERE e.kind = 'close_task' AND e.undone_ms IS NULL AND e.subject = c.subject || '|' || json_extract(v.value, '$.id'))
  UNION ALL
  SELECT ${beforeBar("subject")}, json_extract(body, '$.task') FROM decision
  WHERE kind = 'close_task' AND undone_ms IS NULL AND json_type(body, '$.task') = 'object'
) t LEFT JOIN decision d ON d.kind = 'close_tick' AND d.undone_ms IS NULL AND d.subject = t.period_id || '|' || json_extract(t.task, '$.id')`,
};

const signOffs: ReadableView = {
  name: "sign_offs",
  about: "Signatures on periods and on variances, withdrawn ones included",
  columns: [
    ["decision", "d.decision_no", "Number of the decision, see decisions"],
    ["signed", "CASE d.kind WHEN 'close_sign' THEN 'period' ELSE 'variance' END", "period or variance"],
    ["period_id", beforeBar("d.subject"), "Period, see periods"],
    ["subject", "d.subject", "Period, what it is compared with, account and role, as Tieout names them"],
    ["role", json("d.body", "role"), "preparer or reviewer"],
    ["note", json("d.body", "note"), "Note that was left"],
    ["figures_hash", json("d.body", "hash"), "SHA-256 of the figures that were signed"],
    ["person", "d.person", "Who signed"],
    ["signed_at", instantOf("d.made_ms"), "When"],
    ["withdrawn_at", instantOf("d.undone_ms"), "When it was withdrawn or replaced; empty while it counts"],
    ["withdrawn_by", "d.undone_by", "Who withdrew or replaced it"],
  ],
  from: "FROM decision d WHERE d.kind IN ('close_sign', 'flux_sign')",
};

const decisions: ReadableView = {
  name: "decisions",
  about: "Everything that people decided about this client, undone decisions included",
  columns: [
    ["decision", "d.decision_no", "Number of the decision in this file"],
    ["kind", "d.kind", "What was decided: approval, close_sign, flux_explanation, duplicate_dismissed and so on"],
    ["subject", "d.subject", "What it is about, as Tieout names it"],
    ["details", "d.body", "The decision, as JSON"],
    ...made,
  ],
  from: "FROM decision d",
};

const approvals: ReadableView = {
  name: "approvals",
  about: "Approvals that Tieout keeps because the ledger has none",
  columns: [
    ["document_id", "d.subject", "Transaction, see documents"],
    ["verdict", json("d.body", "verdict"), "approved or returned"],
    ["note", json("d.body", "note"), "Note that was left"],
    ...made,
  ],
  from: "FROM decision d WHERE d.kind = 'approval'",
};

const explanations: ReadableView = {
  name: "variance_explanations",
  about: "Explanations of variances, former ones included",
  columns: [
    ["period_id", beforeBar("d.subject"), "Period, see periods"],
    ["compared_with", beforeBar(afterBar("d.subject")), "What the period is compared with"],
    ["subject", "d.subject", "Period, what it is compared with and account, as Tieout names them"],
    ["explanation", json("d.body", "text"), "The explanation"],
    ["current", json("d.body", "current"), "Figure of the period when it was written"],
    ["comparative", json("d.body", "comparative"), "Figure that it was compared with"],
    ...made,
  ],
  from: "FROM decision d WHERE d.kind = 'flux_explanation'",
};

const tieOuts: ReadableView = {
  name: "tie_outs",
  about: "Comparisons of Tieout's figures with the ledger's own reports",
  columns: [
    ["run", "run_no", "Number of the run"],
    ["as_of", dateOf("as_of_day"), "Date that the figures are of"],
    ["check_name", "check_name", "What was compared"],
    ["outcome", "outcome", "ties, within_tolerance, variance, cannot_check or not_run"],
    ["ran_at", instantOf("ran_ms"), "When it ran"],
    ["details", "body", "Both figures and their differences, as JSON"],
  ],
  from: "FROM tie_out",
};

const reports: ReadableView = {
  name: "ledger_reports",
  about: "Reports of the ledger as they were read to compare with",
  columns: [
    ["report", "kind", "Which report"],
    ["from_date", dateOf("from_day"), "First day"],
    ["to_date", dateOf("to_day"), "Last day"],
    ["basis", "basis", "accrual or cash"],
    ["entity_id", "entity_id", "Legal entity; empty means the whole company"],
    ["read_at", instantOf("fetched_ms"), "When it was read"],
    ["content", "body", "Its rows, as JSON"],
  ],
  from: "FROM ledger_report",
};

const writes: ReadableView = {
  name: "writes",
  about: "What was sent to the ledger, or waits to be",
  columns: [
    ["job_id", "job_id", "Id of the job"],
    ["state", "state", "What became of it"],
    ["created_at", instantOf("created_ms"), "When a person asked for it"],
    ["updated_at", instantOf("updated_ms"), "When it last moved"],
    ["details", "body", "What was asked, the requests and their results, as JSON"],
  ],
  from: "FROM write_job",
};

const subject: readonly ViewColumn[] = [
  ["subject_kind", "subject_kind", "What it is about, such as a document, an account or a figure"],
  ["subject_id", "subject_id", "Which one"],
  ["subject_label", "subject_label", "Its name when this was written"],
];

const work: readonly ReadableView[] = [
  {
    name: "notes",
    about: "Review notes",
    columns: [
      ["note_id", "note_id", "Id of the note"],
      ...subject,
      ["reply_to", "reply_to", "Note that it answers"],
      ["text", "text", "The note"],
      ["person", "person", "Who wrote it"],
      ["written_at", instantOf("made_ms"), "When it was written"],
      ["edited_at", instantOf("changed_ms"), "When it was last edited"],
      ["deleted_at", instantOf("removed_ms"), "When it was deleted"],
    ],
    from: "FROM note",
  },
  {
    name: "tasks",
    about: "Tasks that people gave each other",
    columns: [
      ["task_id", "task_id", "Id of the task"],
      ...subject,
      ["title", "title", "Title"],
      ["assignee", "assignee", "Who it is assigned to"],
      ["due_date", "due", "Due date"],
      ["person", "person", "Who created it"],
      ["created_at", instantOf("made_ms"), "When it was created"],
      ["done_at", instantOf("done_ms"), "When it was completed"],
      ["done_by", "done_by", "Who completed it"],
      ["deleted_at", instantOf("removed_ms"), "When it was deleted"],
    ],
    from: "FROM task",
  },
  {
    name: "close_packs",
    about: "Close packs that were made",
    columns: [
      ["period_id", "period_id", "Period, see periods"],
      ["period_label", "period_label", "Name of the period"],
      ["version", "version", "Version within its month"],
      ["name", "name", "File name"],
      ["sha256", "sha256", "SHA-256 of the file"],
      ["bytes", "bytes", "Size of the file"],
      ["reason", "reason", "Why a new version was made"],
      ["person", "person", "Who made it"],
      ["made_at", instantOf("made_ms"), "When"],
    ],
    from: "FROM pack",
  },
  {
    name: "budget_amounts",
    about: "Budgets by account and month",
    columns: [
      ["budget", "b.name", "Name of the budget"],
      ["account_id", "a.account_id", "Account, see accounts"],
      ["month", "a.month", "Month, such as 2026-10"],
      ["amount", "a.amount", "Amount"],
      ["imported_by", "b.person", "Who imported it"],
      ["imported_at", instantOf("b.made_ms"), "When"],
      ["undone_at", instantOf("b.undone_ms"), "When the import was undone"],
    ],
    from: "FROM budget_amount a JOIN budget b USING (budget_no)",
  },
];

/** What people did in Tieout. */
export const ownViews: readonly ReadableView[] = [
  periods,
  closeTasks,
  signOffs,
  decisions,
  approvals,
  explanations,
  tieOuts,
  reports,
  writes,
  ...work,
];
