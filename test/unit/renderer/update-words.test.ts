import { describe, expect, it } from "vitest";
import type { UpdateView } from "#shared/contract/app/shell.ts";
import { updateText } from "../../../src/renderer/features/shell/update-text.ts";

const view: UpdateView = { state: "idle", version: null, percent: null, problem: null, kept: [] };

describe("what is said of updates", () => {
  it("answers a check that found none, and says before it who decides", () => {
    expect(updateText(view, false)).toBe("Tieout checks for updates only when you ask.");
    expect(updateText(view, true)).toBe("You have the latest version of Tieout.");
    expect(updateText({ ...view, state: "checking" }, false)).toBe("Checking for updates…");
    expect(updateText({ ...view, state: "downloading", version: "2.1.0", percent: 41.7 }, false)).toBe(
      "Downloading version 2.1.0: 41% so far.",
    );
    expect(updateText({ ...view, state: "available", version: "2.1.0" }, true)).toContain("Version 2.1.0 is available.");
  });

  it("says why there are none before anything else", () => {
    expect(updateText({ ...view, state: "failed", problem: "The disk is full." }, true)).toBe("The disk is full.");
  });
});
