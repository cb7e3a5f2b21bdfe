import { mirrorAsOf } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { directionCode, documentStatusCode, documentTypeCode, paymentStatusCode } from "#main/store/records/codes.ts";
import type { PartyDetail, PartyList, PartyRow } from "#shared/contract/books/records.ts";
import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { addDecimals, type DecimalString, fromTenThousandths } from "#shared/kernel/decimal.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import { balancesOf, combinedBalances } from "./party-balances.ts";
import { type PartyBook, partyBook } from "./party-book.ts";

type Figure = "receivable" | "payable" | "unappliedIn" | "unappliedOut";
type Amounts = Record<Figure, DecimalString>;

/** What one party has, by the number of its word; amounts by the number of their currency's. */
interface Held {
  documents: number;
  lastDay: number | null;
  readonly amounts: Map<number, Amounts>;
}

const FIGURE_OF: Partial<Record<DocumentType, Figure>> = {
  sales_invoice: "receivable",
  purchase_bill: "payable",
  sales_credit: "unappliedIn",
  purchase_credit: "unappliedOut",
};
const NOTHING = "0" as DecimalString;
const GONE = "SELECT rec_no FROM source_record WHERE removed_ms IS NOT NULL";
const LIVE = (["open", "part_paid"] as const).map(documentStatusCode.encode).join(", ");
const POSTED = paymentStatusCode.encode("posted");

// Sums come as text: they may pass 2^53. What is open, and what is too large for a number, is a small part of
// all and has an index; the plus keeps SQLite from walking every document of every party instead.
const OPEN_DOCUMENTS = `SELECT party_word, currency_word, type AS code, CAST(SUM(outstanding) AS TEXT) AS amount FROM document
  WHERE outstanding <> 0 AND status IN (${LIVE}) AND party_word IS NOT NULL AND rec_no NOT IN (${GONE}) GROUP BY 1, 2, 3`;
const OPEN_PAYMENTS = `SELECT party_word, currency_word, direction AS code, CAST(SUM(unapplied) AS TEXT) AS amount FROM payment
  WHERE unapplied <> 0 AND status = ${POSTED} AND party_word IS NOT NULL AND rec_no NOT IN (${GONE}) GROUP BY 1, 2, 3`;
const TEXT_DOCUMENTS = `SELECT party_word, currency_word, type AS code, scales, exact FROM document
  WHERE outstanding IS NULL AND exact IS NOT NULL AND +status IN (${LIVE}) AND +party_word IS NOT NULL AND rec_no NOT IN (${GONE})`;
const TEXT_PAYMENTS = `SELECT party_word, currency_word, direction AS code, scales, exact FROM payment
  WHERE unapplied IS NULL AND exact IS NOT NULL AND status = ${POSTED} AND +party_word IS NOT NULL AND rec_no NOT IN (${GONE})`;
// Answered by the index of party and date alone; the few deleted ones are removed afterwards.
const COUNTS =
  "SELECT party_word, COUNT(*) AS count, MAX(issue_day) AS last FROM document WHERE party_word IS NOT NULL GROUP BY party_word";
const DELETED = documentStatusCode.encode("deleted");
// Some ledgers mark what was deleted, others no longer have it.
const GONE_COUNTS = `SELECT party_word, COUNT(*) AS count FROM document
  WHERE rec_no IN (${GONE} UNION ALL SELECT rec_no FROM document WHERE status = ${DELETED}) AND party_word IS NOT NULL GROUP BY party_word`;
const WORDS_OF = "SELECT id, word_no FROM entity JOIN word ON text = id WHERE kind = 'party'";
const ENDED = (["voided", "voided_or_zero", "deleted"] as const).map(documentStatusCode.encode).join(", ");
const ENDED_DAYS = `SELECT party_word, MAX(issue_day) AS last FROM document
  WHERE rec_no IN (${GONE} UNION ALL SELECT rec_no FROM document WHERE status IN (${ENDED})) AND party_word IS NOT NULL
  GROUP BY party_word`;
// From the newest on, by the index: most have one near the end that still counts.
const LAST_OF = `SELECT issue_day FROM document JOIN source_record USING (rec_no)
  WHERE party_word = ? AND removed_ms IS NULL AND status NOT IN (${ENDED}) ORDER BY issue_day DESC LIMIT 1`;

interface SumRow {
  readonly party_word: number;
  readonly currency_word: number;
  readonly code: number;
  readonly amount: string;
}
type TextRow = Omit<SumRow, "amount"> & { readonly scales: number; readonly exact: string };

