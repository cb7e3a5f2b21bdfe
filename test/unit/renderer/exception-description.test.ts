import { createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { FindingRow } from "#shared/contract/clients/clients.ts";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { DescriptionText } = await import("../../../src/renderer/features/exceptions/description.tsx");
const { descriptionLines } = await import("../../../src/renderer/features/exceptions/description-lines.ts");
const { findingColumns } = await import("../../../src/renderer/features/exceptions/exception-columns.tsx");
const { fittingColumns } = await import("../../../src/renderer/ui/grid/column-widths.ts");

const FIRST = "The lock date was moved back to 24 May 2026.";
const REST = "These periods are open again in the ledger: June 2026, July 2026. Check the ledger's audit trail to see who changed it.";

/** The description as its cell shows it where there is more than two lines hold. */
function told(open: boolean, unfolds = true, onToggle: () => void = () => undefined): ReactElement<{ readonly children: ReactNode }> {
  return DescriptionText({ first: FIRST, lines: [REST], open, unfolds, tabIndex: 0, onToggle }) as ReactElement<{
    readonly children: ReactNode;
  }>;
}

function words(element: ReactNode): string {
  return renderToStaticMarkup(createElement(Fragment, null, element))
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'");
}

it("says what happened and two lines of what it means, until the rest is unfolded", () => {
  const [folded, open, whole] = [told(false), told(true), told(false, false)].map((element) => renderToStaticMarkup(element));
  expect(folded).toMatch(/class="[^"]*folded/);
  expect(folded).toMatch(/<button[^>]*aria-expanded="false"[^>]*>Show more</);
  expect(open).not.toMatch(/class="[^"]*folded/);
  expect(open).toMatch(/<button[^>]*aria-expanded="true"[^>]*>Show less</);
  expect(whole).not.toContain("<button");
  // Folded, the rest is out of sight and not left out: a screen reader and paper have it.
  expect(words(told(false))).toBe(`${FIRST} ${REST}Show more`);
});

it("has a line for each list and one for the rest, with all that was said", () => {
  expect(descriptionLines(REST)).toEqual([
    "Open again in the ledger: June 2026 and July 2026",
    "Check the ledger's audit trail to see who changed it.",
  ]);
  const periods = "These periods are open again in the ledger: July 2026, August 2026, October 2026 (except payables, receivables).";
  const advice = "At least one later period still has a lock. The ledger doesn't report who changed the lock date.";
  const since = "Since the day before Tieout noticed this, these transactions dated in the unlocked days have changed:";
  const changed = "Expense CHK1144 from Oak & Co. Ltd. (NZD 140.48, 24 Sep 2026); and 2 more";
  expect(descriptionLines(`${periods} ${advice} ${since} ${changed}.`)).toEqual([
    "Open again in the ledger: July 2026, August 2026 and October 2026 (except payables, receivables)",
    `Changed in the unlocked days: ${changed}`,
    advice,
  ]);
  expect(descriptionLines("Check the ledger.")).toEqual(["Check the ledger."]);
});

it("unfolds by its button, whose keys don't open the row and whose others are the table's", () => {
  const onToggle = vi.fn();
  const button = [told(false, true, onToggle).props.children].flat().findLast((child) => isValidElement(child)) as ReactElement<{
    readonly tabIndex: number;
    readonly onClick: (event: object) => void;
    readonly onKeyDown: (event: object) => void;
  }>;
  const stopPropagation = vi.fn();
  button.props.onClick({ stopPropagation });
  expect([onToggle.mock.calls.length, stopPropagation.mock.calls.length, button.props.tabIndex]).toEqual([1, 1, 0]);
  const isKept = (key: string): boolean => {
    stopPropagation.mockClear();
    button.props.onKeyDown({ key, stopPropagation });
    return stopPropagation.mock.calls.length === 1;
  };
  expect(["Enter", " ", "ArrowDown", "Home", "j"].map(isKept)).toEqual([true, true, false, false, false]);
});

it("is unfolded in its own row, and whole in a copy or a file either way", () => {
  const row = (findingNo: number) => ({ findingNo, message: `${FIRST} ${REST}`, recordName: null }) as unknown as FindingRow;
  const columns = findingColumns(
    "client",
    (stream) => stream,
    { numbers: [7], onToggle: () => undefined },
    () => null,
  );
  const what = columns.find(({ id }) => id === "what");
  expect(words(what?.cell(row(7), 0))).toContain("Show less");
  expect(words(what?.cell(row(8), 0))).not.toContain("Show less");
  expect([7, 8].map((no) => what?.value?.(row(no)))).toEqual([`${FIRST} ${REST}`, `${FIRST} ${REST}`]);
});

it("has the room of the field and the data set, which it names as well, before other columns give way", () => {
  const columns = findingColumns(
    "client",
    (stream) => stream,
    { numbers: [], onToggle: () => undefined },
    () => null,
  );
  const needs = { kind: 173, what: 2_000, record: 180, field: 72, stream: 134, seen: 72, looked: 130 };
  const left = (room: number) => fittingColumns(columns, { needs, room, pinned: 1, kept: ["looked"] }).map(({ id }) => id);
  // 1108 px is the width of the table in a window of 1280.
  expect(left(1108)).toEqual(["kind", "what", "record", "seen", "looked"]);
  expect(left(1268)).toHaveLength(7);
});
