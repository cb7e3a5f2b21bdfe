import { directionCode, documentStatusCode, documentTypeCode, paymentStatusCode } from "#main/store/records/codes.ts";
import type { Sqlite } from "./open.ts";
import { prepared } from "./query.ts";

/** The id of a record as its allocations name it (see `unpackId`). */
export const ID_TEXT = `(w.text || ':' || CASE typeof(r.source_id)
  WHEN 'blob' THEN lower(substr(hex(r.source_id), 1, 8) || '-' || substr(hex(r.source_id), 9, 4) || '-' || substr(hex(r.source_id), 13, 4)
    || '-' || substr(hex(r.source_id), 17, 4) || '-' || substr(hex(r.source_id), 21))
  WHEN 'text' THEN r.source_id ELSE CAST(r.source_id AS INTEGER) END)`;

/** Kinds of a side are together; see `kindOf`. */
export const KINDS_A_SIDE = 8;
const SIDES = [
  { charge: "sales_invoice", credit: "sales_credit", direction: "received" },
  { charge: "purchase_bill", credit: "purchase_credit", direction: "made" },
] as const;
/** On each side: charges, credits, payments, then the other kinds of unapplied cash. */
export const KINDS = { charge: 0, credit: 1, payment: 2, unapplied: 3 } as const;

const documentKind = `CASE t.type ${SIDES.map(
  ({ charge, credit }, side) => `WHEN ${documentTypeCode.encode(charge)} THEN ${side * KINDS_A_SIDE + KINDS.charge}
    WHEN ${documentTypeCode.encode(credit)} THEN IIF(t.unapplied_kind IS NULL, ${side * KINDS_A_SIDE + KINDS.credit}, ${side * KINDS_A_SIDE + KINDS.unapplied} + t.unapplied_kind)`,
).join(" ")} END`;
const paymentKind = `CASE t.direction ${SIDES.map(
  ({ direction }, side) => `WHEN ${directionCode.encode(direction)} THEN ${side * KINDS_A_SIDE + KINDS.payment}`,
).join(" ")} END`;
// Drafts and documents awaiting approval are owed by nobody yet; voided and deleted ones no more.
const LIVE = (["open", "part_paid", "paid"] as const).map(documentStatusCode.encode).join(",");
const TYPES = SIDES.flatMap(({ charge, credit }) => [charge, credit])
  .map(documentTypeCode.encode)
  .join(",");

/** Allocations of a record that was removed no longer count. */
const applied = (end: "to_id" | "from_id"): string =>
  `json((SELECT json_group_array(json_array(a.day, a.amount, a.currency_word, a.scales & 7)) FROM allocation a
    WHERE a.${end} = ${ID_TEXT} AND (SELECT removed_ms FROM source_record s WHERE s.rec_no = a.rec_no) IS NULL))`;
const content = (kind: string, columns: string, from: string): string =>
  `SELECT json_array(${kind}, COALESCE(t.party_word, 0), t.currency_word, COALESCE(t.entity_id_word, 0), ${columns}, t.scales, t.exact IS NULL,
    ${applied("to_id")}, ${applied("from_id")})
   FROM ${from} t JOIN source_record r ON r.rec_no = t.rec_no JOIN word w ON w.word_no = r.entity_word`;

/** One charge, credit or payment with its allocations as JSON (see `readItem`); null for what an aging has nothing to do with. */
export function agedItem(recNo: string): string {
  const documents = content(documentKind, "t.issue_day, t.due_day, t.total, t.total_base, t.outstanding", "document");
  const payments = content(paymentKind, "t.day, NULL, t.amount, NULL, t.unapplied", "payment");
  return `COALESCE(
    (${documents} WHERE t.rec_no = ${recNo} AND t.type IN (${TYPES}) AND t.status IN (${LIVE}) AND r.removed_ms IS NULL),
    (${payments} WHERE t.rec_no = ${recNo} AND t.status = ${paymentStatusCode.encode("posted")} AND r.removed_ms IS NULL))`;
}

/** Notes down what a record was before its first change since the sums were last brought up to date. */
const touch = (recNo: string, from = ""): string =>
  `UPDATE aging_touched SET one_by_one = 0 WHERE one_by_one = 1 AND rec_no ${from === "" ? `= ${recNo}` : `IN (SELECT ${recNo} ${from})`};
  INSERT INTO aging_touched SELECT DISTINCT ${recNo}, ${agedItem(recNo)}, 0 ${from === "" ? "WHERE" : `${from} AND`}
    NOT EXISTS (SELECT 1 FROM aging_touched g WHERE g.rec_no = ${recNo});`;

