import { instantOf, json, type ReadableView } from "./readable-view.ts";

const lineId = "substr(s.sha256, 1, 16) || '.' || s.part || '.' || l.line_no";

/** What banks say, and what people matched with it. */
export const bankViews: readonly ReadableView[] = [
  {
    name: "bank_statements",
    about: "Bank statements that were imported",
    columns: [
      ["statement", "s.statement_no", "Number of the statement in this file"],
      ["account_id", "s.account_id", "Account, see accounts"],
      ["bank_account", "s.bank_account", "Account number as the bank writes it"],
      ["format", "s.format", "ofx, camt053, mt940 or csv"],
      ["file_name", "a.file_name", "Name of the file"],
      ["sha256", "s.sha256", "SHA-256 of the file"],
      ["currency", "s.currency", "Currency of its amounts"],
      ["from_date", "s.from_date", "First day"],
      ["to_date", "s.to_date", "Last day"],
      ["opening", "s.opening", "Balance before its first line; empty where the file has none"],
      ["closing", "s.closing", "Balance after its last line; empty where the file has none"],
      ["imported_by", "s.person", "Who imported it"],
      ["imported_at", instantOf("s.made_ms"), "When"],
      ["removed_at", instantOf("s.undone_ms"), "When it was removed; empty while it counts"],
    ],
    from: "FROM bank_statement s JOIN attachment a USING (sha256)",
  },
  {
    name: "bank_lines",
    about: "Lines of bank statements, those of removed statements left out",
    columns: [
      ["line_id", lineId, "Id of the line"],
      ["statement", "l.statement_no", "Statement, see bank_statements"],
      ["account_id", "s.account_id", "Account, see accounts"],
      ["date", "l.date", "Day on which the bank booked it"],
      ["amount", "l.amount", "Amount; money in is positive"],
      ["currency", "s.currency", "Currency of the amount"],
      ["payee", "l.payee", "Who paid or was paid"],
      ["reference", "l.reference", "Reference or cheque number"],
      ["description", "l.description", "Other text of the bank"],
      ["bank_id", "l.bank_id", "The bank's own id of it"],
    ],
    from: "FROM bank_line l JOIN bank_statement s USING (statement_no) WHERE s.undone_ms IS NULL",
  },
  {
    name: "bank_matches",
    about: "Which statement lines and transactions people matched, undone matches included",
    columns: [
      ["decision", "d.decision_no", "Number of the decision, see decisions"],
      ["account_id", "substr(d.subject, 1, instr(d.subject, '|') - 1)", "Account, see accounts"],
      ["line_ids", json("d.body", "lineIds"), "Lines, as JSON, see bank_lines"],
      ["record_ids", json("d.body", "recordIds"), "Transactions and payments, as JSON"],
      ["fee", json("d.body", "fee"), "What the lines are short of the transactions"],
      ["note", json("d.body", "note"), "Note that was left"],
      ["person", "d.person", "Who matched them"],
      ["made_at", instantOf("d.made_ms"), "When"],
      ["undone_at", instantOf("d.undone_ms"), "When it was undone; empty while it counts"],
    ],
    from: "FROM decision d WHERE d.kind = 'bank_match'",
  },
];
