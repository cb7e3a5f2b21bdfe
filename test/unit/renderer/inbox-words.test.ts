import { expect, it } from "vitest";
import { whatHappened } from "../../../src/renderer/features/exceptions/exception-labels.ts";
import { readable } from "../../../src/renderer/format/labels/attention-labels.ts";

it("what the core says reads with days and amounts as people write them", () => {
  expect(readable("Trial balance by 121815644.51 EUR; as of 2026-11-21.")).toBe("Trial balance by EUR 121,815,644.51; as of 21 Nov 2026.");
  expect(readable("8 checks do not tie as of 2026-11-21, INV1719")).toBe("8 checks do not tie as of 21 Nov 2026, INV1719");
});

it("an exception doesn't name its record again beside the record's column", () => {
  const recordName = "Bill 7 from Elm (42.50 EUR, 2026-10-05)";
  const message = `${recordName} was deleted in the ledger.`;
  expect(whatHappened({ message, recordName })).toBe("It was deleted in the ledger.");
  expect(whatHappened({ message, recordName: "Bill 7" })).toBe(message);
  expect(whatHappened({ message, recordName: null })).toBe(message);
});
