import { normalisedTaxIdentifier } from "#main/domain/contacts/tax-identifier.ts";
import { type BillFacts, DAYS_AROUND, type DuplicatePair, normalisedName, searchDuplicates } from "#main/domain/duplicates/duplicates.ts";
import { mergeFolding } from "#main/store/contacts/party-book.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { unpackAmount } from "#main/store/records/amounts.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { pairSubject } from "#main/store/work/own-decisions.ts";
import type { DuplicatePage } from "#shared/contract/close/reviews.ts";
import { dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { compareText, push } from "#shared/kernel/lists.ts";
import type { DocumentStatus, DocumentType } from "#shared/model/books/document.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { Period } from "#shared/model/books/period.ts";
import { type Dismissal, duplicateDismissals } from "./duplicate-dismissals.ts";

/** A bill of a suspected pair, with the facts a person compares. */
export interface SuspectBill extends BillFacts {
  readonly type: DocumentType;
  readonly status: DocumentStatus;
}

/**
 * A suspected pair: a finding with reasons, never an act. `id` is the same for the same two documents,
 * whichever is earlier. `dismissal` is valid while both bills are unchanged.
 */
export interface DuplicateFinding {
  readonly id: string;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly documents: readonly [SuspectBill, SuspectBill];
  readonly dismissal: Dismissal | null;
}

export interface DuplicateQuestion {
  /** Only pairs with a valid dismissal; otherwise only pairs without one. */
  readonly dismissed?: boolean;
  /** Only pairs with a bill on these days, both inclusive; an omitted side is open. */
  readonly within?: Partial<Pick<Period, "start" | "end">>;
  /** Only pairs with this bill. Of the others only those near it are read, so that a panel can ask. */
  readonly documentId?: string;
  readonly offset?: number;
  /** Default 1,000. */
  readonly limit?: number;
}

const ROWS_DEFAULT = 1_000;

interface BillRow {
  readonly type: number;
  readonly status: number;
  readonly number: string | null;
  readonly reference: string | null;
  readonly party_word: number | null;
  readonly party_name: string | null;
  readonly issue_day: number;
  readonly currency_word: number;
  readonly total: number | null;
  readonly scales: number;
  readonly exact: string | null;
  readonly source_id: unknown;
  readonly entity_word: number;
}

type Vendor = Pick<BillFacts, "partyId" | "partyName" | "taxIdentifier" | "mergedInto"> & { readonly group: string };

const TYPES = (["purchase_bill", "cash_purchase"] as const).map(documentTypeCode.encode).join(", ");
const GONE = (["voided", "voided_or_zero", "deleted"] as const).map(documentStatusCode.encode).join(", ");

// Amounts beyond 2^53 have no integer and form one group; the rule compares them digit by digit. The bills are chosen before their
// records are read, most of which aren't needed.
const CANDIDATES = `
  SELECT type, status, number, reference, party_word, party_name, issue_day, currency_word, total, scales, exact, source_id, entity_word
  FROM document CROSS JOIN source_record USING (rec_no)
  WHERE type IN (${TYPES}) AND status NOT IN (${GONE}) AND removed_ms IS NULL AND (total IS NULL OR total <> 0)`;
// A pair with a bill on the asked days has the amount of a bill on those days.
const OF_DAYS = `${CANDIDATES}
    AND (@everyDay OR total IS NULL OR total IN (SELECT total FROM document WHERE issue_day BETWEEN @first AND @last AND type IN (${TYPES})))
  ORDER BY currency_word, total`;
const OF_ONE = `${CANDIDATES} AND total IS @total AND currency_word = @currency AND issue_day BETWEEN @first AND @last`;
const EVERY_DAY = { first: -1e9, last: 1e9 };

/**
 * Bills and direct purchases that may have been entered twice (rule 14), most likely first. One ordered pass:
 * only the bills of one amount are in memory, and only those of one vendor are compared. `cut` is set where one
 * vendor has too many bills of one amount, some on the asked days. A dismissed pair is listed again when one of its bills has changed.
 */
export function listDuplicates(reader: MirrorReader, question: DuplicateQuestion = {}): DuplicatePage {
  const { documentId } = question;
  const { start, end } = question.within ?? {};
  const isWithin = (date: string) => (start === undefined || date >= start) && (end === undefined || date <= end);
  const into: Found = { found: [], cut: [], isWithin };
  if (documentId === undefined) searchDays(reader, question, into);
  else searchAround(reader, documentId, into);
  const { cut } = into;
  const found = documentId === undefined ? into.found : into.found.filter(({ bills }) => bills.some(({ id }) => id === documentId));
  found.sort((a, b) => b.score - a.score || compareText(b.bills[1].date, a.bills[1].date) || compareText(a.bills[1].id, b.bills[1].id));
  const dismissals = duplicateDismissals(reader);
  const asked = found.filter(({ bills }) => bills.some(({ date }) => isWithin(date)));
  const told = asked.map((pair) => ({ pair, dismissal: dismissals(pair.bills[0].id, pair.bills[1].id) }));
  const wanted = told.filter(({ dismissal }) => (dismissal?.stands ?? false) === (question.dismissed ?? false));
  const offset = question.offset ?? 0;
  return {
    rows: wanted.slice(offset, offset + (question.limit ?? ROWS_DEFAULT)).map(({ pair, dismissal }) => findingOf(pair, dismissal)),
    found: wanted.length,
    dismissed: told.filter(({ dismissal }) => dismissal?.stands === true).length,
    cut,
  };
}

type Suspected = DuplicatePair<SuspectBill>;

interface Found {
  readonly found: Suspected[];
  readonly cut: DuplicatePage["cut"][number][];
  /** Whether a bill of this date is asked for. */
  readonly isWithin: (date: string) => boolean;
}

function searchDays(reader: MirrorReader, { within = {} }: DuplicateQuestion, into: Found): void {
  const { start, end } = within;
  const days = {
    first: start === undefined ? EVERY_DAY.first : dayNumber(start),
    last: end === undefined ? EVERY_DAY.last : dayNumber(end),
    everyDay: start === undefined && end === undefined ? 1 : 0,
  };
  const vendors = new Vendors(reader);
  let group: BillRow[] = [];
  const settle = (): void => {
    if (group.length > 1) searchGroup(reader, vendors, group, into);
    group = [];
  };
  for (const row of reader.db.prepare(OF_DAYS).iterate(days) as IterableIterator<BillRow>) {
    const first = group[0];
    if (first !== undefined && (first.total !== row.total || first.currency_word !== row.currency_word)) settle();
    group.push(row);
  }
  settle();
}

const ASKED = "SELECT total, currency_word, issue_day, party_word, party_name FROM document WHERE rec_no = ?";
type Asked = Pick<BillRow, "total" | "currency_word" | "issue_day" | "party_word" | "party_name">;

/** The vendor's bills of one amount around one bill. Most amounts are there once, and then no vendor is read. */
function searchAround(reader: MirrorReader, documentId: string, into: Found): void {
  const recNo = recordNumber(reader, documentId, "document");
  if (recNo === null) return;
  const asked = prepared(reader.db, ASKED).get(recNo) as Asked;
  const [first, last] = [asked.issue_day - DAYS_AROUND, asked.issue_day + DAYS_AROUND];
  const near = { total: asked.total, currency: asked.currency_word, first, last };
  const rows = prepared(reader.db, OF_ONE).all(near) as BillRow[];
  if (rows.length < 2) return;
  const parties = new Set(rows.flatMap(({ party_word }) => (party_word === null ? [] : [reader.words.text(party_word)])));
  const vendors = new Vendors(reader, parties);
  const { group } = vendors.of(asked);
  const ofVendor = rows.filter((row) => vendors.of(row).group === group);
  searchGroup(reader, vendors, ofVendor, into);
}

function searchGroup(reader: MirrorReader, vendors: Vendors, rows: readonly BillRow[], { found, cut, isWithin }: Found): void {
  const byVendor = new Map<string, BillRow[]>();
  for (const row of rows) push(byVendor, vendors.of(row).group, row);
  for (const ofVendor of byVendor.values()) {
    if (ofVendor.length < 2) continue;
    const bills = ofVendor.map((row) => billOf(reader, vendors, row));
    const { pairs, notCompared } = searchDuplicates(bills);
    // One at a time: there may be more pairs than a call accepts as arguments.
    for (const pair of pairs) found.push(pair);
    const { partyName, currency, total } = bills[0] as SuspectBill;
    if (notCompared > 0 && bills.some(({ date }) => isWithin(date)))
      cut.push({ partyName, currency, total, bills: bills.length, notCompared });
  }
}

function findingOf({ score, reasons, bills }: Suspected, dismissal: Dismissal | null): DuplicateFinding {
  const told =
    dismissal === null || dismissal.stands ? reasons : [...reasons, `dismissed by ${dismissal.person}, but a bill has changed since`];
  return { id: pairSubject(bills[0].id, bills[1].id), score, reasons: told, documents: bills, dismissal };
}

function billOf(reader: MirrorReader, vendors: Vendors, row: BillRow): SuspectBill {
  const { group: _group, ...vendor } = vendors.of(row);
  return {
    id: `${reader.words.text(row.entity_word)}:${reader.idText(row.source_id)}`,
    type: documentTypeCode.decode(row.type),
    status: documentStatusCode.decode(row.status),
    ...vendor,
    number: row.number,
    reference: row.reference,
    date: fromDayNumber(row.issue_day),
    currency: reader.words.text(row.currency_word),
    total: unpackAmount(row.total, row.scales, 0, "total", row.exact) as DecimalString,
  };
}

const ALL_PARTIES = "SELECT body FROM entity WHERE kind = 'party'";
const ONE_PARTY = `${ALL_PARTIES} AND id = ?`;

/** The vendors of a mirror, or only those named, grouped so that vendors who may be the same are in one group. */
class Vendors {
  readonly #reader: MirrorReader;
  readonly #parties = new Map<string, Party>();
  readonly #groups = new Map<string, string>();
  readonly #known = new Map<string, Vendor>();
  readonly #merges: ReturnType<typeof mergeFolding>;

  constructor(reader: MirrorReader, only?: ReadonlySet<string>) {
    this.#reader = reader;
    this.#merges = mergeFolding(reader);
    const groupOfTax = new Map<string, string>();
    const parent = new Map<string, string>();
    const join = (a: string, b: string): void => void parent.set(root(parent, a), root(parent, b));
    const bodies = (
      only === undefined
        ? reader.db.prepare(ALL_PARTIES).pluck().all()
        : [...only].flatMap((id) => prepared(reader.db, ONE_PARTY).pluck().get(id) ?? [])
    ) as string[];
    for (const body of bodies) {
      const party = JSON.parse(body) as Party;
      this.#parties.set(party.id, party);
      const tax = normalisedTaxIdentifier(party.taxIdentifier ?? null);
      const name = normalisedName(party.name);
      join(party.id, name === "" ? party.id : `name ${name}`);
      if (tax !== null) join(groupOfTax.get(tax) ?? party.id, party.id);
      if (tax !== null) groupOfTax.set(tax, party.id);
    }
    for (const { body } of this.#merges.merges.values()) join(body.absorb, body.keep);
    for (const key of parent.keys()) this.#groups.set(key, root(parent, key));
  }

  of(row: Pick<BillRow, "party_word" | "party_name">): Vendor {
    const key = `${row.party_word ?? ""} ${row.party_name ?? ""}`;
    const known = this.#known.get(key) ?? this.#read(row);
    this.#known.set(key, known);
    return known;
  }

  #read({ party_word, party_name }: Pick<BillRow, "party_word" | "party_name">): Vendor {
    const partyId = party_word === null ? null : this.#reader.words.text(party_word);
    const party = partyId === null ? undefined : this.#parties.get(partyId);
    const partyName = party?.name ?? party_name;
    const own = party?.id ?? (partyName === null ? (partyId ?? "") : `name ${normalisedName(partyName)}`);
    const kept = partyId === null ? null : this.#merges.keptOf(partyId);
    return {
      partyId,
      partyName,
      taxIdentifier: party?.taxIdentifier ?? null,
      group: this.#groups.get(own) ?? own,
      ...(kept === null || kept === partyId ? {} : { mergedInto: kept }),
    };
  }
}

/** The representative of a joined group. */
function root(parent: Map<string, string>, key: string): string {
  let top = key;
  for (let next = parent.get(top); next !== undefined && next !== top; next = parent.get(top)) top = next;
  parent.set(key, top);
  return top;
}
