import { amountOf, codeOf, dateOf, idOf, instantOf, type ReadableView, wordOf } from "./readable-view.ts";

const id = (prefix: string) => `${prefix} || ':' || ${idOf("r.source_id")}`;
const account = (field: string) =>
  `(SELECT json_extract(body, '$.${field}') FROM entity WHERE kind = 'account' AND id = ${wordOf("p.account_word")})`;

/** Debits and credits from any source. A file is never shown with both kinds; `meta` says which one applies. */
export const postingsView: ReadableView = {
  name: "postings",
  about: "Debits and credits of the general ledger: the ledger's own where it has a feed, else put together from documents and payments",
  columns: [
    ["record", "r.rec_no", "Number of the record that they come from, to join views with"],
    ["line", "p.line_no", "Place of the posting in its record, from 1"],
    ["source", codeOf("p.origin", ["ledger", "reconstructed"]), "ledger or reconstructed"],
    ["journal_id", `CASE WHEN j.rec_no IS NOT NULL THEN ${id(wordOf("j.prefix_word"))} END`, "Entry of the ledger, see journals"],
    ["date", dateOf("p.day"), "Date of the posting"],
    ["account_id", wordOf("p.account_word"), "Account, see accounts; empty where none is known"],
    ["account_code", account("code"), "Code of the account"],
    ["account_name", account("name"), "Name of the account"],
    ["amount", amountOf("p", "amount", 0, "amount"), "Amount in the currency of the books: debit positive, credit negative"],
    ["amount_scaled", "p.amount", "The same in ten-thousandths, an integer to add up exactly; empty beyond 900 billion"],
    ["currency", `COALESCE(${wordOf("p.currency_word")}, ${wordOf("j.currency_word")})`, "Currency of the amount"],
    ["contact_id", wordOf("p.party_word"), "Customer or vendor, where one is known"],
    ["entity_id", wordOf("p.entity_id_word"), "Legal entity, where the ledger has several"],
    [
      "description",
      "COALESCE(p.description, (SELECT description FROM document_line l WHERE p.origin = 1 AND l.rec_no = p.rec_no AND l.line_no = p.line_id))",
      "Text of the posting or of its line",
    ],
    [
      "document_id",
      `CASE p.origin WHEN 0 THEN j.document_id ELSE ${id(wordOf("r.entity_word"))} END`,
      "Transaction or payment that it comes from",
    ],
    ["dimensions", wordOf("p.dimensions_word"), "Values of dimensions, as JSON"],
    ["deleted_at", instantOf("r.removed_ms"), "When Tieout noticed that the ledger no longer has it"],
  ],
  from: `FROM posting p JOIN source_record r USING (rec_no) LEFT JOIN journal j ON p.origin = 0 AND j.rec_no = p.rec_no
WHERE p.origin = (COALESCE((SELECT value FROM meta WHERE key = 'postings'), 'ledger') <> 'ledger')`,
};
