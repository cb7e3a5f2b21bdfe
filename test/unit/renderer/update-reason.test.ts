import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { WriteJob } from "#shared/model/ledger/write.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { jobColumns } = await import("../../../src/renderer/features/writes/queue/job-columns.tsx");

const failure = { code: "ledger_unreachable", message: "No answer from the ledger." };
const job = { state: "queued", title: "Bill 7", items: [], checks: [], operations: [], failure } as unknown as WriteJob;

it.each([
  [false, false, "No answer from the ledger. Tieout sends the update automatically."],
  [true, false, "Offline. Tieout sends the update automatically."],
  [true, true, "Offline."],
])("an update's reason is filtered and exported as it is shown (offline: %s, safe mode: %s)", (isOffline, isSafeMode, words) => {
  const reason = jobColumns(() => null, { isOffline, isSafeMode }).find(({ id }) => id === "why");
  expect(reason?.value?.(job)).toBe(words);
  const shown = renderToStaticMarkup(createElement("div", null, reason?.cell(job, -1)));
  expect(shown.replaceAll(/<[^>]*>/g, "")).toBe(words);
});
