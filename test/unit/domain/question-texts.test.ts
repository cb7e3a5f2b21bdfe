import { afterEach, expect, test } from "vitest";
import { AMERICAN } from "#shared/language/english.ts";
import { writeIn } from "#shared/language/t.ts";
import { taxIdQuestion } from "#shared/model/close/question-texts.ts";

afterEach(() => writeIn(AMERICAN));

const asked = (baseCurrency: string, country?: string) => taxIdQuestion({ baseCurrency, country });

test("a vendor's tax ID is asked for by the name it has in the client's country", () => {
  expect(asked("AUD")).toBe("What is this vendor's ABN?");
  expect(asked("USD", "AU")).toBe("What is this vendor's ABN?");
  expect(asked("NZD")).toBe("What is this vendor's GST number?");
  expect(asked("GBP", "United Kingdom")).toBe("What is this vendor's VAT number?");
  expect(asked("USD")).toContain("W-9");
  expect(asked("USD", "US")).toContain("W-9");
  expect(asked("USD", "EC")).toBe("What is this vendor's tax ID?");
  expect(asked("EUR")).toBe("What is this vendor's tax ID?");
});

test("the vendor is a supplier where the firm writes British English", () => {
  writeIn({ language: "en-GB", terms: "debtors" });
  expect([asked("NZD"), asked("USD")]).toEqual([
    "What is this supplier's GST number?",
    "What is this supplier's tax ID? Please also send their W-9 if you have it.",
  ]);
});
