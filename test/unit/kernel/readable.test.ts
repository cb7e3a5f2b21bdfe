import { expect, test } from "vitest";
import { asSentence, insideSentence, moneyName, ownSentence, withDays } from "#shared/kernel/readable.ts";

test.for([
  ["20572.8", "CAD", "20,572.80 CAD"],
  ["-5678", "EUR", "(5,678.00) EUR"],
  ["120", "JPY", "120 JPY"],
  ["1.5", "KWD", "1.500 KWD"],
  ["0.1234", "USD", "0.1234 USD"],
] as const)("%s %s in a sentence has the decimals of its currency", ([amount, currency, text]) => {
  expect(moneyName({ amount, currency })).toBe(text);
});

test.for([
  ["The lease is with the client", "The lease is with the client."],
  ["The lease is with the client.", "The lease is with the client."],
  ["Really? ", "Really?"],
  ["And so on…", "And so on…"],
  ["", ""],
] as const)("%j of somebody else ends with one mark inside a sentence", ([text, sentence]) => {
  expect(asSentence(text)).toBe(sentence);
});

test.for([
  ["Taxes payable", "taxes payable"],
  ["VAT payable", "VAT payable"],
  ["R&D costs", "R&D costs"],
  ["other", "other"],
] as const)("%j inside a sentence keeps the capitals of an abbreviation", ([title, inside]) => {
  expect(insideSentence(title)).toBe(inside);
});

test("the moments and days of a sentence are written as people write them", () => {
  expect(withDays("3 lock dates read 2026-11-26T16:52:30.000Z or later.")).toBe("3 lock dates read 26 Nov 2026, 16:52 UTC or later.");
  expect(withDays("Tied out as of 2026-10-31, 2026-10.")).toBe("Tied out as of 31 Oct 2026, 2026-10.");
});

test("a reason that is a sentence of its own begins with a capital and keeps its spaces", () => {
  expect(ownSentence("every 1 h: no period is in close")).toBe("Every 1 h: no period is in close.");
  expect(ownSentence("A sync takes about 18 requests.")).toBe("A sync takes about 18 requests.");
});
