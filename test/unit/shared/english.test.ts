import { afterEach, describe, expect, test } from "vitest";
import { AMERICAN, inTerms, languageOfLocale } from "#shared/language/english.ts";
import { message, t, writeIn } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";

afterEach(() => writeIn(AMERICAN));

describe("the firm's English", () => {
  test("is American until something else is chosen", () => {
    expect(t("Uncategorized lines in {transactions}.", { transactions: "2 transactions" })).toBe("Uncategorized lines in 2 transactions.");
    expect(codeLabel("receivables_payables")).toBe("Receivables and payables");
  });

  test("changes what is shown and never the names of the books", () => {
    writeIn({ language: "en-GB", terms: "debtors" });
    expect(t("{client}: {ledger}, organization {id}", { client: "Color Center Organization", ledger: "Ledger B", id: "9" })).toBe(
      "Color Center Organization: Ledger B, organisation 9",
    );
    expect(t(message("Receivables aging"))).toBe("Aged debtors");
    expect([t("Net income"), t("Income, expenses and net income, {currency}", { currency: "GBP" })]).toEqual([
      "Net profit",
      "Income, expenses and net profit, GBP",
    ]);
    expect([codeLabel("receivables_payables"), codeLabel("aging_payable"), codeLabel("purchase_credit")]).toEqual([
      "Debtors and creditors",
      "Aged creditors",
      "Supplier credit",
    ]);
  });

  test("terms are apart from spelling, and leave places and tax alone", () => {
    writeIn({ language: "en", terms: "debtors" });
    expect(t("Aged receivables")).toBe("Aged debtors");
    expect(inTerms("{receivables} of {payables}, taxes payable", "debtors")).toBe("{receivables} of {payables}, taxes payable");
    expect(inTerms("Days receivable and accounts receivable", "receivables")).toBe("Days receivable and accounts receivable");
  });

  test.each([
    ["en-NZ", "en-GB"],
    ["en-AU", "en-GB"],
    ["en-US", "en"],
    ["de-DE", "en"],
    ["C", "en"],
  ])("a computer in %s writes %s", (locale, language) => expect(languageOfLocale(locale)).toBe(language));
});
