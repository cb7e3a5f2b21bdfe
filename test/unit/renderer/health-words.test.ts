import { expect, it } from "vitest";
import { healthText } from "../../../src/renderer/features/settings/health-text.ts";

it("never says that there is no problem beside a check that needs review", () => {
  const words = [[], ["ok", "ok"], ["ok", "warning"], ["ok", "bad"]] as const;
  expect(words.map((states) => healthText(states.map((state) => ({ state }))))).toEqual([
    ...["No problems", "No problems"],
    ...["Needs your attention", "Needs your attention"],
  ]);
});
