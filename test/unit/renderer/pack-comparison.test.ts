import { describe, expect, it } from "vitest";
import type { PackComparison } from "#shared/model/close/pack.ts";
import { columnChanges, documentChange } from "#shared/model/labels/pack-change-words.ts";
import { columnText } from "../../../src/renderer/features/close/packs/column-text.ts";

type ChangedDocument = PackComparison["documents"][number];

function changed(...fields: readonly (readonly [field: string, before: string, after: string])[]): ChangedDocument {
  const told = fields.map(([field, before, after]) => ({ field, before, after }));
  return { id: "Invoice:1", kind: "changed", number: "INV-1", party: "Oak Paper", fields: told };
}
const texts = (document: ChangedDocument) => columnChanges(document).map(columnText);

describe("a transaction that differs between two packs", () => {
  it("has the words and values of the window, and no column names", () => {
    expect(
      texts(
        changed(
          ["issueDate", "2026-10-01", "2026-10-31"],
          ["outstanding", "1250.50", "0.00"],
          ["status", "part_paid", "paid"],
          ["statusIsDerived", "false", "true"],
          ["sourceStatus", "AUTHORISED", "PAID"],
          ["memo", "", "Paid in full"],
        ),
      ),
    ).toEqual([
      "Date: 1 Oct 2026 → 31 Oct 2026",
      "Amount due: 1,250.50 → 0.00",
      "Status: Partly paid → Paid",
      "Status in the ledger: authorised → paid",
      "Memo: – → Paid in full",
    ]);
  });

  it("names no record by its ID", () => {
    expect(texts(changed(["partyId", "c:1", "c:2"], ["party", "Oak", "Elm"], ["totalAccountId", "a:1", "a:2"]))).toEqual([
      "Contact: Oak → Elm",
      "Bank or control account changed",
    ]);
    expect(texts(changed(["partyId", "c:1", "c:2"]))).toEqual(["Contact changed"]);
    expect(texts({ ...changed(["id", "", "Invoice:1"], ["partyId", "", "c:1"], ["number", "", "INV-1"]), kind: "added" })).toEqual([
      "Number: – → INV-1",
    ]);
  });

  it("was deleted where its deletion was noticed in between, and may have come back", () => {
    const noticed = changed(["status", "open", "deleted"], ["removedDetectedAt", "", "2026-11-21T09:00:00.000Z"]);
    expect([documentChange(noticed), texts(noticed)]).toEqual(["removed", ["Status: Open → Deleted"]]);
    const back = changed(["removedDetectedAt", "2026-11-21T09:00:00.000Z", ""]);
    expect([documentChange(back), texts(back)]).toEqual(["changed", ["Restored in ledger"]]);
    expect(documentChange(changed(["memo", "", "x"]))).toBe("changed");
  });
});
