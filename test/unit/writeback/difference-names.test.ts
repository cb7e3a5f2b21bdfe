import { describe, expect, it } from "vitest";
import type { PostedRecord } from "#main/domain/documents/posted-differences.ts";
import type { WriteContext } from "#main/ledgers/writing.ts";
import { namedDifference } from "#main/writeback/difference-names.ts";
import { readableDifference, type WriteOperation } from "#shared/model/ledger/write.ts";

const context = {
  account: (id: string) => ({ "Account:4": { code: "400", name: "Rent" }, "Account:5": { name: "Power" } })[id],
  item: (id: string) => ({ "Item:1": { name: "Design" } })[id],
  party: (id: string) => ({ "Vendor:1": { name: "Oak Paper" } })[id],
  record: (id: string) => ({ "Bill:7": { document: { type: "purchase_bill", number: "2040" } } })[id],
  discovery: {
    organisation: { entities: [{ id: "uk", name: "Oak Ltd" }] },
    capabilities: {
      dimensions: [
        { id: "team", values: [{ id: "1", name: "Red" }] },
        { id: "region", values: [{ id: "1", name: "North" }] },
      ],
    },
  },
} as unknown as WriteContext;
const operation = {
  kind: "update_document",
  id: "Bill:7",
  changes: { lines: [{ dimensions: [{ dimensionId: "region", valueId: "1" }] }, { dimensions: [], clearedDimensions: ["region"] }] },
} as unknown as WriteOperation;
const posted = [
  { id: "Bill:7", exists: true, mapped: [{ kind: "document", value: { partyId: "Vendor:2", partyName: "Elm Stores" } }] },
] as unknown as PostedRecord[];
const told = (field: string, intended: string, has: string) =>
  readableDifference(namedDifference({ field, intended, posted: has }, context, operation, posted));

describe("what the ledger posted differently, for people", () => {
  it.each([
    ["lines[0].accountId", "Account:4", "Account:5", "400 Rent", "Power"],
    ["totalAccountId", "Account:4", "", "400 Rent", ""],
    ["accountId", "Account:4", "Account:5, Account:4", "400 Rent", "Power, 400 Rent"],
    ["lines[0].itemId", "Item:1", "", "Design", ""],
    ["lines[1]", "Account:4 80.00 USD", "", "400 Rent 80.00 USD", ""],
    // One that the ledger put in is named as the record names it.
    ["party.id", "Vendor:1", "Vendor:2", "Oak Paper", "Elm Stores"],
    ["lines[0].billable.customerId", "Vendor:1", "", "Oak Paper", ""],
    ["entityId", "uk", "", "Oak Ltd", ""],
    ["allocations", "", "Bill:7 5.00", "", "Bill 2040 5.00"],
    // Values of two dimensions may have one id.
    ["lines[0].dimensions[0].valueId", "1", "", "North", ""],
    ["lines[1].dimensions", "", "1", "", "North"],
  ])("names what %s is", (field, intended, has, ...names) => {
    expect(told(field, intended, has)).toEqual({ field, intended: names[0], posted: names[1] });
  });

  it("leaves amounts, texts and ids that nobody can name as they are", () => {
    for (const [field, intended, has] of [
      ["lines[0].net.amount", "1", "2"],
      ["memo", "Account:4", ""],
      ["lines[0].accountId", "Account:9", "Account:8"],
    ] as const)
      expect(namedDifference({ field, intended, posted: has }, context, operation, posted)).toEqual({ field, intended, posted: has });
  });
});
