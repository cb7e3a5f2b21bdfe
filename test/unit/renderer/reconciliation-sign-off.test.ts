import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { SignOff } = await import("../../../src/renderer/features/close/reconciliations/reconciliation-sign-offs.tsx");
type Props = Parameters<typeof SignOff>[0];

/** The chip of a sign-off without a name or time: both would need a clock. */
function shown(role: "preparer" | "reviewer", signed: Props["signed"], more: Partial<Props["signOff"]> = {}): string {
  const signOff = {
    decisionNo: 1,
    person: null,
    at: null,
    hash: "h",
    stale: false,
    waiting: false,
    changed: [],
    instead: null,
    withPin: false,
  };
  return renderToStaticMarkup(createElement(SignOff, { signed, signOff: { ...signOff, role, ...more } as Props["signOff"] }));
}

test("a sign-off counts until the account is returned, and a review until the preparer's sign-off changes", () => {
  expect(shown("preparer", "prepared")).toContain("Signed off");
  expect(shown("reviewer", "reviewed")).toContain("Signed off");
  // Open: the preparer undid theirs, or signed off again and the firm's server hasn't accepted it. Stale: theirs is, this one isn't.
  const over = (["returned", "prepared", "open", "stale"] as const).map((signed) => shown("reviewer", signed));
  for (const again of [shown("preparer", "returned"), ...over]) {
    expect(again).toContain("Sign off again");
    expect(again).toContain("This sign-off no longer counts because the account was returned, or the preparer&#x27;s sign-off changed.");
  }
});

test("a sign-off on figures that changed says so, and one that waits for the firm's server isn't called over", () => {
  expect(shown("preparer", "stale", { stale: true })).toContain("changed after sign-off");
  expect(shown("reviewer", "prepared", { waiting: true })).not.toContain("Sign off again");
});
