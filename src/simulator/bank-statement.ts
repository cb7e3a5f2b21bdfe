import { addDays, type CalendarDate, dayNumber, monthStart } from "#shared/kernel/calendar-date.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { indexOf, isLive } from "./books/books-index.ts";
import { decimalsOf, fromUnits } from "./books/money.ts";
import { postingUnits } from "./books/posting-rules.ts";
import type { Books, SimTransaction } from "./books/types.ts";

/** One line of the account as the bank sees it. */
interface BankEntry {
  readonly id: string;
  /** What the books call it; a fee isn't in them. */
  readonly transactionIds: readonly string[];
  readonly date: CalendarDate;
  readonly units: bigint;
  readonly name: string;
  readonly memo: string;
  readonly check: string | null;
}

/** The bank's monthly charge, which a bookkeeper only learns of from the statement. */
const FEE_UNITS = -1_250n;
const FEE_DAY = 25;
/** A check takes this long at most. */
const LAG_MAX = 28;

/**
 * The bank's own statement of an account, as OFX: what the books have, some of it days later, cheques weeks later, receipts of
 * some days deposited as one, and a monthly fee that nobody has entered. The same books give the same statement.
 */
export function bankStatement(books: Books, accountId: string, from: CalendarDate, to: CalendarDate, today: CalendarDate): string {
  const entries = [...entriesOf(books, accountId), ...feesOf(accountId, today)].sort((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1,
  );
  const sum = (some: readonly BankEntry[]) => some.reduce((total, { units }) => total + units, 0n);
  const within = entries.filter(({ date }) => date >= from && date <= to);
  const closing = sum(entries.filter(({ date }) => date <= to));
  return ofx(books, accountId, { from, to, closing, entries: within });
}

/** Transactions dated before a day that the bank books only on that day or later. */
export function unclearedAt(books: Books, day: CalendarDate): ReadonlySet<string> {
  const recent = books.transactions.filter(({ date }) => date < day && date >= addDays(day, -LAG_MAX));
  const accounts = books.accounts.filter(({ kind }) => kind === "bank" || kind === "credit_card");
  const entries = accounts.flatMap(({ id }) => entriesOf(books, id, recent));
  return new Set(entries.filter(({ date }) => date >= day).flatMap(({ transactionIds }) => transactionIds));
}

function entriesOf(books: Books, accountId: string, transactions: readonly SimTransaction[] = books.transactions): BankEntry[] {
  const deposits = new Map<string, { readonly transaction: SimTransaction; readonly units: bigint }[]>();
  const entries: BankEntry[] = [];
  for (const transaction of transactions) {
    if (!isLive(transaction)) continue;
    const units = postingUnits(books, transaction)
      .filter((posting) => posting.accountId === accountId)
      .reduce((total, posting) => total + posting.units, 0n);
    if (units === 0n) continue;
    const isReceipt = units > 0n && transaction.kind === "customer_payment" && transaction.currency === books.baseCurrency;
    // Whether the receipts of a day are brought to the bank together is the day's own chance.
    const isDeposit = isReceipt && chance(books, accountId, transaction.date) < 0.4;
    const key =
      transaction.batchId !== null && isPayout(transaction)
        ? `batch ${transaction.batchId}`
        : isDeposit
          ? `deposit ${transaction.date}`
          : transaction.id;
    deposits.set(key, [...(deposits.get(key) ?? []), { transaction, units }]);
  }
  for (const [key, members] of deposits) entries.push(entryOf(books, accountId, key, members));
  return entries;
}

const isPayout = ({ kind }: SimTransaction) => kind === "vendor_payment";

function entryOf(
  books: Books,
  accountId: string,
  key: string,
  members: readonly { readonly transaction: SimTransaction; readonly units: bigint }[],
): BankEntry {
  const { transaction } = members[0] as { readonly transaction: SimTransaction };
  const random = seededRandom(seedOf(books, accountId, key));
  const units = members.reduce((total, member) => total + member.units, 0n);
  const party = indexOf(books).parties.get(transaction.partyId ?? "")?.name ?? "";
  // Wages, tax and cards are paid electronically.
  const byHand = transaction.kind !== "journal" && transaction.kind !== "other_entry";
  const isCheck = units < 0n && (transaction.method === "check" || (random() < 0.12 && byHand));
  const lag = isCheck ? 3 + Math.floor(random() * 25) : Math.floor(random() * (units > 0n ? 2 : 4));
  const own = transaction.reference ?? transaction.number;
  const many = members.length > 1;
  return {
    id: `${dayNumber(transaction.date)}${Math.abs(seedOf(books, accountId, key))}`,
    transactionIds: members.map((member) => member.transaction.id),
    date: addDays(transaction.date, lag),
    units,
    name: many ? (units > 0n ? "DEPOSIT" : "BULK PAYMENT") : bankName(isCheck ? "CHECK" : party === "" ? "TRANSFER" : party),
    memo: many ? `${members.length} items` : random() < 0.6 && own !== null ? own : "",
    check: isCheck ? String(1000 + Math.floor(random() * 9000)) : null,
  };
}

/** Banks write names in capitals and cut them. */
function bankName(name: string): string {
  return name.toUpperCase().slice(0, 28).trim();
}

/** From the month before today's on: an older statement would begin with fees that no statement showed. */
function feesOf(accountId: string, today: CalendarDate): BankEntry[] {
  return [-1, 0].map((months) => {
    const date = addDays(monthStart(today, months), FEE_DAY - 1);
    const id = `fee${accountId.slice(-4)}${date}`;
    return { id, transactionIds: [], date, units: FEE_UNITS, name: "MONTHLY ACCOUNT FEE", memo: "", check: null };
  });
}

function chance(books: Books, accountId: string, day: CalendarDate): number {
  return seededRandom(seedOf(books, accountId, day))();
}

function seedOf(books: Books, accountId: string, text: string): number {
  let hash = books.seed;
  for (const sign of `${accountId} ${text}`) hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) | 0;
  return hash;
}

function ofx(
  { baseCurrency, tenantId }: Books,
  accountId: string,
  {
    from,
    to,
    closing,
    entries,
  }: { readonly from: CalendarDate; readonly to: CalendarDate; readonly closing: bigint; readonly entries: readonly BankEntry[] },
): string {
  const scale = decimalsOf(baseCurrency);
  const day = (date: CalendarDate) => date.replaceAll("-", "");
  const text = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const account = accountId.replaceAll(/\D/g, "").slice(-8).padStart(8, "0");
  const bank = tenantId.replaceAll(/\D/g, "").slice(-6).padStart(6, "0");
  const line = ({ id, date, units, name, memo, check }: BankEntry) =>
    `<STMTTRN><TRNTYPE>${check !== null ? "CHECK" : units < 0n ? "DEBIT" : "CREDIT"}<DTPOSTED>${day(date)}<TRNAMT>${fromUnits(units, scale)}<FITID>${id}${
      check === null ? "" : `<CHECKNUM>${check}`
    }<NAME>${text(name)}${memo === "" ? "" : `<MEMO>${text(memo)}`}</STMTTRN>`;
  return [
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\n",
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${baseCurrency}`,
    `<BANKACCTFROM><BANKID>${bank}<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>${day(from)}<DTEND>${day(to)}`,
    ...entries.map(line),
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${fromUnits(closing, scale)}<DTASOF>${day(to)}</LEDGERBAL>`,
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n",
  ].join("\n");
}
