import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { postingAccounts } from "#main/domain/postings/posting-accounts.ts";
import { figureGaps, type GapReason } from "#main/domain/postings/posting-gaps.ts";
import { documentPostings, paymentPostings } from "#main/domain/postings/reconstruct-postings.ts";
import { clientMigrations } from "#main/store/database/client-file.ts";
import { emptyDatabase } from "#main/store/database/exact-schema.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { postingSums } from "#main/store/postings/posting-sums.ts";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import { reconstructionGaps } from "#main/store/postings/stored-gaps.ts";
import { DocumentWriter } from "#main/store/records/document-writer.ts";
import { packId } from "#main/store/records/identifiers.ts";
import { addDays, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, fromTenThousandths, sumDecimals } from "#shared/kernel/decimal.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Account } from "#shared/model/books/account.ts";
import { documentStatuses, documentTypes } from "#shared/model/books/document.ts";
import type { MappedDocument, MappedPayment } from "#shared/model/books/mapped-record.ts";

const FIRST = calendarDate("2026-01-01");
const SPAN = { from: addDays(FIRST, 10), to: addDays(FIRST, 40) };
const source = { system: "ledger_b", tenantId: "t", entityType: "Invoice", id: "1", fetchedAt: instantFromMs(0) } as const;
const HASH = new Uint8Array(32);
const EMPTY = emptyDatabase(clientMigrations).serialize();

// Also sizes that no number of ten-thousandths holds, and more decimals than four: those are kept as text.
const amount: fc.Arbitrary<DecimalString> = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -50_00, max: 900_00 }).map((units) => fromTenThousandths(units * 100, 2)) },
  { weight: 1, arbitrary: fc.constantFrom(decimal("9007199254740993.01"), decimal("0.1234567"), decimal("0.00")) },
);
const named = (...ids: string[]) => fc.option(fc.constantFrom(...ids), { nil: undefined });
const money = (value: DecimalString, currency: string) => ({ amount: value, currency });
const present = <T extends object>(value: T) => Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
const day = fc.integer({ min: 0, max: 50 }).map((days) => addDays(FIRST, days));
const rate = fc.option(fc.constantFrom(decimal("1.2345"), decimal("0.71")), { nil: undefined });

const anyDocument = fc
  .record({
    type: fc.constantFrom(...documentTypes),
    status: fc.constantFrom(...documentStatuses, "open", "paid"),
    issueDate: day,
    currency: fc.constantFrom("USD", "USD", "EUR"),
    exchangeRate: rate,
    spoilt: fc.option(amount, { nil: undefined, freq: 8 }),
    base: fc.option(amount, { nil: undefined }),
    tax: fc.option(amount, { nil: undefined }),
    unappliedKind: fc.constantFrom(undefined, undefined, undefined, "overpayment" as const),
    totalAccountId: named("bank", "ar2", "ap2"),
    lines: fc.array(fc.record({ accountId: named("sales", "rent", "ar1"), net: amount, tax: fc.option(amount, { nil: undefined }) }), {
      maxLength: 3,
    }),
    uuid: fc.boolean(),
    isRemoved: fc.boolean(),
  })
  .map(({ spoilt, base, tax, lines, currency, uuid, isRemoved, ...rest }) => {
    // Only credits stand for unapplied cash.
    const unappliedKind = rest.type.endsWith("_credit") ? rest.unappliedKind : undefined;
    return { spoilt, base, tax, lines, currency, uuid, isRemoved, rest: { ...rest, unappliedKind } };
  });

const anyPayment = fc.record({
  direction: fc.constantFrom("received" as const, "made" as const),
  status: fc.constantFrom("posted" as const, "posted" as const, "voided" as const),
  date: day,
  currency: fc.constantFrom("USD", "USD", "EUR"),
  exchangeRate: rate,
  amount,
  accountId: named("bank", "card"),
  parts: fc.array(fc.record({ target: fc.nat({ max: 12 }), amount }), { maxLength: 3 }),
});

const anyChart = fc.subarray(["receivable", "payable", "payable2", "tax", "exchange_difference", "rounding"]).map((roles) =>
  roles.map((role): Account => {
    const id = { receivable: "ar1", payable: "ap1", payable2: "ap2" }[role] ?? role;
    return { id, name: id, type: "x", class: "asset", role: role.replace("2", "") as NonNullable<Account["role"]>, active: true, source };
  }),
);

