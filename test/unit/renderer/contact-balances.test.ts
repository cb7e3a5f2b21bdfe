import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { balanceDifferences, differenceNotes } from "../../../src/renderer/ui/contacts/balance-difference.ts";

openStaticWindow();
const { PartyCard } = await import("../../../src/renderer/ui/contacts/contact-card.tsx");

describe("both balances of a contact", () => {
  const money = (amount: string, currency = "NZD") => ({ amount: decimal(amount), currency });
  const owed = (ledgers: string, open: string, currency = "NZD") => ({
    ...{ partyId: "1", name: "Allfresh", isCustomer: false, isVendor: true, taxIdentifier: null },
    receivable: null,
    payable: money(ledgers),
    open: [{ currency, receivable: decimal("0"), payable: decimal(open) }],
  });
  const notes = (ledgers: string, open: string, unapplied: string) =>
    differenceNotes(balanceDifferences(owed(ledgers, open)), [
      { currency: "NZD", receivable: decimal("0"), payable: decimal(ledgers), unappliedIn: decimal("0"), unappliedOut: decimal(unapplied) },
    ]);

  it("differ by exactly what is unapplied where the ledger doesn't deduct it, and that is said", () => {
    expect(balanceDifferences(owed("6649.98", "6035.16"))).toEqual([{ side: "payable", amount: "-614.82", currency: "NZD" }]);
    expect(notes("6649.98", "6035.16", "614.82")).toEqual([
      {
        ...{ side: "payable", explained: true },
        words: "Payables: the difference equals the unapplied amount, which the ledger's balance doesn't deduct.",
      },
    ]);
    // A ledger that does deduct it.
    expect(notes("6035.16", "6035.16", "614.82")).toEqual([]);
  });

  it("are explained on a card as well once what is unapplied is known, and what the ledger doesn't report says so", () => {
    const party = owed("0.00", "-2891.64");
    const amounts = [
      { currency: "NZD", receivable: decimal("0"), payable: decimal("0"), unappliedIn: decimal("0"), unappliedOut: decimal("2891.64") },
    ];
    const drawn = (known: typeof amounts | null) => renderToStaticMarkup(createElement(PartyCard, { party, amounts: known }));
    expect(drawn(null)).not.toContain("the difference equals");
    expect(drawn(amounts)).toContain("Payables: the difference equals the unapplied amount");
    expect(drawn(null)).toContain('title="The ledger doesn&#x27;t report this balance."');
  });

  it("are marked where something else makes them differ, to the cent", () => {
    const [other] = notes("6649.98", "6035.16", "614.81");
    expect(other?.explained).toBe(false);
    expect(other?.words).toContain("doesn't equal the unapplied amount, NZD 614.81.");
    const [nothing] = notes("6649.98", "6035.16", "0");
    expect(nothing).toMatchObject({ explained: false, words: expect.stringContaining("no unapplied amounts") });
  });

  it("aren't compared in different currencies, nor where the ledger reports none", () => {
    expect(balanceDifferences(owed("6649.98", "6035.16", "USD"))).toEqual([]);
    expect(balanceDifferences({ ...owed("1", "1"), payable: null })).toEqual([]);
    expect(balanceDifferences({ ...owed("0.00", "0"), open: [] })).toMatchObject([{ side: "payable", amount: "0.00" }]);
  });
});
