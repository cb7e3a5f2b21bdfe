import { amountOf, codeOf, dateOf, idOf, instantOf, json, type ReadableView, type ViewColumn, wordOf, yesNo } from "./readable-view.ts";

const TYPES = ["sales_invoice", "purchase_bill", "sales_credit", "purchase_credit", "cash_sale", "cash_purchase", "journal"];
const STATUSES = ["draft", "awaiting_approval", "open", "part_paid", "paid", "voided", "voided_or_zero", "deleted"];
const SCALED = "The same in ten-thousandths, an integer to add up exactly; empty beyond 900 billion";

const recordId = `${wordOf("r.entity_word")} || ':' || ${idOf("r.source_id")}`;
const RECORD: ViewColumn = ["record", "r.rec_no", "Number of the record in this file, to join views with"];
const READ: readonly ViewColumn[] = [
  ["read_at", instantOf("r.fetched_ms"), "When Tieout last read the record"],
  ["deleted_at", instantOf("r.removed_ms"), "When Tieout noticed that the ledger no longer has it; empty while it exists"],
];
const contactName = (row: string) =>
  `COALESCE((SELECT label FROM entity WHERE kind = 'party' AND id = ${wordOf(`${row}.party_word`)}), ${row}.party_name)`;
const accountName = (word: string) => `(SELECT json_extract(body, '$.name') FROM entity WHERE kind = 'account' AND id = ${wordOf(word)})`;
const accountCode = (word: string) => `(SELECT json_extract(body, '$.code') FROM entity WHERE kind = 'account' AND id = ${wordOf(word)})`;

const documentColumns: readonly ViewColumn[] = [
  RECORD,
  ["id", recordId, "The ledger's record type and id"],
  ["type", codeOf("d.type", TYPES), "sales_invoice, purchase_bill, sales_credit, purchase_credit, cash_sale, cash_purchase or journal"],
  ["status", codeOf("d.status", STATUSES), "draft, awaiting_approval, open, part_paid, paid, voided, voided_or_zero or deleted"],
  ["status_is_derived", yesNo("d.status_is_derived"), "yes where the ledger has no status and Tieout worked it out from the balance"],
  ["number", "d.number", "Number of the transaction"],
  ["reference", "d.reference", "Reference, such as the vendor's own number"],
  ["contact_id", wordOf("d.party_word"), "Customer or vendor, see contacts"],
  ["contact_name", contactName("d"), "Name of the customer or vendor"],
  ["date", dateOf("d.issue_day"), "Date of the transaction"],
  ["due_date", dateOf("d.due_day"), "Due date"],
  ["currency", wordOf("d.currency_word"), "Currency of the amounts"],
  ["total", amountOf("d", "total", 0, "total"), "Total, tax included, as the ledger sent it"],
  ["total_scaled", "d.total", SCALED],
  ["outstanding", amountOf("d", "outstanding", 2, "outstanding"), "What is still open"],
  ["outstanding_scaled", "d.outstanding", SCALED],
  ["tax", amountOf("d", "tax_amount", 3, "tax"), "Tax within the total"],
  ["exchange_rate", "d.exchange_rate", "Units of base currency for one of the transaction's, where the ledger gives it"],
  ["base_currency", wordOf("d.base_currency_word"), "Currency of the books"],
  ["base_total", amountOf("d", "total_base", 1, "totalBase"), "The ledger's own total in base currency"],
  ["base_total_scaled", "d.total_base", SCALED],
  ["unapplied_kind", codeOf("d.unapplied_kind", ["overpayment", "prepayment", "deposit"]), "Set for unapplied cash, which has no lines"],
  ["ledger_status", wordOf("d.source_status_word"), "The ledger's own word for the status"],
  ["ledger_approval", wordOf("d.approval_word"), "The ledger's own word for the approval"],
  ["entity_id", wordOf("d.entity_id_word"), "Legal entity, where the ledger has several"],
  ["account_id", wordOf("d.total_account_word"), "Account that the total is posted to, where the record names it"],
  ["memo", "d.memo", "The ledger's note"],
  ...READ,
];