const OWN_ID = "substr(e.id, instr(e.id, ':') + 1)";
/** The record that an end of an allocation names. */
const atEnd = (ends: string): string =>
  touch(
    "x.rec_no",
    `FROM (SELECT r.rec_no FROM (${ends}) e JOIN source_record r
      ON r.source_id IN (${OWN_ID}, IIF(${OWN_ID} GLOB '[0-9]*', CAST(${OWN_ID} AS INTEGER), NULL), unhex(replace(${OWN_ID}, '-', '')))
      JOIN word w ON w.word_no = r.entity_word WHERE ${ID_TEXT} = e.id) x WHERE 1`,
  );
const ends = (row: "new" | "old"): string => `SELECT ${row}.to_id AS id UNION SELECT ${row}.from_id`;

const DOCUMENT_COLUMNS =
  "type, status, party_word, issue_day, due_day, currency_word, total, total_base, outstanding, scales, exact, unapplied_kind, entity_id_word";
const PAYMENT_COLUMNS = "direction, status, party_word, day, currency_word, amount, unapplied, scales, exact, entity_id_word";

/** Part of the file format, like the indexes: `aging_summed` is made last and says that the sums are there. */
const TRIGGERS: Readonly<Record<string, string>> = {
  aging_document_dropped: `BEFORE DELETE ON document BEGIN ${touch("old.rec_no")} END`,
  aging_document_changed: `BEFORE UPDATE OF ${DOCUMENT_COLUMNS} ON document BEGIN ${touch("old.rec_no")} END`,
  aging_payment_made: `BEFORE INSERT ON payment BEGIN ${touch("new.rec_no")} END`,
  aging_payment_dropped: `BEFORE DELETE ON payment BEGIN ${touch("old.rec_no")} END`,
  aging_payment_changed: `BEFORE UPDATE OF ${PAYMENT_COLUMNS} ON payment BEGIN ${touch("old.rec_no")} END`,
  aging_allocation_made: `BEFORE INSERT ON allocation BEGIN ${atEnd(ends("new"))} END`,
  aging_allocation_dropped: `BEFORE DELETE ON allocation BEGIN ${atEnd(ends("old"))} END`,
  aging_allocation_changed: `BEFORE UPDATE ON allocation BEGIN ${atEnd(`${ends("old")} UNION ${ends("new")}`)} END`,
  aging_record_moved: `BEFORE UPDATE OF removed_ms, entity_word, source_id ON source_record
    WHEN (old.removed_ms IS NULL) <> (new.removed_ms IS NULL) OR old.entity_word <> new.entity_word OR old.source_id <> new.source_id BEGIN
    ${touch("old.rec_no")}
    ${atEnd("SELECT to_id AS id FROM allocation WHERE rec_no = old.rec_no UNION SELECT from_id FROM allocation WHERE rec_no = old.rec_no")} END`,
  aging_summed: `BEFORE INSERT ON document BEGIN ${touch("new.rec_no")} END`,
};

/** True when the sums of a file's agings are there: from the end of its first read on. */
export function hasAgingSums(db: Sqlite): boolean {
  return prepared(db, "SELECT 1 FROM sqlite_schema WHERE name = 'aging_summed'").get() !== undefined;
}

/** Begins to follow changes, with nothing summed yet. Call it in the transaction that sums. */
export function followAging(db: Sqlite): void {
  db.exec(`DELETE FROM aging_month; DELETE FROM aging_day; DELETE FROM aging_touched;
    INSERT INTO aging_touched SELECT rec_no, NULL, 0 FROM document WHERE type IN (${TYPES}) UNION ALL SELECT rec_no, NULL, 0 FROM payment;`);
  for (const [name, text] of Object.entries(TRIGGERS)) db.exec(`CREATE TRIGGER ${name} ${text}`);
}

/** Ends the following: what changes from now on is not noted. */
export function unfollowAging(db: Sqlite): void {
  for (const name of Object.keys(TRIGGERS)) db.exec(`DROP TRIGGER ${name}`);
}