/** Every party that the ledger still has, by name, with what is open, per currency; merged ones as one (rules 16 and 22). */
export function partyList(reader: MirrorReader): PartyList {
  const book = partyBook(reader);
  const held = holdings(reader);
  const words = new Map(prepared(reader.db, WORDS_OF).raw().all() as [string, number][]);
  const rows = [...book.parties.values()]
    .filter(({ id }) => book.keptOf(id) === id)
    .map((party) => partyRowOf(reader, party, book, (id) => held.get(words.get(id) ?? -1)))
    // By code units: a collator takes seconds for ten thousand names.
    .map((row) => ({ row, key: row.name.toLowerCase() }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row);
  return { asOf: mirrorAsOf(reader), rows };
}

/** Both balances of a party: as one, and of each record that stands for it; null when there is none of that id. */
export function partyDetail(reader: MirrorReader, id: string): PartyDetail | null {
  const book = partyBook(reader);
  const kept = book.parties.get(book.keptOf(id));
  if (kept === undefined) return null;
  const members = book.membersOf(kept.id).flatMap((member) => book.parties.get(member) ?? []);
  const balances = members.map((party) => balancesOf(reader, party));
  return { asOf: mirrorAsOf(reader), party: combinedBalances(kept, balances), members: balances };
}

function partyRowOf(reader: MirrorReader, party: Party, book: PartyBook, heldBy: (partyId: string) => Held | undefined): PartyRow {
  const members = book.membersOf(party.id).flatMap((id) => book.parties.get(id) ?? []);
  const own = members.flatMap(({ id }) => heldBy(id) ?? []);
  const days = own.flatMap(({ lastDay }) => lastDay ?? []);
  const last = days.length === 0 ? null : Math.max(...days);
  return {
    id: party.id,
    name: party.name,
    isCustomer: members.some(({ isCustomer }) => isCustomer),
    isVendor: members.some(({ isVendor }) => isVendor),
    isEmployee: members.some(({ isEmployee }) => isEmployee),
    active: members.some(({ active }) => active),
    taxIdentifier: members.find(({ taxIdentifier }) => taxIdentifier !== undefined)?.taxIdentifier ?? null,
    email: members.find(({ email }) => email !== undefined)?.email ?? null,
    records: members.length,
    documents: own.reduce((all, { documents }) => all + documents, 0),
    lastDocument: last === null ? null : fromDayNumber(last),
    amounts: amountsOf(reader, own),
  };
}

function amountsOf(reader: MirrorReader, own: readonly Held[]): PartyRow["amounts"] {
  if (own.every(({ amounts }) => amounts.size === 0)) return [];
  const together = new Map<number, Amounts>();
  for (const { amounts } of own)
    for (const [currency, more] of amounts)
      for (const figure of Object.keys(more) as Figure[]) add(together, currency, figure, more[figure]);
  return [...together]
    .map(([currency, amounts]) => ({ currency: reader.words.text(currency), ...amounts }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

function holdings(reader: MirrorReader): Map<number, Held> {
  const { db } = reader;
  const found = new Map<number, Held>();
  const of = (word: number): Held => {
    const known = found.get(word) ?? { documents: 0, lastDay: null, amounts: new Map() };
    found.set(word, known);
    return known;
  };
  for (const row of prepared(db, COUNTS).all() as { party_word: number; count: number; last: number }[])
    found.set(row.party_word, { documents: row.count, lastDay: row.last, amounts: new Map() });
  for (const row of prepared(db, GONE_COUNTS).all() as { party_word: number; count: number }[]) of(row.party_word).documents -= row.count;
  for (const row of prepared(db, ENDED_DAYS).all() as { party_word: number; last: number | null }[]) {
    const held = of(row.party_word);
    // What was voided or deleted earlier hides nothing newer.
    if (held.lastDay === row.last) held.lastDay = (prepared(db, LAST_OF).pluck().get(row.party_word) as number | null | undefined) ?? null;
  }
  const documentFigure = (code: number) => FIGURE_OF[documentTypeCode.decode(code)];
  const paymentFigure = (code: number): Figure => (directionCode.decode(code) === "received" ? "unappliedIn" : "unappliedOut");
  const addAll = (sums: string, texts: string, index: number, name: string, figureOf: (code: number) => Figure | undefined) => {
    for (const row of prepared(db, sums).all() as SumRow[])
      add(of(row.party_word).amounts, row.currency_word, figureOf(row.code), fromTenThousandths(BigInt(row.amount), 4));
    for (const row of prepared(db, texts).all() as TextRow[])
      add(of(row.party_word).amounts, row.currency_word, figureOf(row.code), unpackAmount(null, row.scales, index, name, row.exact));
  };
  addAll(OPEN_DOCUMENTS, TEXT_DOCUMENTS, 2, "outstanding", documentFigure);
  addAll(OPEN_PAYMENTS, TEXT_PAYMENTS, 1, "unapplied", paymentFigure);
  return found;
}

function add(amounts: Map<number, Amounts>, currency: number, figure: Figure | undefined, amount: DecimalString | undefined): void {
  if (figure === undefined || amount === undefined) return;
  const known = amounts.get(currency) ?? { receivable: NOTHING, payable: NOTHING, unappliedIn: NOTHING, unappliedOut: NOTHING };
  amounts.set(currency, { ...known, [figure]: known[figure] === NOTHING ? amount : addDecimals(known[figure], amount) });
}
