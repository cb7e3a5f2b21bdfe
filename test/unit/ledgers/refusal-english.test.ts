import { afterEach, describe, expect, test } from "vitest";
import { writesB } from "#main/ledgers/b/writes.ts";
import { AMERICAN } from "#shared/language/english.ts";
import { writeIn } from "#shared/language/t.ts";
import { prepareA, writeContextA } from "./a/writing-support.ts";
import { converse } from "./b/support.ts";
import { operation, usd, writeContext } from "./b/write-context.ts";

afterEach(() => writeIn(AMERICAN));

const credit = { type: "purchase_credit", issueDate: "2026-11-18", currency: "NZD", party: { id: "Contact:oak" } };
const lines = [{ kind: "account", accountId: "Account:costs", net: { amount: "10", currency: "NZD" } }];
const ofA = (document: object) => {
  const { result } = prepareA(writeContextA(), [{ kind: "create_document", document }]);
  return result.ok ? result.value[0]?.items[0]?.title : result.failure.message;
};
const ofB = (document: object) => {
  const create = operation({ kind: "create_document", document: { issueDate: "2026-10-02", currency: "USD", ...document } });
  const { value } = converse(writesB.prepare(writeContext(), [create]), () => {
    throw new Error("nothing has to be read for this");
  });
  return value.ok ? value.value[0]?.items[0]?.title : value.failure.message;
};
const paper = [{ kind: "account", accountId: "Account:63", net: usd("90.00") }];

describe("what adapters say of a write, in the firm's English", () => {
  test("names vendors and vendor credits as suppliers where those are the words", () => {
    const said = () => [
      ofA({ ...credit, memo: "x", lines }),
      ofA({ ...credit, number: "7", lines }),
      ofB({ type: "purchase_credit", party: { id: "Vendor:56" }, lines: paper }),
      ofB({ type: "purchase_bill", party: { id: "Customer:24" }, lines: paper }),
      ofB({ type: "purchase_bill", lines: paper }),
      writesB.refusal(writeContext(), operation({ kind: "void", id: "VendorCredit:1" }))?.message,
    ];
    expect(said()).toEqual([
      "This ledger has no memo for vendor credits. Use the reference or a line's description.",
      "Vendor credit 7 from Oak Paper, 10.00 NZD",
      "Vendor credit from Oak Paper, 90.00 USD",
      "Contact Customer:24 isn't a vendor.",
      "Choose a vendor.",
      "Tieout can't void a vendor credit in this ledger.",
    ]);
    writeIn({ language: "en-GB", terms: "receivables" });
    expect(said()).toEqual([
      "This ledger has no memo for supplier credits. Use the reference or a line's description.",
      "Supplier credit 7 from Oak Paper, 10.00 NZD",
      "Supplier credit from Oak Paper, 90.00 USD",
      "Contact Customer:24 isn't a supplier.",
      "Choose a supplier.",
      "Tieout can't void a supplier credit in this ledger.",
    ]);
  });
});
