import { describe, expect, test } from "vitest";
import { adapterA } from "#main/ledgers/a/index.ts";
import { AnswerUnreadable, type LedgerRequest, type LedgerResponse, type LedgerStream, type StreamPage } from "#main/ledgers/adapter.ts";
import { profileSchema } from "#main/ledgers/profile.ts";
import { answerA, contextA, discovery, readPassA, streamA } from "./support.ts";

const context = contextA();

function firstRequest(stream: LedgerStream, since: string | null = null): LedgerRequest {
  const step = stream.readPage(context, stream.start(since)).next();
  if (step.done) throw new Error("no request");
  return step.value;
}

function onePage(name: string, answer: LedgerResponse): StreamPage {
  const stream = streamA(name);
  const reading = stream.readPage(context, stream.start(null));
  reading.next();
  const step = reading.next(answer);
  if (!step.done) throw new Error("a second request");
  return step.value;
}

describe("the list of streams", () => {
  test("names, phases and the way changes and deletions are found", () => {
    const rows = adapterA
      .streams(context)
      .map(({ name, entityType, phase, delta, deletes }) => [name, entityType, phase, delta, deletes].join(" "));
    expect(rows).toEqual([
      "organisation Organisation 1 full full",
      "accounts Account 1 full full",
      "tax-rates TaxRate 1 full full",
      "tracking-categories TrackingCategory 1 full full",
      "contacts Contact 1 since status",
      "items Item 2 full full",
      "invoices.accrec Invoice 3 since status",
      "invoices.accpay Invoice 3 since status",
      "credit-notes CreditNote 3 since status",
      "bank-transactions.spend BankTransaction 3 since status",
      "bank-transactions.receive BankTransaction 3 since status",
      "overpayments Overpayment 3 since status",
      "prepayments Prepayment 3 since status",
      "manual-journals ManualJournal 3 since status",
      "purchase-orders PurchaseOrder 3 since status",
      "payments Payment 4 since status",
      "batch-payments BatchPayment 4 full full",
      "linked-transactions LinkedTransaction 4 full full",
      "journals Journal 4 sequence status",
    ]);
  });

  test("without the feed there is no journals stream (rule 17)", () => {
    const closed = { ...discovery, capabilities: { ...discovery.capabilities, hasGlFeed: false } };
    expect(adapterA.streams(contextA({ discovery: closed })).map((stream) => stream.name)).not.toContain("journals");
  });
});

describe("requests", () => {
  const sorted = { order: "UpdatedDateUTC ASC", page: "1", pageSize: "1000" };
  const fine = { ...sorted, unitdp: "4" };
  test.each<[string, string, Record<string, string> | undefined]>([
    ["organisation", "/Organisation", undefined],
    ["accounts", "/Accounts", undefined],
    ["tax-rates", "/TaxRates", undefined],
    ["tracking-categories", "/TrackingCategories", { includeArchived: "true" }],
    ["items", "/Items", undefined],
    ["contacts", "/Contacts", { ...sorted, includeArchived: "true" }],
    ["invoices.accrec", "/Invoices", { ...fine, where: 'Type=="ACCREC"' }],
    ["invoices.accpay", "/Invoices", { ...fine, where: 'Type=="ACCPAY"' }],
    ["credit-notes", "/CreditNotes", fine],
    ["bank-transactions.spend", "/BankTransactions", { ...fine, where: 'Type=="SPEND"' }],
    ["bank-transactions.receive", "/BankTransactions", { ...fine, where: 'Type=="RECEIVE"' }],
    ["overpayments", "/Overpayments", fine],
    ["prepayments", "/Prepayments", fine],
    ["manual-journals", "/ManualJournals", sorted],
    ["purchase-orders", "/PurchaseOrders", sorted],
    ["payments", "/Payments", sorted],
    ["batch-payments", "/BatchPayments", undefined],
    ["linked-transactions", "/LinkedTransactions", { page: "1" }],
    ["journals", "/Journals", { offset: "0" }],
  ])("%s asks %s", (name, path, query) => {
    expect(firstRequest(streamA(name))).toEqual({
      method: "GET",
      path,
      ...(query === undefined ? {} : { query }),
      headers: { "Ledger-Tenant-Id": "tenant-1", Accept: "application/json" },
    });
  });

  test("changes are asked for in whole seconds; a first read sends no such header (trap 3)", () => {
    expect(firstRequest(streamA("payments"), "2026-10-05T08:12:03.789Z").headers).toMatchObject({
      "If-Modified-Since": "2026-10-05T08:12:03",
    });
    for (const stream of adapterA.streams(context)) expect(firstRequest(stream).headers).not.toHaveProperty("If-Modified-Since");
  });

  test("the tenant header is the profile's", () => {
    const profile = profileSchema.parse({ name: "other", a: { tenantHeader: "x-tenant" } });
    const stream = streamA("accounts");
    const step = stream.readPage(contextA({ profile }), stream.start(null)).next();
    expect(step.value).toMatchObject({ headers: { "x-tenant": "tenant-1" } });
  });
});