const documentsFrom = (where: string) => `FROM document d JOIN source_record r USING (rec_no)${where}`;

const documents: readonly ReadableView[] = [
  { name: "documents", about: "Every transaction except payments", columns: documentColumns, from: documentsFrom("") },
  { name: "bills", about: "Bills from vendors", columns: documentColumns, from: documentsFrom(" WHERE d.type = 1") },
  { name: "invoices", about: "Invoices to customers", columns: documentColumns, from: documentsFrom(" WHERE d.type = 0") },
  {
    name: "credit_notes",
    about: "Credit notes to customers and from vendors, unapplied cash included",
    columns: documentColumns,
    from: documentsFrom(" WHERE d.type IN (2, 3)"),
  },
];

const lines: ReadableView = {
  name: "document_lines",
  about: "Lines of transactions",
  columns: [
    RECORD,
    ["line", "l.line_no", "Place of the line in the transaction, from 1"],
    ["document_id", recordId, "Transaction, see documents"],
    ["date", dateOf("l.day"), "Date of the transaction"],
    ["kind", codeOf("l.kind", ["account", "item"]), "account or item: what the ledger's line points to"],
    ["description", "l.description", "Text of the line"],
    ["quantity", amountOf("l", "quantity", 0, "quantity"), "Quantity"],
    ["unit_price", amountOf("l", "unit_amount", 1, "unitAmount"), "Price of one"],
    ["net", amountOf("l", "net", 2, "net"), "Amount without tax, in the transaction's currency"],
    ["net_scaled", "l.net", SCALED],
    ["tax", amountOf("l", "tax_amount", 3, "tax"), "Tax of the line, where the ledger gives it"],
    ["account_id", wordOf("l.account_word"), "Account, also where the line points to an item; see accounts"],
    ["account_name", accountName("l.account_word"), "Name of the account"],
    ["item_id", wordOf("l.item_word"), "Item, see items"],
    ["billable_customer_id", wordOf("l.billable_customer_word"), "Customer that the line is billed on to"],
    ["billable_status", codeOf("l.billable_status", ["billable", "billed", "not_billable"]), "billable, billed or not_billable"],
    ["deleted_at", instantOf("r.removed_ms"), "When Tieout noticed that the ledger no longer has the transaction"],
  ],
  from: "FROM document_line l JOIN source_record r USING (rec_no)",
};

const lineDimensions: ReadableView = {
  name: "line_dimensions",
  about: "Values of dimensions (classes, departments, tracking) on lines of transactions",
  columns: [
    ["record", "l.rec_no", "Number of the transaction's record, see document_lines"],
    ["line", "l.line_no", "Place of the line in the transaction"],
    ["dimension_id", json("v.value", "dimensionId"), "Dimension, see dimension_values"],
    ["value_id", json("v.value", "valueId"), "Value, see dimension_values"],
    ["from_header", yesNo(json("v.value", "fannedFromHeader")), "yes where the ledger has it on the transaction and Tieout copied it down"],
  ],
  from: "FROM document_line l JOIN word w ON w.word_no = l.dimensions_word, json_each(w.text) v",
};

const payments: ReadableView = {
  name: "payments",
  about: "Money received from customers and paid to vendors",
  columns: [
    RECORD,
    ["id", recordId, "The ledger's record type and id"],
    ["direction", codeOf("p.direction", ["received", "made"]), "received or made"],
    ["status", codeOf("p.status", ["posted", "voided", "deleted"]), "posted, voided or deleted"],
    ["contact_id", wordOf("p.party_word"), "Customer or vendor, see contacts"],
    ["contact_name", contactName("p"), "Name of the customer or vendor"],
    ["date", dateOf("p.day"), "Date of the payment"],
    ["currency", wordOf("p.currency_word"), "Currency of the amounts"],
    ["amount", amountOf("p", "amount", 0, "amount"), "Amount paid"],
    ["amount_scaled", "p.amount", SCALED],
    ["unapplied", amountOf("p", "unapplied", 1, "unapplied"), "What is not applied to any transaction yet"],
    ["unapplied_scaled", "p.unapplied", SCALED],
    ["exchange_rate", "p.exchange_rate", "Units of base currency for one of the payment's, where the ledger gives it"],
    ["account_id", wordOf("p.account_word"), "Bank or clearing account"],
    ["reference", "p.reference", "Reference"],
    ["batch_id", "p.batch_id", "Batch that the payment was made in"],
    ["ledger_status", wordOf("p.source_status_word"), "The ledger's own word for the status"],
    ["entity_id", wordOf("p.entity_id_word"), "Legal entity, where the ledger has several"],
    ...READ,
  ],
  from: "FROM payment p JOIN source_record r USING (rec_no)",
};

