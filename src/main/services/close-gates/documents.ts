import { UNPOSTED } from "#main/domain/reconstruct-postings.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/codes.ts";
import { prepared } from "#main/store/query.ts";
import type { DocumentRow } from "#main/store/schema-client.ts";
import { dayNumber } from "#shared/kernel/calendar-date.ts";
import { unappliedCash } from "../aging.ts";
import { chartOf } from "../chart.ts";
import { listDuplicates } from "../duplicates.ts";
import { listOrderMatches } from "../order-matches.ts";
import { partyBook } from "../party-book.ts";
import { recordIds } from "../posting-records.ts";
import { documentName } from "../record-names.ts";
import { type GateOf, type GateSetting, item, noneLeft } from "./gate.ts";

const POSTED = `d.status NOT IN (${UNPOSTED.map(documentStatusCode.encode).join(",")})`;
const PURCHASES = (["purchase_bill", "cash_purchase"] as const).map(documentTypeCode.encode).join(",");
const LIVE = "JOIN source_record s USING (rec_no)";

function days({ period }: GateSetting): readonly [from: number, to: number] {
  return [dayNumber(period.start), dayNumber(period.end)];
}

function named(setting: GateSetting, rows: readonly DocumentRow[]) {
  const ids = new Map(rows.map((row) => [row.rec_no, recordIds(setting.reader, [row.rec_no])[0] ?? ""]));
  return rows.map((row) => item(documentName(setting.reader, row), "document", ids.get(row.rec_no) ?? null));
}

/** Lines without an account, or on one whose name says that nobody decided. */
export function noUncategorised(setting: GateSetting, { accountNames }: GateOf<"no_uncategorised">) {
  const { reader } = setting;
  const words = accountNames.map((name) => name.toLowerCase());
  const undecided = [...chartOf(reader).values()].filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)));
  const accounts = undecided.flatMap(({ id }) => reader.words.find(id) ?? []);
  const rows = prepared(
    reader.db,
    `SELECT d.* FROM document d ${LIVE} WHERE ${POSTED} AND d.issue_day BETWEEN ? AND ? AND removed_ms IS NULL AND EXISTS (
       SELECT 1 FROM document_line l WHERE l.rec_no = d.rec_no AND (l.account_word IS NULL OR l.account_word IN (SELECT value FROM json_each(?))))
     ORDER BY d.issue_day, d.rec_no`,
  ).all(...days(setting), JSON.stringify(accounts)) as DocumentRow[];
  return noneLeft(named(setting, rows), "Every line has an account.", (count) => `${count} documents have lines that are not categorised.`);
}

/** Pairs of bills that look alike, one of them in the period, and that nobody dismissed. */
export function noOpenDuplicate({ reader, period }: GateSetting) {
  const within = (date: string) => date >= period.start && date <= period.end;
  const { rows } = listDuplicates(reader, { limit: 5000 });
  const open = rows.filter(({ documents: [a, b] }) => within(a.date) || within(b.date));
  const items = open.map(({ documents: [a, b], score }) =>
    item(
      `${a.partyName ?? "(no vendor)"}: ${a.number ?? a.id} and ${b.number ?? b.id}, ${a.total} ${a.currency}, score ${score}`,
      "document",
      a.id,
    ),
  );
  return noneLeft(items, "No pair of bills is open.", (count) => `${count} pairs of bills may be one.`);
}

/** Vendors of the period's bills without a tax identifier; what stands for one party is one. */
export function noMissingTaxId(setting: GateSetting) {
  const { reader } = setting;
  const book = partyBook(reader);
  const words = prepared(
    reader.db,
    `SELECT DISTINCT party_word FROM document d ${LIVE} WHERE d.type IN (${PURCHASES}) AND ${POSTED} AND d.issue_day BETWEEN ? AND ?
       AND removed_ms IS NULL AND party_word IS NOT NULL`,
  )
    .pluck()
    .all(...days(setting)) as number[];
  const kept = new Set(words.map((word) => book.keptOf(reader.words.text(word))));
  const missing = [...kept].filter((id) => book.membersOf(id).every((member) => (book.parties.get(member)?.taxIdentifier ?? "") === ""));
  // A payee that is no party of the ledger, such as an employee, has no place for one.
  const items = missing.flatMap((id) => (book.parties.has(id) ? [item(book.parties.get(id)?.name ?? id, "party", id)] : []));
  return noneLeft(items, "Every vendor has a tax identifier.", (count) => `${count} vendors have none.`);
}

/** Cash and credits that wait for a document at the period's end. */
export function noUnappliedCash({ reader, period, books }: GateSetting) {
  const sides = (["receivable", "payable"] as const).map((side) => ({
    side,
    rows: unappliedCash(reader, { side, asOfDate: period.end, baseCurrency: books.baseCurrency }),
  }));
  const items = sides.flatMap(({ side, rows }) =>
    rows.map(({ party, amount, currency, kind }) =>
      item(`${party?.name ?? "(no party)"}: ${amount} ${currency}, ${kind}, ${side}`, "party", party?.id ?? null),
    ),
  );
  return noneLeft(items, `Nothing is unapplied at ${period.end}.`, (count) => `${count} amounts are unapplied at ${period.end}.`);
}

/** Orders with a bill of the period that was billed otherwise than ordered, or whose match nobody confirmed. */
export function ordersMatched({ reader, period }: GateSetting) {
  const open = listOrderMatches(reader).filter(({ state, source, bills }) => {
    const ofPeriod = bills.some(({ date, how }) => how !== "refused" && date >= period.start && date <= period.end);
    return ofPeriod && (state === "variance" || state === "over_billed" || source === "proposed");
  });
  const items = open.map(({ orderId, number, state, source, overBilled, currency, bills }) => {
    const over = overBilled === null ? "" : `, ${overBilled} ${currency} over`;
    return item(
      `Order ${number ?? orderId}: ${source === "proposed" ? "proposed" : state.replaceAll("_", " ")}${over}`,
      "document",
      bills[0]?.id ?? null,
    );
  });
  return noneLeft(items, "Every bill of an order matches it.", (count) => `${count} orders do not match their bills.`);
}

/** Documents of the period that the ledger no longer has. */
export function noRemovedRecord(setting: GateSetting) {
  const rows = prepared(
    setting.reader.db,
    `SELECT d.* FROM document d ${LIVE} WHERE ${POSTED} AND d.issue_day BETWEEN ? AND ? AND removed_ms IS NOT NULL ORDER BY d.issue_day, d.rec_no`,
  ).all(...days(setting)) as DocumentRow[];
  return noneLeft(
    named(setting, rows),
    "No document of the period was removed.",
    (count) => `${count} documents of the period are gone from the ledger.`,
  );
}
