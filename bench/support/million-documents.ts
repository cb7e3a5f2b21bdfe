import { openClientFile } from "#main/store/database/client-file.ts";
import { ensureListIndex, ensureReadIndexes } from "#main/store/database/indexes.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { POSTINGS_KEY } from "#main/store/postings/posting-source.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { Words } from "#main/store/records/words.ts";
import { addDays, type CalendarDate, calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { Account } from "#shared/model/books/account.ts";
import { clientSetup } from "./mirror.ts";

/** First and last day of the documents: two years, of which the second ends with the fiscal year. */
export const FIRST_DAY: CalendarDate = calendarDate("2024-04-01");
const DAYS = 730;
export const LAST_DAY: CalendarDate = addDays(FIRST_DAY, DAYS - 1);
const LINES = 3;

const ACCOUNTS: readonly (readonly [count: number, name: string, type: string, side: Account["class"], role?: Account["role"]])[] = [
  [1, "bank", "BANK", "asset", "bank"],
  [1, "receivable", "CURRENT", "asset", "receivable"],
  [1, "payable", "CURRLIAB", "liability", "payable"],
  [1, "tax", "CURRLIAB", "liability", "tax"],
  [1, "retained", "EQUITY", "equity", "retained_earnings"],
  [20, "income", "REVENUE", "revenue"],
  [40, "cost", "EXPENSE", "expense"],
];

/**
 * A mirror of invoices, bills, cash purchases and credits in base currency with three lines each, and
 * of a journal for every one of them: rows written as the store packs them, without a ledger between.
 * Lines, totals, tax and postings agree. Every index is made.
 */
export function millionDocuments(
  home: string,
  clientId: string,
  documents: number,
): { readonly db: Sqlite; readonly reader: MirrorReader } {
  const db = openClientFile(home, clientId);
  ensureListIndex(db);
  addDocuments(db, documents);
  db.prepare("INSERT INTO meta (key, value) VALUES (?, 'ledger')").run(POSTINGS_KEY);
  ensureReadIndexes(db);
  return { db, reader: new MirrorReader(db, clientSetup(clientId)) };
}

/** The same rows, added to a mirror that may have been read from a ledger before: as a stream that no sync asks for. */
export function addDocuments(db: Sqlite, documents: number): void {
  const words = new Words(db);
  const after = db.prepare("SELECT COALESCE(MAX(rec_no), 0) FROM source_record").pluck().get() as number;
  db.transaction(() => {
    const stream = db
      .prepare(
        `INSERT INTO stream (stream_no, name, label, first_completed_ms, completed_ms)
         SELECT COALESCE(MAX(stream_no), 0) + 1, 'everything', 'Everything', 5, 5 FROM stream RETURNING stream_no`,
      )
      .pluck()
      .get() as number;
    const count = after + documents;
    writeAccounts(db, words, { stream, after: count });
    writeDocuments(db, words, { stream, after, count });
    writeParties(db, words, { stream, after: count + PARTIES });
  })();
}

/** The stream of the records, and the number of the record before the first one. */
interface Place {
  readonly stream: number;
  readonly after: number;
}

function writeAccounts(db: Sqlite, words: Words, { stream, after }: Place): void {
  const record = db.prepare(`INSERT INTO source_record VALUES (?, ${stream}, ?, ?, x'00', 0, 0, 0, 1, 1, NULL)`);
  const entity = db.prepare("INSERT INTO entity VALUES ('account', ?, ?, '', ?, NULL, x'00')");
  db.exec("CREATE TEMP TABLE numbered (name TEXT PRIMARY KEY, word INTEGER NOT NULL) WITHOUT ROWID");
  const numbered = db.prepare("INSERT INTO numbered VALUES (?, ?)");
  let recNo = after;
  for (const [count, name, type, side, role] of ACCOUNTS)
    for (let at = 0; at < count; at++) {
      const id = `Account:${name}-${at}`;
      const body = {
        id,
        code: `${recNo}`,
        name: `${name} ${at}`,
        type,
        class: side,
        active: true,
        ...(role === undefined ? {} : { role }),
      };
      record.run(++recNo, id, words.intern("Account"));
      entity.run(id, recNo, JSON.stringify(body));
      numbered.run(`${name}-${at}`, words.intern(id));
    }
}

// Nets are whole multiples of five cents, so that a fifth of them is tax to the cent. Ten-thousandths.
const NET = (line: string) => `((((n * 7919 + ${line} * 104729) % 20000) + 1) * 500)`;
const TOTAL = `(${NET("1")} + ${NET("2")} + ${NET("3")})`;
const DAY = `(@first + (n * 131) % ${DAYS})`;
/** Five invoices, three bills, a cash purchase and a credit of each ten. */
const TYPES = ["sales_invoice", "purchase_bill", "cash_purchase", "sales_credit"] as const;
const KIND = "CASE WHEN n % 10 < 5 THEN 0 WHEN n % 10 < 8 THEN 1 WHEN n % 10 = 8 THEN 2 ELSE 3 END";
// Numbers are bound as floating point, and the names of accounts are put together from n.
const NUMBERS = "WITH RECURSIVE number(n) AS (SELECT CAST(@after AS INTEGER) + 1 UNION ALL SELECT n + 1 FROM number WHERE n < @count)";
const word = (name: string) => `(SELECT word FROM numbered WHERE name = ${name})`;
const LINE_ACCOUNT = word(
  `CASE ${KIND} WHEN 0 THEN 'income-' || ((n + line) % 20) WHEN 3 THEN 'income-' || ((n + line) % 20) ELSE 'cost-' || ((n + line) % 40) END`,
);
/** 1 where the total is a debit, and the lines are credits. */
const SIGN = `CASE ${KIND} WHEN 0 THEN 1 ELSE -1 END`;

// Three bits an amount, as amounts.ts packs them: 2 is two decimals, 7 is absent.
const FOUR_OF_TWO = 0o2222;
const NET_ALONE = 0o7277;

function writeDocuments(db: Sqlite, words: Words, { stream, after, count }: Place & { readonly count: number }): void {
  const types = TYPES.map(documentTypeCode.encode);
  const values = { after, count, first: dayNumber(FIRST_DAY) };
  const run = (text: string, more: Readonly<Record<string, number>> = {}) => db.prepare(text).run({ ...values, ...more });
  const entity = words.intern("Invoice");
  run(`INSERT INTO source_record ${NUMBERS} SELECT n, @stream, 'd' || n, @entity, randomblob(16), 0, 0, 0, 1, 1, NULL FROM number`, {
    entity,
    stream,
  });
  const type = `CASE ${KIND} ${types.map((code, at) => `WHEN ${at} THEN ${code}`).join(" ")} END`;
  run(
    `INSERT INTO document ${NUMBERS}
     SELECT n, ${type}, @paid, 0, 'N-' || n, NULL, @party + n % 500, NULL, ${DAY}, ${DAY} + 30, @currency, @currency, NULL,
       ${TOTAL} * 6 / 5, ${TOTAL} * 6 / 5, 0, ${TOTAL} / 5, ${FOUR_OF_TWO}, NULL, @tax, NULL, NULL, NULL, NULL, NULL, NULL, NULL, x'00',
       CASE ${KIND} WHEN 2 THEN ${word("'bank-0'")} END, NULL
     FROM number`,
    {
      paid: documentStatusCode.encode("paid"),
      currency: words.intern("GBP"),
      tax: words.intern('{"basis":"exclusive","components":[]}'),
      party: firstParty(words),
    },
  );
  const lines = `number, (SELECT 1 AS line UNION ALL SELECT 2 UNION ALL SELECT ${LINES})`;
  run(
    `INSERT INTO document_line ${NUMBERS}
     SELECT n, line, NULL, 0, 'Consulting and delivery, work package ' || line, NULL, NULL, ${NET("line")}, NULL, ${NET_ALONE}, NULL, @tax,
       ${LINE_ACCOUNT}, NULL, NULL, NULL, NULL, ${DAY} FROM ${lines}`,
    { tax: words.intern('{"basis":"exclusive","components":[]}') },
  );
  writeJournals(words, run, lines);
}

/** What each document posts: three lines, as many as the goal counts, then its tax and its total. */
function writeJournals(words: Words, run: (text: string, more?: Readonly<Record<string, number>>) => unknown, lines: string): void {
  run(`INSERT INTO journal ${NUMBERS} SELECT n, @prefix, NULL, ${DAY}, NULL, 'Invoice:d' || n, NULL, @currency, x'00' FROM number`, {
    prefix: words.intern("Journal"),
    currency: words.intern("GBP"),
  });
  const posting = (line: string, account: string, amount: string, from: string) =>
    run(
      `INSERT INTO posting ${NUMBERS}
       SELECT n, 0, ${line}, NULL, ${account}, ${amount}, 2, NULL, NULL, NULL, NULL, ${DAY}, NULL, NULL FROM ${from}`,
    );
  posting("line", LINE_ACCOUNT, `-(${SIGN}) * ${NET("line")}`, lines);
  posting(String(LINES + 1), word("'tax-0'"), `-(${SIGN}) * ${TOTAL} / 5`, "number");
  const against = word(`CASE ${KIND} WHEN 1 THEN 'payable-0' WHEN 2 THEN 'bank-0' ELSE 'receivable-0' END`);
  posting(String(LINES + 2), against, `(${SIGN}) * ${TOTAL} * 6 / 5`, "number");
}

const PARTIES = 500;

function firstParty(words: Words): number {
  const numbers = Array.from({ length: PARTIES }, (_, at) => words.intern(`Contact:${at}`));
  return numbers[0] as number;
}

/** The contacts of the documents, with the balances that the ledger says they have. */
function writeParties(db: Sqlite, words: Words, { stream, after }: Place): void {
  const record = db.prepare(`INSERT INTO source_record VALUES (?, ${stream}, ?, ?, x'00', 0, 0, 0, 1, 1, NULL)`);
  const entity = db.prepare("INSERT INTO entity VALUES ('party', ?, ?, '', ?, ?, x'00')");
  const money = { amount: "0.00", currency: "GBP" };
  for (let at = 0; at < PARTIES; at++) {
    const id = `Contact:${at}`;
    const body = { id, name: `Customer ${at}`, roles: ["customer"], active: true };
    record.run(after + at, `c${at}`, words.intern("Contact"));
    entity.run(id, after + at, JSON.stringify(body), JSON.stringify({ receivable: money, payable: money }));
  }
}
