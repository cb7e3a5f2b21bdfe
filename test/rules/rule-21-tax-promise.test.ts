import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareTax, type TaxedDocument, taxPromise } from "#main/domain/documents/tax-promise.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { TaxBreakdown } from "#shared/model/books/tax.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const money = (text: string) => ({ amount: decimal(text), currency: "USD" });
const tax = (text: string | null): TaxBreakdown => ({
  basis: "exclusive",
  components: [],
  ...(text === null ? {} : { amount: money(text) }),
});
const document = (total: string, ofDocument: string | null, lines: readonly (string | null)[] = []): TaxedDocument => ({
  total: money(total),
  tax: tax(ofDocument),
  lines: lines.map((line) => ({ tax: tax(line) })),
});

describe("rule 21: what is promised of tax", () => {
  it.each([true, false])("follows the capability (%s) and says why", (canCreateTaxRates) => {
    const promise = taxPromise({ canCreateTaxRates });
    expect(promise.mayPromise).toBe(canCreateTaxRates);
    expect(promise.reason).toMatch(canCreateTaxRates ? /uses the tax rates you send/ : /works out tax itself/);
  });

  it.each(["a", "b", "c"] as const)("ledger %s has the capability from discovery", async (style) => {
    const world = await createWorld({ seed: 62, tenants: [{ style, books: { months: 1, invoicesPerMonth: 2 } }] });
    const stored = await world.runtime.context.connections.find((world.tenants[0] as Tenant).source.clientId);
    const capabilities = stored?.discovery?.capabilities;
    expect(typeof capabilities?.canCreateTaxRates).toBe("boolean");
    expect(stored?.discovery?.evidence.canCreateTaxRates).toMatch(/\S/);
    await world.close();
  });
});

describe("rule 21: tax sent against tax returned", () => {
  it.each([
    ["the same", document("115.00", "15.00", ["15.00"]), document("115", "15.0", ["15.00"]), "as_sent", []],
    [
      "replaced on the document",
      document("115.00", "15.00"),
      document("108.00", "8.00"),
      "replaced",
      [
        [null, "tax", "-7.00"],
        [null, "total", "-7.00"],
      ],
    ],
    [
      "replaced on a line only",
      document("115.00", "15.00", ["10.00", "5.00"]),
      document("115.00", "15.00", ["9.00", "6.00"]),
      "replaced",
      [
        [1, "tax", "-1.00"],
        [2, "tax", "1.00"],
      ],
    ],
    [
      "added where none was sent",
      document("100.00", "0.00"),
      document("108.00", "8.00"),
      "replaced",
      [
        [null, "tax", "8.00"],
        [null, "total", "8.00"],
      ],
    ],
    ["dropped", document("115.00", "15.00"), document("115.00", null), "replaced", [[null, "tax", null]]],
    [
      "stated per document where lines were sent",
      document("115.00", "15.00", ["15.00"]),
      document("115.00", "15.00", [null]),
      "as_sent",
      [],
    ],
    ["not stated at all", document("115.00", null, [null]), document("115.00", "15.00", [null]), "not_stated", []],
    ["a tax of nothing that is not sent back", document("100.00", "0.00"), document("100.00", null), "not_stated", []],
  ] as const)("%s", (_what, sent, returned, outcome, differences) => {
    const compared = compareTax(sent, returned);
    expect(compared.outcome).toBe(outcome);
    expect(compared.differences.map(({ lineNo, what, difference }) => [lineNo, what, difference])).toEqual(differences);
  });

  it("is replaced exactly when an amount differs by value, and each difference is returned less sent", () => {
    const cents = fc.integer({ min: 0, max: 99_999 }).map((value) => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, "0")}`);
    fc.assert(
      fc.property(cents, cents, cents, (total, sent, returned) => {
        const { outcome, differences } = compareTax(document(total, sent), document(total, returned));
        expect(outcome).toBe(sent === returned ? "as_sent" : "replaced");
        for (const { difference } of differences)
          expect(Number(difference) * 100).toBeCloseTo(Number(returned) * 100 - Number(sent) * 100, 5);
      }),
    );
  });
});
