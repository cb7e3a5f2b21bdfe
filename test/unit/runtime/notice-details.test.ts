import { expect, it } from "vitest";
import { differenceDetail, jobNotice, needsPerson } from "#main/runtime/notices/notice-details.ts";

const job = (message: string | null, items: readonly object[] = []) => {
  const failure = message === null ? null : { code: "conflict", message };
  return { body: JSON.stringify({ title: "Change bill INV-2204", items, failure }) };
};

it("an update that needs a person is told by what happened, its name and the reason", () => {
  expect(jobNotice("conflict", job("Bill INV-2204 was changed in the ledger: total is now 5 and was 4 when Tieout last read it."))).toEqual(
    {
      title: "Ledger update not posted because of a conflict: “Change bill INV-2204”",
      about: "Change bill INV-2204",
      detail: "Bill INV-2204 was changed in the ledger: total is now 5 and was 4 when Tieout last read it.",
    },
  );
  expect(jobNotice("unknown", job(null))).toEqual({
    title: "Ledger update with unknown outcome: “Change bill INV-2204”",
    about: "Change bill INV-2204",
  });
  const said = "Please enter value(s) for: department.";
  const refused = { outcome: "rejected", message: `Ledger C rejected the request: ${said}`, ledgerError: { said } };
  expect(jobNotice("rejected", job(null, [refused])).detail).toBe(`Ledger's answer: “${said}”`);
  const asked = { ...refused, fieldLabels: [{ id: "department", label: "Department", required: true }] };
  // Its own words, which name the field by its id, are in the update.
  expect(jobNotice("rejected", job(null, [asked])).detail).toBe("The ledger requires a value for Department.");
  expect(jobNotice("partial", job(null, [{ outcome: "accepted" }, { outcome: "rejected", message: "No." }])).detail).toBe("No.");
  expect(jobNotice("partial", null)).toEqual({ title: "Ledger update only partly posted" });
});

it("a conflict is told by the fields that someone else changed, where they are known", () => {
  const changed = { message: "Bill 7 has changed since it was opened.", brief: "Changed in the ledger: memo" };
  const nothing = { title: "Edit bill 7", items: [], failure: null };
  const conflict = (body: object) => jobNotice("conflict", { body: JSON.stringify({ ...nothing, ...body }) });
  const version = { name: "version", outcome: "blocked", message: changed.message };
  expect(conflict({ failure: { code: "conflict", ...changed } }).detail).toBe(changed.brief);
  expect(conflict({ checks: [{ ...version, brief: changed.brief }] }).detail).toBe(changed.brief);
  // The failure is of an earlier attempt, which waited.
  expect(conflict({ checks: [version], failure: { code: "offline", message: "Offline." } }).detail).toBe(changed.message);
  expect(conflict({ items: [{ outcome: "conflict", message: "The number is taken." }] }).detail).toBe("The number is taken.");
});

it("only an update that can't go on needs a person", () => {
  expect((["rejected", "conflict", "partial", "unknown", "queued", "accepted"] as const).filter(needsPerson)).toEqual([
    "rejected",
    "conflict",
    "partial",
    "unknown",
  ]);
});

it("what the ledger posted differently is told in figures, amounts first, and the rest as a count", () => {
  type Told = [field: string, intended: string, posted: string, named?: object];
  const different = (operations: readonly object[], ...differences: Told[]) => {
    const postedDifferently = differences.map(([field, intended, posted, named]) => ({ field, intended, posted, named }));
    const items = [{ operation: 0, part: 0, outcome: "accepted", title: "Bill 7", reference: null, postedDifferently }];
    return differenceDetail({ body: JSON.stringify({ title: "New bill 7", items, operations, failure: null }) });
  };
  const create = { kind: "create_document", document: { currency: "EUR" } };
  expect(
    different(
      [create],
      ["memo", "Paper", "Pens"],
      ["dueDate", "2026-12-01", ""],
      ["lines[1].net.amount", "460.02", "480"],
      ["total.amount", "1460.02", "1480"],
    ),
  ).toBe(
    "“New bill 7”: total is 1,480.00 EUR instead of 1,460.02 EUR; amount of line 2 is 480.00 EUR instead of 460.02 EUR; memo is “Pens” instead of “Paper”; and 1 more field.",
  );
  // An ID says nothing to people, and long text is in the update.
  const [field, from, to] = ["lines[0].accountId", "Account:4", "Account:5"] as const;
  expect(different([create], [field, from, to], ["memo", "A".repeat(50), "B"])).toBe(
    "“New bill 7”: account or item of line 1 differs; memo differs.",
  );
  expect(different([create], [field, from, to, { intended: "400 Rent", posted: "Power" }])).toBe(
    "“New bill 7”: account or item of line 1 is Power instead of 400 Rent.",
  );
  expect(different([], ["lines[0]", "Account:4 5.00", ""], ["lines[1]", "", "Account:5 5.00"], ["status", "voided", "open"])).toBe(
    "“New bill 7”: line 1 is missing; line 2 was added; status is open instead of voided.",
  );
  expect(different([{ kind: "create_payment", payment: { currency: "EUR" } }], ["allocations[0].amount", "5.00", "4.00"])).toBe(
    "“New bill 7”: amount applied to transaction 1 is 4.00 EUR instead of 5.00 EUR.",
  );
  // What was applied as well is named, with an amount behind the name.
  const pay = { kind: "create_payment", payment: { currency: "EUR" } };
  const applied = (operations: readonly object[], name: string) =>
    different(operations, ["allocations", "", "Bill:7 1250.5", { intended: "", posted: `${name} 1250.5` }]);
  expect(applied([pay], "Bill 2040")).toBe("“New bill 7”: also applied: Bill 2040 1,250.50 EUR.");
  expect(applied([], "Bill 2040")).toBe("“New bill 7”: also applied: Bill 2040 1,250.5.");
  expect(applied([pay], `Bill ${"7".repeat(40)}`)).toBe("“New bill 7”: another amount was applied.");
  expect(different([pay], ["allocations", "", "Bill:7 1250.5"])).toBe("“New bill 7”: another amount was applied.");
  expect(different([create])).toBeNull();
});