const allocations: ReadableView = {
  name: "allocations",
  about: "What payments and credits were applied to",
  columns: [
    RECORD,
    ["from_kind", codeOf("a.from_kind", ["payment", "document"]), "payment or document: what the money comes from"],
    ["from_id", "a.from_id", "Payment, credit or unapplied cash"],
    ["to_id", "a.to_id", "Transaction that it settles"],
    ["date", dateOf("a.day"), "Date, where the ledger gives one of its own"],
    ["currency", wordOf("a.currency_word"), "Currency of the amount"],
    ["amount", amountOf("a", "amount", 0, "amount"), "Amount applied"],
    ["amount_scaled", "a.amount", SCALED],
    ["deleted_at", instantOf("r.removed_ms"), "When Tieout noticed that the ledger no longer has it"],
  ],
  from: "FROM allocation a JOIN source_record r USING (rec_no)",
};

const journalId = `${wordOf("j.prefix_word")} || ':' || ${idOf("r.source_id")}`;
const journals: readonly ReadableView[] = [
  {
    name: "journals",
    about: "Entries of the ledger's general-ledger feed, where it has one",
    columns: [
      RECORD,
      ["id", journalId, "The ledger's id"],
      ["number", "j.number", "Number of the entry"],
      ["date", dateOf("j.day"), "Date of the entry"],
      ["created_at", instantOf("j.created_ms"), "When the ledger made it"],
      ["document_id", "j.document_id", "Transaction or payment that caused it, where the feed names it"],
      ["source_type", wordOf("j.source_type_word"), "The ledger's word for what caused it"],
      ["currency", wordOf("j.currency_word"), "Currency of its postings"],
      ...READ,
    ],
    from: "FROM journal j JOIN source_record r USING (rec_no)",
  },
  {
    name: "postings",
    about: "Debits and credits of the general ledger, from the ledger's own feed",
    columns: [
      RECORD,
      ["line", "p.line_no", "Place of the posting in its entry, from 1"],
      ["journal_id", journalId, "Entry, see journals"],
      ["date", dateOf("p.day"), "Date of the posting"],
      ["account_id", wordOf("p.account_word"), "Account, see accounts"],
      ["account_code", accountCode("p.account_word"), "Code of the account"],
      ["account_name", accountName("p.account_word"), "Name of the account"],
      ["amount", amountOf("p", "amount", 0, "amount"), "Amount in the currency of the books: debit positive, credit negative"],
      ["amount_scaled", "p.amount", SCALED],
      ["currency", `COALESCE(${wordOf("p.currency_word")}, ${wordOf("j.currency_word")})`, "Currency of the amount"],
      ["contact_id", wordOf("p.party_word"), "Customer or vendor, where the feed names it"],
      ["entity_id", wordOf("p.entity_id_word"), "Legal entity, where the ledger has several"],
      ["description", "p.description", "Text of the posting"],
      ["document_id", "j.document_id", "Transaction or payment that caused it, where the feed names it"],
      ["dimensions", wordOf("p.dimensions_word"), "Values of dimensions, as JSON"],
      ["deleted_at", instantOf("r.removed_ms"), "When Tieout noticed that the ledger no longer has it"],
    ],
    from: "FROM posting p JOIN journal j USING (rec_no) JOIN source_record r USING (rec_no)",
  },
];

