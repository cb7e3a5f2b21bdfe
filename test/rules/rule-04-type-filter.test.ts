import { describe, expect, expectTypeOf, test } from "vitest";
import { adapterA } from "#main/ledgers/a/index.ts";
import { bankTransactionsRequest, type InvoiceType, invoicesRequest, type PagedEndpoint, pageRequest } from "#main/ledgers/a/requests.ts";
import type { LedgerRequest, LedgerStream } from "#main/ledgers/adapter.ts";
import { Defect } from "#shared/kernel/assert.ts";
import { answerA, contextA } from "../unit/ledgers/a/support.ts";

const context = contextA();
const query = { page: 1, since: null };

/** Every request of the first two pages of a stream. */
function requestsOf(stream: LedgerStream): LedgerRequest[] {
  const requests: LedgerRequest[] = [];
  let position: ReturnType<LedgerStream["start"]> | null = stream.start("2026-10-05T08:12:03.000Z");
  for (let page = 1; page <= 2 && position !== null; page++) {
    const reading = stream.readPage(contextA({ pageSize: 1 }), position);
    let step = reading.next();
    while (!step.done) {
      requests.push(step.value);
      const collection = step.value.path === "/Organisation" ? "Organisations" : step.value.path.slice(1);
      step = reading.next(answerA({ [collection]: [{ JournalNumber: page, UpdatedDateUTC: `/Date(${page * 1e12})/` }] }));
    }
    position = step.value.next;
  }
  return requests;
}

describe("rule 4: every read of invoices carries a type", () => {
  test("all streams together ask for invoices only with ACCREC or ACCPAY", () => {
    const invoices = adapterA
      .streams(context)
      .flatMap(requestsOf)
      .filter((request) => /invoices/i.test(request.path));
    expect(invoices.length).toBeGreaterThanOrEqual(4);
    for (const request of invoices) expect(request.query?.where).toMatch(/^Type=="(?:ACCREC|ACCPAY)"$/);
    expect(new Set(invoices.map((request) => request.query?.where)).size).toBe(2);
  });

  test("the type is a required parameter of the only function that can ask", () => {
    expectTypeOf(invoicesRequest).parameter(1).toEqualTypeOf<InvoiceType>();
    expectTypeOf<InvoiceType>().toEqualTypeOf<"ACCREC" | "ACCPAY">();
    expectTypeOf<"Invoices">().not.toExtend<PagedEndpoint>();
    expectTypeOf<"BankTransactions">().not.toExtend<PagedEndpoint>();
    // @ts-expect-error the type cannot be left out
    expect(() => invoicesRequest(context, query)).toThrow(Defect);
    // @ts-expect-error undefined is no type
    expect(() => invoicesRequest(context, undefined, query)).toThrow(Defect);
    // @ts-expect-error nor is any other word
    expect(() => invoicesRequest(context, 'ACCREC" OR Type=="ACCPAY', query)).toThrow(Defect);
    // @ts-expect-error the general page request knows no invoices
    expectTypeOf(pageRequest).toBeCallableWith(context, "Invoices", query);
    // @ts-expect-error money spent and received are read apart as well
    expect(() => bankTransactionsRequest(context, "ALL", query)).toThrow(Defect);
  });
});
