import { describe, expect, test } from "vitest";
import { type Intent, type PostedRecord, postedDifferences } from "#main/domain/documents/posted-differences.ts";
import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import { intent, stored, usd } from "#test/support/posted-bill.ts";

describe("money that reads back against what was intended", () => {
  const payment = (change: object): MappedRecord =>
    ({
      kind: "payment",
      value: {
        id: "Pay:1",
        partyId: "Vendor:1",
        date: "2026-11-19",
        currency: "USD",
        amount: usd("50.00"),
        status: "posted",
        allocations: [
          { fromKind: "payment", fromId: "Pay:1", toId: "Bill:7", amount: usd("20.00") },
          { fromKind: "payment", fromId: "Pay:1", toId: "Bill:8", amount: usd("30.00") },
        ],
        ...change,
      },
    }) as unknown as MappedRecord;
  const posted = (...mapped: MappedRecord[]): PostedRecord[] => [{ id: "Pay:1", exists: true, mapped }];
  const operation = {
    kind: "create_payment",
    payment: {
      direction: "made",
      party: { id: "Vendor:1" },
      date: "2026-11-19",
      currency: "USD",
      accountId: "Account:9",
      allocations: [
        { toId: "Bill:7", amount: usd("20.00") },
        { toId: "Bill:8", amount: usd("30.00") },
      ],
    },
  } as unknown as Intent["operation"];
  const paid = intent({ operation, recordId: "Pay:1" });

  test("one record for all allocations, or one for each", () => {
    expect(postedDifferences(paid, posted(payment({ accountId: "Account:9" })))).toEqual([]);
    const own = payment({
      amount: usd("30"),
      allocations: [{ fromKind: "payment", fromId: "Pay:1", toId: "Bill:8", amount: usd("30") }],
    });
    expect(postedDifferences({ ...paid, allocation: 1 }, posted(own))).toEqual([]);
    expect(postedDifferences({ ...paid, allocation: 0 }, posted(own))).toEqual([
      { field: "amount", intended: "20.00", posted: "30" },
      { field: "allocations[0].amount", intended: "20.00", posted: "0" },
      { field: "allocations", intended: "", posted: "Bill:8 30" },
    ]);
  });

  test("the account is read from the postings where the payment does not name it", () => {
    const journal = (...ids: string[]) =>
      ({ kind: "journal", value: { postings: ids.map((accountId) => ({ accountId })) } }) as unknown as MappedRecord;
    expect(postedDifferences(paid, posted(payment({}), journal("Account:2", "Account:9")))).toEqual([]);
    expect(postedDifferences(paid, posted(payment({}), journal("Account:2", "Account:5")))).toEqual([
      { field: "accountId", intended: "Account:9", posted: "Account:2, Account:5" },
    ]);
  });

  test("has the day, account, party, entity and state that were meant, and nobody else's allocations", () => {
    const change = { date: "2026-11-20", partyId: "Vendor:2", currency: "EUR", accountId: "Account:8", status: "voided", entityId: "us" };
    const said = {
      ...paid,
      operation: { ...operation, payment: { ...(operation as never as { payment: object }).payment, entityId: "uk" } },
    };
    expect(postedDifferences(said as never, posted(payment(change))).map(({ field }) => field)).toEqual([
      ...["party.id", "date", "currency", "accountId", "entityId", "status"],
    ]);
    const others = [
      { fromKind: "payment", fromId: "Pay:1", toId: "Bill:7", amount: usd("20") },
      { fromKind: "payment", fromId: "Pay:1", toId: "Bill:8", amount: usd("30") },
      { fromKind: "payment", fromId: "Pay:2", toId: "Bill:9", amount: usd("1") },
    ];
    expect(postedDifferences(paid, posted(payment({ allocations: others })))).toEqual([]);
    expect(postedDifferences(intent({ operation: { kind: "void", id: "Pay:1" }, recordId: "Pay:1" }), posted(payment({})))).toEqual([
      { field: "status", intended: "voided", posted: "posted" },
    ]);
  });

  test("several allocations to one transaction count together", () => {
    const twice = [
      { toId: "Bill:7", amount: usd("15.00") },
      { toId: "Bill:8", amount: usd("30.00") },
      { toId: "Bill:7", amount: usd("5.00") },
    ];
    const of = {
      ...paid,
      operation: { ...operation, payment: { ...(operation as never as { payment: object }).payment, allocations: twice } },
    };
    expect(postedDifferences(of as never, posted(payment({})))).toEqual([]);
  });

  test("an application with a record of its own is read there, once for each transaction", () => {
    const applying = {
      ...{ kind: "apply_credit", fromId: "Credit:1", date: "2026-11-19" },
      allocations: ["Bill:7", "Bill:8", "Bill:7"].map((toId) => ({ toId, amount: usd("10") })),
    };
    const own = (allocation: number | null, ...amounts: [string, string][]) => {
      const allocations = amounts.map(([toId, amount]) => ({ fromKind: "document", fromId: "Credit:1", toId, amount: usd(amount) }));
      const other = { fromKind: "document", fromId: "Credit:2", toId: "Bill:7", amount: usd("99") };
      const link = {
        id: "Link:1",
        exists: true,
        mapped: [{ kind: "payment", value: { allocations: [...allocations, other] } } as never],
      };
      const one = intent({ operation: applying as never, recordId: "Link:1", allocation, applied: new Map([["Bill:7", decimal("5")]]) });
      return postedDifferences(one, [link]);
    };
    expect(own(0, ["Bill:7", "20"])).toEqual([]);
    expect(own(0, ["Bill:7", "15"])).toEqual([{ field: "allocations[0].amount", intended: "20", posted: "15" }]);
    expect([own(1, ["Bill:8", "10"]), own(2, ["Bill:7", "15"])]).toEqual([[], []]);
    expect(own(null, ["Bill:7", "20"], ["Bill:8", "9"])).toEqual([{ field: "allocations[1].amount", intended: "10", posted: "9" }]);
  });

  test("an applied credit counts beyond what it had settled before", () => {
    const applying = {
      kind: "apply_credit",
      fromId: "Credit:1",
      date: "2026-11-19",
      allocations: [{ toId: "Bill:7", amount: usd("20.00") }],
    };
    const credit = (amount: string): PostedRecord[] => [
      {
        id: "Credit:1",
        exists: true,
        mapped: [
          {
            kind: "document",
            value: {
              ...stored,
              id: "Credit:1",
              allocations: [{ fromKind: "document", fromId: "Credit:1", toId: "Bill:7", amount: usd(amount) }],
            },
          },
        ],
      },
    ];
    const applied = new Map([["Bill:7", "5.00" as DecimalString]]);
    const one = intent({ operation: applying as unknown as Intent["operation"], recordId: "Credit:1", applied });
    expect(postedDifferences(one, credit("25.00"))).toEqual([]);
    expect(postedDifferences(one, credit("5.00"))).toEqual([{ field: "allocations[0].amount", intended: "20.00", posted: "0.00" }]);
  });
});
