import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invoice, mapB, only } from "#test/unit/ledgers/b/support.ts";

const line = (classId?: string) => ({
  Amount: 10,
  DetailType: "AccountBasedExpenseLineDetail",
  AccountBasedExpenseLineDetail: { AccountRef: { value: "63" }, ...(classId === undefined ? {} : { ClassRef: { value: classId } }) },
});
const dimensionsOf = (fields: Record<string, unknown>, stream = "bills") =>
  only(mapB(stream, invoice(fields)), "document").lines.map((l) => l.dimensions);

describe("rule 10: header dimensions are fanned down to every line, and marked", () => {
  it("copies class and department of the header, in the order of the discovered dimensions", () => {
    const header = { ClassRef: { value: "17" }, DepartmentRef: { value: "3" }, Line: [line(), line()] };
    const fanned = [
      { dimensionId: "Class", valueId: "17", fannedFromHeader: true },
      { dimensionId: "Department", valueId: "3", fannedFromHeader: true },
    ];
    expect(dimensionsOf(header)).toEqual([fanned, fanned]);
    const reversed = only(mapB("bills", invoice(header), { dimensions: ["Department", "Class"] }), "document").lines[0]?.dimensions;
    expect(reversed?.map((d) => d.dimensionId)).toEqual(["Department", "Class"]);
  });

  it("prefers the line's own class and does not mark it", () => {
    expect(dimensionsOf({ ClassRef: { value: "17" }, Line: [line("18"), line()] })).toEqual([
      [{ dimensionId: "Class", valueId: "18", fannedFromHeader: false }],
      [{ dimensionId: "Class", valueId: "17", fannedFromHeader: true }],
    ]);
  });

  it("fans down to synthetic, discount and item lines alike", () => {
    const Line = [
      { Amount: 10, DetailType: "SalesItemLineDetail", SalesItemLineDetail: { ItemRef: { value: "4" } } },
      { Amount: 1, DetailType: "DiscountLineDetail", DiscountLineDetail: { DiscountAccountRef: { value: "86" } } },
    ];
    const fanned = [{ dimensionId: "Department", valueId: "3", fannedFromHeader: true }];
    expect(dimensionsOf({ DepartmentRef: { value: "3" }, Line }, "invoices")).toEqual([fanned, fanned]);
    expect(dimensionsOf({ DepartmentRef: { value: "3" }, Line: [{ Amount: 75, DetailType: "SubTotalLineDetail" }] }, "invoices")).toEqual([
      fanned,
    ]);
  });

  it("takes a journal line's department from the line", () => {
    const entry = {
      Line: [
        {
          Amount: 5,
          DetailType: "JournalEntryLineDetail",
          JournalEntryLineDetail: {
            PostingType: "Debit",
            AccountRef: { value: "1" },
            DepartmentRef: { value: "3" },
            ClassRef: { value: "17" },
          },
        },
      ],
    };
    expect(dimensionsOf(entry, "journal-entries")).toEqual([
      [
        { dimensionId: "Class", valueId: "17", fannedFromHeader: false },
        { dimensionId: "Department", valueId: "3", fannedFromHeader: false },
      ],
    ]);
  });

  it("reaches the lines of purchase orders", () => {
    const order = { Id: "1", POStatus: "Open", TxnDate: "2026-10-02", TotalAmt: 10, ClassRef: { value: "17" }, Line: [line()] };
    expect(only(mapB("purchase-orders", order), "order").lines[0]?.dimensions).toEqual([
      { dimensionId: "Class", valueId: "17", fannedFromHeader: true },
    ]);
  });

  it("holds for any mixture: one value a dimension, own before header, marked exactly when copied", () => {
    const id = fc.option(fc.stringMatching(/^[1-9]\d{0,4}$/), { nil: undefined });
    fc.assert(
      fc.property(id, id, fc.array(id, { minLength: 1, maxLength: 6 }), (headerClass, headerDepartment, own) => {
        const ref = (value: string | undefined) => (value === undefined ? null : { value });
        const lines = dimensionsOf({ ClassRef: ref(headerClass), DepartmentRef: ref(headerDepartment), Line: own.map(line) });
        lines.forEach((dimensions, index) => {
          const expected = [];
          const classId = own[index] ?? headerClass;
          if (classId !== undefined) expected.push({ dimensionId: "Class", valueId: classId, fannedFromHeader: own[index] === undefined });
          if (headerDepartment !== undefined)
            expected.push({ dimensionId: "Department", valueId: headerDepartment, fannedFromHeader: true });
          expect(dimensions).toEqual(expected);
        });
      }),
    );
  });
});
