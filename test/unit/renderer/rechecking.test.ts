import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { recheckOf, shownOutcome, type TieOutRun, tieOutOutcomes } from "#shared/model/reports/tie-out.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { varianceOf } from "#test/support/variance.ts";
import { recheckWords } from "../../../src/renderer/features/overview/overview-labels.ts";
import { outcomeWord } from "../../../src/renderer/format/labels/tie-out-labels.ts";

openStaticWindow();
const { tipOf } = await import("../../../src/renderer/features/statements/statement-tie-out.tsx");
const { checkColumns } = await import("../../../src/renderer/features/tie-outs/check-columns.tsx");
const { OutcomeChip } = await import("../../../src/renderer/ui/figures/tie-out-chip.tsx");

it("results that a sync has overtaken are rechecked while it runs, and need a recheck once it has stopped", () => {
  const told = [{ recheck: true, rechecking: true }, { recheck: true }, { recheck: false, rechecking: true }].map(recheckOf);
  expect(told).toEqual(["running", true, false]);
  const said = tieOutOutcomes.map((outcome) => outcomeWord(shownOutcome(outcome, "running")));
  expect(new Set(said)).toEqual(new Set(["Rechecking", "Not checked"]));
  const check = { ...varianceOf("trial_balance"), outcome: "ties" as const };
  const result = (recheck: Parameters<typeof checkColumns>[0]) =>
    checkColumns(recheck, new Set(["trial_balance"]), [check])
      .find(({ id }) => id === "outcome")
      ?.value?.(check);
  expect([result("running"), result(true), result(false)]).toEqual(["Rechecking", "Recheck needed", "Tied out, accepted"]);
});

it("nothing warns of what the sync under way checks again, and its tip says that the sync does", () => {
  const drawn = (outcome: "rechecking" | "recheck_needed") => renderToStaticMarkup(createElement(OutcomeChip, { outcome }));
  const warns = (html: string) => /class="[^"]*warning/.test(html);
  expect([warns(drawn("rechecking")), warns(drawn("recheck_needed"))]).toEqual([false, true]);
  expect(drawn("rechecking")).toMatch(/title="[^"]*This sync checks them again once it has read all data sets\."[^>]*>.*Rechecking/s);
  expect([recheckWords("running"), recheckWords(true)]).toMatchObject([
    { words: "Rechecking", tone: "neutral" },
    { words: "Recheck needed", tone: "warning" },
  ]);
  const run = { recheck: true, rechecking: true, ranAt: "2026-11-20T08:00:00Z" as TieOutRun["ranAt"] };
  const tip = tipOf("balance_sheet", varianceOf("balance_sheet"), run);
  expect(tip).toMatch(/^Compared with .+ This sync checks them again once it has read all data sets\.$/);
});