const entityFrom = (kind: string) => `FROM entity e JOIN source_record r USING (rec_no) WHERE e.kind = '${kind}'`;
const of = (path: string) => json("e.body", path);
const volatile = (path: string) => json("e.volatile", path);

const master: readonly ReadableView[] = [
  {
    name: "accounts",
    about: "Chart of accounts",
    columns: [
      RECORD,
      ["id", "e.id", "The ledger's record type and id"],
      ["code", of("code"), "Code of the account"],
      ["name", of("name"), "Name of the account"],
      ["type", of("type"), "The ledger's own type"],
      ["class", of("class"), "asset, liability, equity, revenue, expense or non_posting"],
      [
        "role",
        of("role"),
        "bank, receivable, payable, tax, retained_earnings, exchange_difference or rounding, where the ledger marks one",
      ],
      ["currency", of("currency"), "Currency that the account is kept in"],
      ["active", yesNo(of("active")), "yes or no"],
      ["ledger_balance", volatile("balance.amount"), "The ledger's own balance when it was read"],
      ...READ,
    ],
    from: entityFrom("account"),
  },
  {
    name: "contacts",
    about: "Customers, vendors and employees",
    columns: [
      RECORD,
      ["id", "e.id", "The ledger's record type and id"],
      ["name", of("name"), "Name"],
      ["is_customer", yesNo(of("isCustomer")), "yes or no"],
      ["is_vendor", yesNo(of("isVendor")), "yes or no"],
      ["is_employee", yesNo(of("isEmployee")), "yes or no"],
      ["active", yesNo(of("active")), "yes or no"],
      ["email", of("email"), "Email address"],
      ["tax_id", of("taxIdentifier"), "Tax ID"],
      ["currency", of("currency"), "Currency of the contact"],
      ["ledger_receivable", volatile("receivable.amount"), "The ledger's own receivable when it was read"],
      ["ledger_payable", volatile("payable.amount"), "The ledger's own payable when it was read"],
      ...READ,
    ],
    from: entityFrom("party"),
  },
  {
    name: "items",
    about: "Products and services",
    columns: [
      RECORD,
      ["id", "e.id", "The ledger's record type and id"],
      ["code", of("code"), "Code"],
      ["name", of("name"), "Name"],
      ["type", of("type"), "The ledger's own type"],
      ["income_account_id", of("incomeAccountId"), "Account of sales"],
      ["expense_account_id", of("expenseAccountId"), "Account of purchases"],
      ["asset_account_id", of("assetAccountId"), "Account of stock"],
      ["tracked", yesNo(of("tracked")), "yes where the ledger keeps stock of it"],
      ["active", yesNo(of("active")), "yes or no"],
      ...READ,
    ],
    from: entityFrom("item"),
  },
  {
    name: "purchase_orders",
    about: "Purchase orders",
    columns: [
      RECORD,
      ["id", "e.id", "The ledger's record type and id"],
      ["number", of("number"), "Number"],
      ["contact_id", of("partyId"), "Vendor, see contacts"],
      ["contact_name", `COALESCE((SELECT label FROM entity WHERE kind = 'party' AND id = ${of("partyId")}), ${of("partyName")})`, "Vendor"],
      ["date", of("date"), "Date"],
      ["delivery_date", of("deliveryDate"), "Expected delivery"],
      ["currency", of("currency"), "Currency"],
      ["total", of("total.amount"), "Total"],
      ["status", of("status"), "draft, awaiting_approval, open, part_billed, billed, closed or deleted"],
      ["ledger_status", of("sourceStatus"), "The ledger's own word for the status"],
      ["entity_id", of("entityId"), "Legal entity, where the ledger has several"],
      ...READ,
    ],
    from: entityFrom("order"),
  },
  {
    name: "dimension_values",
    about: "Dimensions of the ledger (classes, departments, tracking, segments) with their values",
    columns: [
      ["dimension_id", "e.id", "Dimension"],
      ["dimension_name", of("name"), "Name of the dimension"],
      ["value_id", json("v.value", "id"), "Value"],
      ["value_name", json("v.value", "name"), "Name of the value"],
      ["active", yesNo(json("v.value", "active")), "yes or no"],
    ],
    from: "FROM entity e, json_each(e.body, '$.values') v WHERE e.kind = 'dimension'",
  },
  {
    name: "lock_dates",
    about: "Lock dates of the ledger",
    columns: [
      ["id", "e.id", "The ledger's record type and id"],
      ["locked_through", of("lockedThrough"), "Last day that is locked"],
      ["module", of("scope.module"), "ap, ar, gl or all; empty means all"],
      ["entity_id", of("scope.entityId"), "Legal entity; empty means all"],
      ["exempts", of("exempts"), "Who may still post, such as advisers"],
    ],
    from: "FROM entity e WHERE e.kind = 'lock'",
  },
];

