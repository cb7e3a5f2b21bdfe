import { expect, it } from "vitest";
import { unbroken } from "../../../src/renderer/format/dates/date.ts";
import { firstSentence } from "../../../src/renderer/format/text/first-sentence.ts";

it.each([
  [
    "The lock date was moved back to 24 May 2026. These periods are open again in the ledger: June 2026.",
    "The lock date was moved back to 24 May 2026.",
  ],
  ["Bill 12 (NZD 1,250.50) was deleted. Check the ledger's audit trail.", "Bill 12 (NZD 1,250.50) was deleted."],
  ["Bill 12 from Oak & Co. Ltd. Trading was deleted.", "Bill 12 from Oak & Co. Ltd. Trading was deleted."],
  ["Vendors didn't finish syncing", "Vendors didn't finish syncing"],
])("what happened is the first sentence of %j", (text, first) => {
  expect(firstSentence(text)[0]).toBe(first);
  expect(firstSentence(text).join(" ").trim()).toBe(text);
});

it("a day and an amount stay whole at the end of a line", () => {
  expect(unbroken("(NZD 137.83, 17 Aug 2026) of 3 bills")).toBe("(NZD\u00a0137.83, 17\u00a0Aug\u00a02026) of 3 bills");
  expect(unbroken("for the month ended 30 November 2026")).toBe("for the month ended 30\u00a0November\u00a02026");
  expect(unbroken("13 of 28 tasks open, 2 of them late")).toBe("13\u00a0of\u00a028 tasks open, 2 of them late");
  expect(unbroken("open again: August 2026, Sep 2026")).toBe("open again: August\u00a02026, Sep\u00a02026");
});
