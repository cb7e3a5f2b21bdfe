import { describe, expect, it } from "vitest";
import { differingParts, fieldWords, valueWords } from "#shared/model/labels/change-words.ts";

describe("a change in the words of accountants", () => {
  it("names fields as they are called on screen", () => {
    expect(["sourceStatus", "totalBase", "outstanding", "issueDate", "dueDate", "line 3"].map(fieldWords)).toEqual([
      "status in the ledger",
      "total in base currency",
      "amount due",
      "date",
      "due date",
      "line 3",
    ]);
  });

  it("writes amounts with their decimals, and no words of a ledger or of the store", () => {
    expect(valueWords("total", "-842.6 USD")).toBe("(842.60) USD");
    expect(valueWords("total", "777 JPY")).toBe("777 JPY");
    expect(valueWords("sourceStatus", "AUTHORISED")).toBe("authorised");
    expect(valueWords("status", "part_paid")).toBe("part paid");
    expect(valueWords("memo", "PAID IN FULL")).toBe("PAID IN FULL");
    expect(valueWords("tax", "exclusive 8.50 GBP")).toBe("8.50 GBP");
    expect(valueWords("tax", "inclusive -8.50 GBP")).toBe("tax included (8.50) GBP");
    expect(valueWords("tax", "none ")).toBe("no tax ");
    expect(valueWords("tax", "inclusive")).toBe("tax included");
    expect(valueWords("line 1", "account | Fees | 601 Bank fees | 42.5000 GBP | exclusive 8.50 GBP INPUT2")).toBe(
      "Fees | 601 Bank fees | 42.50 GBP | tax 8.50 GBP (code INPUT2)",
    );
    expect(valueWords("line 1", "account | 42.50 GBP | none EXEMPT | North")).toBe("42.50 GBP | no tax (code EXEMPT) | North");
    expect(valueWords("line 1", "account | Fees | 42.50 GBP | inclusive 8.50 GBP VAT Sales 20")).toBe(
      "Fees | 42.50 GBP | tax included 8.50 GBP VAT Sales 20",
    );
    expect(valueWords("tax", "exclusive -8.50 GBP INPUT2")).toBe("(8.50) GBP (code INPUT2)");
    expect(valueWords("line 2", "account | Fees | 2100 GST | 42.50 GBP")).toBe("Fees | 2100 GST | 42.50 GBP");
    expect(valueWords("a former line", "account | Fees | 2100 GST | 42.50 GBP")).toBe("Fees | 2100 GST | 42.50 GBP");
    for (const description of ["tax refund", "exclusive offer", "none EXEMPT"])
      expect(valueWords("line 1", `account | ${description} | Fees | 42.50 GBP`)).toBe(`${description} | Fees | 42.50 GBP`);
    expect(valueWords("line 1", "item | inclusive tour | 42.50 GBP | inclusive T1")).toBe(
      "inclusive tour | 42.50 GBP | tax included (code T1)",
    );
    expect(valueWords("number", null)).toBeNull();
  });

  it("says the locks of a period by their days and what they apply to", () => {
    const lock = (module: string, lockedThrough: string | null) => ({ id: `9/${module}`, scope: { module }, lockedThrough });
    expect(valueWords("locks", JSON.stringify([lock("all", "2026-08-23"), lock("ap", "2026-09-27"), lock("gl", null)]))).toBe(
      "2026-08-23; 2026-09-27 (payables); no date (general ledger)",
    );
    expect(valueWords("locks", "[]")).toBe("no lock");
    expect(valueWords("locks", "unreadable")).toBe("no lock");
  });

  it("leaves out what a line had before and after", () => {
    expect(differingParts("Fees | 42.50 GBP | North", "Fees | 777.00 GBP | North")).toEqual(["42.50 GBP", "777.00 GBP"]);
    expect(differingParts("2000 | 1 USD", "2000 | 1 USD | Delivery checked")).toEqual(["2000, 1 USD", "2000, 1 USD, Delivery checked"]);
    expect(differingParts("GBP 42.50 | GBP 42.50 | tax GBP 8.50", "GBP 777.00 | GBP 777.00 | tax GBP 155.40")).toEqual([
      "GBP 42.50, tax GBP 8.50",
      "GBP 777.00, tax GBP 155.40",
    ]);
    expect(
      differingParts("2050 Card | NZD (137.83); 6110 Travel | NZD 119.85", "2050 Card | NZD (137.83) | Taxi; 6110 Travel | NZD 119.85"),
    ).toEqual(["2050 Card, NZD (137.83)", "2050 Card, NZD (137.83), Taxi"]);
    expect(differingParts("first; second", "first; third")).toEqual(["first; second", "first; third"]);
  });
});
