import { describe, expect, it } from "vitest";
import { transactionKinds } from "#main/ledgers/c/transaction-kinds.ts";
import { documentLine } from "#shared/model/books/document.ts";
import { type Cells, composed, header, mapTransactionRecord, only, twoLines } from "#test/unit/ledgers/c/support.ts";

// Rule 11: every line carries its kind; only item lines take part in receipt matching.
describe("rule 11: every line carries kind", () => {
  const withLines = transactionKinds.filter(
    ({ role, unappliedKind }) => role !== "payment" && role !== "application" && unappliedKind === undefined,
  );

  it.each(withLines.map((kind) => kind.type))("Ledger C %s keeps its item and its expense lines apart", (type) => {
    const [main, item] = twoLines("-300.00", "200.00", { main: { foreignamountunpaid: "0.00" } }) as [Cells, Cells];
    const expense: Cells = {
      transaction: "2044",
      id: "2",
      linesequencenumber: "2",
      mainline: "F",
      taxline: "F",
      expenseaccount: "227",
      foreignamount: "100.00",
    };
    const source = mapTransactionRecord(
      composed({ transaction: header(type), lines: type === "Journal" ? [item, expense] : [main, item, expense] }),
    );
    const { lines } = type === "PurchOrd" ? only(source, "order") : only(source, "document");
    expect(lines.map((line) => [line.kind, line.itemId])).toEqual([
      ["item", "item:80"],
      ["account", undefined],
    ]);
  });

  it("is a part of the model that can't be left out", () => {
    const source = mapTransactionRecord(
      composed({ transaction: header("VendBill"), lines: twoLines("-300.00", "300.00", { main: { foreignamountunpaid: "0.00" } }) }),
    );
    const line = only(source, "document").lines[0];
    expect(documentLine.safeParse(line).success).toBe(true);
    const { kind, ...without } = line ?? { kind: "item" };
    expect(kind).toBe("item");
    expect(documentLine.safeParse(without).success).toBe(false);
  });

  it("does not let an item line become an account line because it names an account as well", () => {
    const lines = twoLines("-300.00", "300.00", { main: { foreignamountunpaid: "0.00" }, line: { expenseaccount: "227" } });
    const document = only(mapTransactionRecord(composed({ transaction: header("VendBill"), lines })), "document");
    expect(document.lines[0]).toMatchObject({ kind: "item", itemId: "item:80", accountId: "account:227" });
  });
});
