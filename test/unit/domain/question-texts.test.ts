import { expect, test } from "vitest";
import { taxIdQuestion } from "#shared/model/close/question-texts.ts";

test("a payee's tax ID is asked for by the name it has in the client's country", () => {
  const asked = (baseCurrency: string, country?: string) => taxIdQuestion({ baseCurrency, country });
  expect(asked("AUD")).toBe("What is this payee's ABN?");
  expect(asked("USD", "AU")).toBe("What is this payee's ABN?");
  expect(asked("NZD")).toBe("What is this payee's GST number?");
  expect(asked("GBP", "United Kingdom")).toBe("What is this payee's VAT number?");
  expect(asked("USD")).toContain("W-9");
  expect(asked("USD", "US")).toContain("W-9");
  expect(asked("USD", "EC")).toBe("What is this payee's tax ID?");
  expect(asked("EUR")).toBe("What is this payee's tax ID?");
});
