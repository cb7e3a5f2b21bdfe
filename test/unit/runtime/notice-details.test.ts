import { expect, it } from "vitest";
import { jobNotice, needsPerson } from "#main/runtime/notices/notice-details.ts";

const job = (failure: string | null) => ({
  body: JSON.stringify({ title: "Change bill INV-2204", failure: failure === null ? null : { code: "conflict", message: failure } }),
});

it("an update that needs a person is told by what happened, its name and the reason", () => {
  expect(jobNotice("conflict", job("Someone else changed INV-2204: total is now 5; it was 4 when you opened it."))).toEqual({
    title: "Ledger update not posted, someone else changed it first: “Change bill INV-2204”",
    detail: "Someone else changed INV-2204: total is now 5; it was 4 when you opened it.",
  });
  expect(jobNotice("unknown", job(null))).toEqual({ title: "Ledger update with unknown outcome: “Change bill INV-2204”" });
  expect(jobNotice("partial", null)).toEqual({ title: "Ledger update only partly posted" });
});

it("only an update that can't go on needs a person", () => {
  expect((["rejected", "conflict", "partial", "unknown", "queued", "accepted"] as const).filter(needsPerson)).toEqual([
    "rejected",
    "conflict",
    "partial",
    "unknown",
  ]);
});