/** A document whose lines and tax add up to its total, unless it is spoilt. */
function documentOf(
  index: number,
  { spoilt, base, tax, lines, currency, uuid, rest }: typeof anyDocument extends fc.Arbitrary<infer T> ? T : never,
): MappedDocument {
  const id = `Invoice:${uuid ? `00000000-0000-4000-8000-${String(index).padStart(12, "0")}` : index + 1}`;
  const whole = sumDecimals([...lines.map(({ net }) => net), ...(tax === undefined ? [] : [tax])]);
  return present({
    ...rest,
    id,
    currency,
    total: money(spoilt ?? whole, currency),
    totalBase: currency === "USD" ? money(spoilt ?? whole, "USD") : base && money(base, "USD"),
    exchangeRate: currency === "USD" ? undefined : rest.exchangeRate,
    outstanding: money(decimal("0.00"), currency),
    tax: present({ basis: "exclusive" as const, components: [], amount: tax && money(tax, currency) }),
    statusIsDerived: false,
    lines: (rest.unappliedKind === undefined ? lines : []).map((line, at) =>
      present({
        id: `${id}/#${at + 1}`,
        kind: "account" as const,
        accountId: line.accountId,
        net: money(line.net, currency),
        tax: present({ basis: "exclusive" as const, components: [], amount: line.tax && money(line.tax, currency) }),
        dimensions: [],
        source,
      }),
    ),
    allocations: [],
    source,
  }) as MappedDocument;
}

function paymentOf(
  index: number,
  given: typeof anyPayment extends fc.Arbitrary<infer T> ? T : never,
  documents: readonly MappedDocument[],
): MappedPayment {
  const { parts, amount: paid, currency, exchangeRate, ...rest } = given;
  const id = `Payment:${index + 1}`;
  return present({
    ...rest,
    id,
    currency,
    exchangeRate: currency === "USD" ? undefined : exchangeRate,
    amount: money(paid, currency),
    unapplied: money(decimal("0.00"), currency),
    allocations: parts.map(({ target, amount: part }) => ({
      fromKind: "payment" as const,
      fromId: id,
      toId: documents[target]?.id ?? "Deposit:77",
      amount: money(part, currency),
    })),
    source,
  }) as MappedPayment;
}

function mirrorOf(
  chart: readonly Account[],
  documents: readonly MappedDocument[],
  payments: readonly MappedPayment[],
  removed: ReadonlySet<string>,
) {
  const db: Sqlite = new Database(EMPTY);
  const reader = new MirrorReader(db, { system: "ledger_b", tenantId: "t" });
  const writer = new DocumentWriter(db, reader.words);
  db.exec("INSERT INTO stream (stream_no, name) VALUES (1, 'things'), (2, 'payments')");
  const record = db.prepare("INSERT INTO source_record VALUES (?, ?, ?, ?, x'00', 0, 0, 0, 1, 1, ?)");
  let recNo = 0;
  const add = (streamNo: number, id: string): number => {
    const [entity = "", own = ""] = id.split(":");
    record.run(++recNo, streamNo, packId(own), reader.words.intern(entity), removed.has(id) ? 5 : null);
    return recNo;
  };
  for (const document of documents) writer.writeDocument(add(1, document.id), document, HASH, false);
  for (const payment of payments) writer.writePayment(add(2, payment.id), payment, HASH, false);
  const entity = db.prepare("INSERT INTO entity (kind, id, rec_no, label, body, change_hash) VALUES ('account', ?, ?, '', ?, x'00')");
  for (const account of chart) entity.run(account.id, add(1, `Account:${account.id}`), JSON.stringify(account));
  return { db, reader };
}

