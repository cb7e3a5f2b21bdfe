import { expect, it } from "vitest";
import { gapBrief } from "#main/domain/postings/posting-gaps.ts";

it("a gap in a few words begins with its count, and names the currency where there is one", () => {
  const of = (reason: string, count: number, ...currencies: string[]) => gapBrief({ count, about: { reason, currencies } });
  expect(of("payment_base", 16, "AUD")).toBe("16 AUD payments can't be converted");
  expect(of("payment_base", 1, "AUD")).toBe("1 AUD payment can't be converted");
  expect(of("document_base", 2, "AUD", "USD")).toBe("2 transactions have no amount in base currency");
  expect(of("rounding_account", 3, "NZD")).toBeNull();
  expect(gapBrief({ count: 3 })).toBeNull();
});
