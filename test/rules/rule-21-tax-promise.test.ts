import { describe, expect, it } from "vitest";
import { postedDifferences } from "#main/domain/documents/posted-differences.ts";
import { type CheckFacts, checkWrite } from "#main/domain/documents/write-checks.ts";
import { writeFieldLabel } from "#shared/model/labels/write-fields.ts";
import type { DocumentDraft, LineDraft } from "#shared/model/ledger/write.ts";
import { document, draft, intent, line, usd } from "#test/support/posted-bill.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const taxed = (lines: readonly (string | null)[]): DocumentDraft => ({
  ...draft,
  lines: lines.map((amount, at) => {
    const one = draft.lines[at] as LineDraft;
    return amount === null ? one : { ...one, tax: { amount: usd(amount) } };
  }),
});
const tax = (amount: string) => ({ tax: { basis: "exclusive" as const, components: [], amount: usd(amount) } });

describe("rule 21: what is promised of tax", () => {
  it.each([true, false])("a tax amount is warned of where the ledger calculates tax itself (%s: it takes amounts)", (canCreateTaxRates) => {
    const facts = {
      capabilities: { canCreateTaxRates, hasApprovalWorkflow: false },
      currencies: [],
      account: (id: string) => ({ id, name: id, active: true, class: "expense" }),
      item: () => undefined,
      party: (id: string) => ({ id, name: id, active: true }),
      record: () => undefined,
      cutOffs: () => [],
      duplicates: () => [],
    } as unknown as CheckFacts;
    const checks = checkWrite([{ kind: "create_document", document: taxed([null, "3.12"]) }], facts);
    const [warning] = checks.filter(({ name }) => name === "tax");
    expect(checks.filter(({ outcome }) => outcome === "blocked")).toEqual([]);
    if (canCreateTaxRates) expect(warning).toBeUndefined();
    else expect(warning).toMatchObject({ outcome: "warning", field: expect.stringContaining("lines[1].tax.amount") });
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

describe("rule 21: tax sent compared with tax that the ledger keeps", () => {
  // The ledger keeps the two lines in another order than they were sent.
  const kept = ([first, second]: readonly (string | null)[]) =>
    document({
      lines: line(1, first == null ? {} : tax(first)).map((one, at) => (at === 0 && second != null ? { ...one, ...tax(second) } : one)),
    });
  const told = (sent: DocumentDraft, posted: ReturnType<typeof document>, promisesTax = true) =>
    postedDifferences(intent({ operation: { kind: "create_document", document: sent }, promisesTax }), posted).map(
      ({ field, intended, posted: has }) => [field, intended, has],
    );

  it.each([
    ["the same by value", ["10.00", "3.12"], ["10", "3.120"], []],
    [
      "replaced on both lines, which add up to the same",
      ["10.00", "3.12"],
      ["9.00", "4.12"],
      [
        ["lines[0].tax.amount", "10.00", "9.00"],
        ["lines[1].tax.amount", "3.12", "4.12"],
      ],
    ],
    ["sent for one line only", [null, "3.12"], ["10.00", "3.00"], [["lines[1].tax.amount", "3.12", "3.00"]]],
    ["stated for the transaction only", ["10.00", "3.12"], [null, null], []],
  ] as const)("%s", (_what, sent, has, differences) => {
    expect(told(taxed(sent), kept(has))).toEqual(differences);
  });

  it("isn't compared where no tax amount is promised", () => {
    expect(told(taxed(["10.00", "3.12"]), kept(["9.00", "4.12"]), false)).toEqual([]);
  });

  it("pairs lines that differ in nothing but their tax by that tax", () => {
    const twin = { ...(draft.lines[0] as LineDraft) };
    const sent = { ...draft, lines: ["10.00", "0.00"].map((amount) => ({ ...twin, tax: { amount: usd(amount) } })) };
    const [, stored] = line(1, {});
    const posted = document({ lines: ["0.00", "10.00"].map((amount, at) => ({ ...stored, id: `${at}`, ...tax(amount) })) as never });
    expect(told(sent, posted)).toEqual([]);
  });

  it("is compared for the whole transaction where only that has a tax amount", () => {
    const sent = { ...draft, tax: { basis: "exclusive" as const, amount: usd("15.00") } };
    expect(told(sent, document({}))).toEqual([["tax.amount", "15.00", "13.12"]]);
  });

  it("is named as the tax amount of its line", () => {
    expect(writeFieldLabel("lines[1].tax.amount")).toBe("line 2, tax amount");
    expect(writeFieldLabel("operations[0].document.lines[0].tax.amount")).toBe("line 1, tax amount");
    expect(writeFieldLabel("operations.0.document.lines.0.tax.amount.amount")).toBe("line 1, tax amount");
    expect(writeFieldLabel("operations[0].tax.amount")).toBe("tax");
  });
});