const changes: ReadableView = {
  name: "changes",
  about: "What Tieout saw change in the ledger, field by field",
  columns: [
    ["change", "c.change_no", "Number of the change in this file"],
    ["record", "c.rec_no", "Number of the record, to join views with"],
    ["record_id", "c.record_id", "Record that changed"],
    ["field", "c.field", "Field that changed"],
    ["before", "c.before", "Value before"],
    ["after", "c.after", "Value after"],
    ["record_date", dateOf("c.day"), "Date of the transaction"],
    ["detected_at", instantOf("c.detected_ms"), "When Tieout noticed"],
  ],
  from: "FROM field_change c",
};

const findings: ReadableView = {
  name: "findings",
  about: "Exceptions: what Tieout suggests you review",
  columns: [
    ["finding", "f.finding_no", "Number of the exception in this file"],
    ["code", "f.code", "What kind of exception it is"],
    ["data_set", "s.name", "Data set that it was found in"],
    ["record", "f.rec_no", "Number of the record, to join views with"],
    ["record_id", recordId, "Record that it is about"],
    ["field", "NULLIF(f.field, '')", "Field that it is about"],
    ["message", "f.message", "What was found"],
    ["first_seen_at", instantOf("f.first_ms"), "When it was first found"],
    ["last_seen_at", instantOf("f.last_ms"), "When it was last found"],
    ["resolved_at", instantOf("f.resolved_ms"), "When it was resolved; empty while it's open"],
  ],
  from: "FROM finding f JOIN stream s USING (stream_no) LEFT JOIN source_record r USING (rec_no)",
};

const syncs: ReadableView = {
  name: "syncs",
  about: "Data sets of the ledger and how far each has been synced",
  columns: [
    ["data_set", "name", "Name of the data set"],
    ["label", "NULLIF(label, '')", "The ledger's own name for it"],
    ["state", "state", "never_read, reading, queued, up_to_date, incomplete, failed or not_supported"],
    ["synced_at", instantOf("completed_ms"), "When it was last fully synced"],
    ["first_synced_at", instantOf("first_completed_ms"), "When it was first fully synced"],
    ["deletions_checked_at", instantOf("reconciled_ms"), "When Tieout last looked for records that the ledger no longer has"],
    ["resumes_at", instantOf("resume_ms"), "When a waiting sync resumes"],
    ["reads_changes_from", "watermark", "Where the next sync of changes begins"],
    ["pages", "pages", "Pages read so far"],
    ["records_seen", "seen", "Records read so far"],
    ["records_changed", "changed", "Of these, new or different"],
    ["records_unchanged", "unchanged", "Of these, the same as before"],
    ["records_deleted", "removed", "Records found deleted"],
    ["failure", json("failure", "message"), "Why it failed, where it did"],
  ],
  from: "FROM stream",
};

/** The ledger's records, and what the sync noted about them. */
export const ledgerViews: readonly ReadableView[] = [
  ...documents,
  lines,
  lineDimensions,
  payments,
  allocations,
  ...journals,
  ...master,
  changes,
  findings,
  syncs,
];