const figures = (sums: Iterable<readonly [string | null, DecimalString]>) =>
  Object.fromEntries(
    [...sums]
      .map(([id, net]) => [String(id), canonicalDecimal(net)] as const)
      .filter(([, net]) => net !== "0")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** A tax that is kept as text, on a line that is otherwise nothing. */
const HUGE_TAX = {
  ...{ spoilt: undefined, base: undefined, tax: undefined, currency: "USD" as const, uuid: false, isRemoved: false },
  lines: [{ accountId: undefined, net: decimal("0.00"), tax: decimal("9007199254740993.01") }],
  rest: {
    ...{ type: "journal" as const, status: "open" as const, issueDate: SPAN.from },
    ...{ exchangeRate: undefined, unappliedKind: undefined, totalAccountId: undefined },
  },
};

test("the sums of the posting table are those of every record posted alone, and so are the gaps", () => {
  fc.assert(
    fc.property(
      anyChart,
      fc.array(anyDocument, { maxLength: 12 }),
      fc.array(anyPayment, { maxLength: 8 }),
      (chart, givenDocuments, givenPayments) => {
        const documents = givenDocuments.map((given, index) => documentOf(index, given));
        const payments = givenPayments.map((given, index) => paymentOf(index, given, documents));
        const removed = new Set(documents.filter((_, index) => givenDocuments[index]?.isRemoved && index % 3 === 0).map(({ id }) => id));
        const { db, reader } = mirrorOf(chart, documents, payments, removed);
        new PostingWriter(reader, { baseCurrency: "USD", hasGlFeed: false }).catchUp();
        const made = { sums: postingSums(reader, SPAN), gaps: reconstructionGaps(reader, SPAN, []) };
        db.close();

        const accounts = postingAccounts(chart, "USD");
        const gaps = new Map<GapReason, { recordIds: string[]; count: number }>();
        const sides = new Map<string | null, { debit: DecimalString[]; credit: DecimalString[] }>();
        const take = (id: string, date: string, { postings, gaps: reasons }: ReturnType<typeof documentPostings>) => {
          if (date < SPAN.from || date > SPAN.to || removed.has(id)) return;
          for (const reason of reasons) {
            const found = gaps.get(reason) ?? { recordIds: [], count: 0 };
            gaps.set(reason, { recordIds: [...found.recordIds, id], count: found.count + 1 });
          }
          for (const posting of postings) {
            const known = sides.get(posting.accountId) ?? { debit: [], credit: [] };
            sides.set(posting.accountId, known);
            known[posting.amount.startsWith("-") ? "credit" : "debit"].push(posting.amount);
          }
        };
        for (const document of documents) take(document.id, document.issueDate, documentPostings(document, accounts));
        const settled = (id: string) => documents.find((document) => document.id === id);
        for (const payment of payments) take(payment.id, payment.date, paymentPostings(payment, settled, accounts));

        const net = [...sides].map(([id, { debit, credit }]) => [id, sumDecimals([...debit, ...credit])] as const);
        expect(figures(made.sums.map(({ accountId, net: sum }) => [accountId, sum]))).toEqual(figures(net));
        expect(figures(made.sums.map(({ accountId, debit }) => [accountId, debit]))).toEqual(
          figures([...sides].map(([id, { debit }]) => [id, sumDecimals(debit)])),
        );
        const told = (list: ReturnType<typeof figureGaps>) =>
          list.map(({ message, count, recordIds }) => [message, count, [...recordIds].sort()]);
        expect(told(made.gaps)).toEqual(told(figureGaps(gaps)));
      },
    ),
    { numRuns: 250, examples: [[[], [HUGE_TAX], []]] },
  );
});

test("a gap names its oldest hundred records, counts all of them, and has their currencies", () => {
  const documents = Array.from({ length: 230 }, (_, index) =>
    documentOf(index, {
      ...HUGE_TAX,
      ...{ currency: index % 2 === 0 ? "USD" : "EUR", base: decimal("12.00"), tax: undefined },
      lines: [{ accountId: "sales", net: decimal("12.00"), tax: undefined }],
      rest: { ...HUGE_TAX.rest, type: "sales_invoice", exchangeRate: decimal("1"), issueDate: addDays(SPAN.from, (index * 7) % 31) },
    }),
  );
  const { db, reader } = mirrorOf([], documents, [], new Set(["Invoice:1"]));
  new PostingWriter(reader, { baseCurrency: "USD", hasGlFeed: false }).catchUp();
  const gaps = reconstructionGaps(reader, SPAN, []);
  db.close();
  const dated = documents.slice(1).map(({ id, issueDate }) => ({ id, issueDate, own: Number(id.split(":")[1]) }));
  const oldest = dated.sort((a, b) => (a.issueDate < b.issueDate ? -1 : a.issueDate > b.issueDate ? 1 : a.own - b.own)).slice(0, 100);
  expect(gaps).toMatchObject([
    { count: 229, recordIds: oldest.map(({ id }) => id), about: { reason: "control_account", currencies: ["EUR", "USD"] } },
  ]);
});