describe("answers", () => {
  test("records are handed on byte for byte, with watermark and total", () => {
    const body = `{"pagination":{"page":1,"pageSize":1000,"pageCount":1,"itemCount":2},"Payments":[
      {"PaymentID":"a","Amount":100.00,"UpdatedDateUTC":"/Date(1791700000123+0000)/"}, {"PaymentID":"é","Amount":1e2,"UpdatedDateUTC":"\\/Date(1791700001456+0000)\\/"}]}`;
    const page = onePage("payments", answerA(body));
    expect(page.records.map((record) => new TextDecoder().decode(record.bytes))).toEqual([
      '{"PaymentID":"a","Amount":100.00,"UpdatedDateUTC":"/Date(1791700000123+0000)/"}',
      '{"PaymentID":"é","Amount":1e2,"UpdatedDateUTC":"\\/Date(1791700001456+0000)\\/"}',
    ]);
    expect(page).toMatchObject({ next: null, watermark: "2026-10-11T06:26:41.456Z", totalKnown: 2 });
  });

  test.each(["1e300", "2.5", "-1", "12345678901234567890"])("a total of %s is none", (total) => {
    const page = onePage("payments", answerA(`{"pagination":{"page":1,"pageSize":1000,"pageCount":1,"itemCount":${total}},"Payments":[]}`));
    expect(page).not.toHaveProperty("totalKnown");
  });

  test.each(["payments", "accounts", "linked-transactions"])("304 is an empty last page of %s", (name) => {
    const page = onePage(name, answerA("", { status: 304 }));
    expect(page).toMatchObject({ records: [], next: null });
    expect(page).not.toHaveProperty("watermark");
  });

  test.each([
    ["a web page", answerA("<html><body>Sign in</body></html>", { headers: { "content-type": "text/html" } })],
    ["a web page that says it is JSON", answerA("<html></html>")],
    ["JSON that says it is a web page", answerA({ Payments: [] }, { headers: { "content-type": "text/html" } })],
    ["another endpoint", answerA({ Invoices: [] })],
    ["no list", answerA({ Payments: {} })],
    ["a bare list", answerA([])],
    ["half an answer", answerA('{"Payments":[{"PaymentID":"a"}')],
    ["nothing", answerA("")],
    ["text that is not UTF-8", { ...answerA({}), body: new Uint8Array([123, 34, 255, 34, 58, 49, 125]) }],
  ])("%s is not taken for data", (_name, answer) => expect(() => onePage("payments", answer)).toThrow(AnswerUnreadable));

  test("a byte order mark and a null list are harmless", () => {
    expect(onePage("payments", answerA('\ufeff{"Payments":[]}')).records).toEqual([]);
    expect(onePage("payments", answerA({ Payments: null })).records).toEqual([]);
  });
});

describe("journals", () => {
  const feed = (numbers: readonly number[]) => (request: LedgerRequest) => {
    const offset = Number(request.query?.offset);
    const Journals = numbers.filter((number) => number > offset).slice(0, 100);
    return answerA({ Journals: Journals.map((JournalNumber) => ({ JournalID: `j${JournalNumber}`, JournalNumber })) });
  };

  test("gaps never stop the feed; only an empty answer does", () => {
    const numbers = Array.from({ length: 250 }, (_, at) => at * 7 + 1);
    const pass = readPassA(streamA("journals"), feed(numbers), "JournalID");
    expect(pass.ids).toHaveLength(250);
    expect(new Set(pass.ids).size).toBe(250);
    expect(pass.requests.map((request) => request.query?.offset)).toEqual(["0", "694", "1394", "1744"]);
  });

  test("a short answer in the middle is not the end", () => {
    // A server that counts numbers instead of journals answers fewer where numbers are missing.
    const numbers = [1, 2, 3, 150, 151, 320];
    const windowed = (request: LedgerRequest) => {
      const offset = Number(request.query?.offset);
      const next = numbers.filter((number) => number > offset);
      const Journals = next.filter((number) => number <= (next[0] ?? 0) + 99);
      return answerA({ Journals: Journals.map((JournalNumber) => ({ JournalID: `j${JournalNumber}`, JournalNumber })) });
    };
    expect(readPassA(streamA("journals"), windowed, "JournalID").ids).toHaveLength(6);
  });

  test("the cursor is the highest number, goes on from the watermark and never falls", () => {
    const stream = streamA("journals");
    expect(stream.start("118")).toEqual({ offset: 118 });
    const unsorted = answerA({ Journals: [{ JournalNumber: 120 }, { JournalNumber: 125 }, { JournalNumber: 119 }] });
    const reading = stream.readPage(context, { offset: 118 });
    reading.next();
    expect(reading.next(unsorted)).toMatchObject({ done: true, value: { next: { offset: 125 }, watermark: "125" } });
    const repeat = stream.readPage(context, { offset: 200 });
    repeat.next();
    const page = repeat.next(unsorted);
    expect(page).toMatchObject({ done: true, value: { next: null } });
    expect(page.value).not.toHaveProperty("watermark");
  });

  test("an entry without a number stops the stream instead of losing its place", () => {
    const stream = streamA("journals");
    const reading = stream.readPage(context, { offset: 0 });
    reading.next();
    expect(() => reading.next(answerA({ Journals: [{ JournalID: "x" }] }))).toThrow(AnswerUnreadable);
  });
});

describe("linked transactions", () => {
  test("are read in full, page by page, however many there are", () => {
    const all = Array.from({ length: 230 }, (_, at) => ({ LinkedTransactionID: `lt${at}` }));
    const serve = (request: LedgerRequest) => {
      const page = Number(request.query?.page);
      return answerA({ LinkedTransactions: all.slice((page - 1) * 100, page * 100) });
    };
    const pass = readPassA(streamA("linked-transactions"), serve, "LinkedTransactionID");
    expect(pass.ids).toHaveLength(230);
    expect(pass.watermark).toBeUndefined();
  });

  test("one that slides to the page before is still seen", () => {
    const all = Array.from({ length: 150 }, (_, at) => ({ LinkedTransactionID: `lt${at}` }));
    let answers = 0;
    const serve = (request: LedgerRequest) => {
      if (++answers === 2) all.splice(5, 1);
      const page = Number(request.query?.page);
      return answerA({ LinkedTransactions: all.slice((page - 1) * 100, page * 100) });
    };
    expect(readPassA(streamA("linked-transactions"), serve, "LinkedTransactionID").ids).toContain("lt100");
  });
});
