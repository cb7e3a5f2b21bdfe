import { describe, expect, test } from "vitest";
import { isPassing, nextPace, type Pace, paintedAt, STANDING, stopped } from "../../../src/renderer/ui/grid/state/scroll-pace.ts";

const SHOWN = 24;

/** The pace after the first row in sight was each of these, a frame after the other, while scrolling. */
function scrolled(firsts: readonly number[], from: Pace = STANDING, frameMs = 17): Pace {
  return firsts.reduce((pace, first) => nextPace(pace, [first, first + SHOWN], true, pace.atMs + frameMs), from);
}

describe("rows that go by too fast to be read", () => {
  test("one jump shows its rows at once: a key or the scroll bar leads there", () => {
    expect(isPassing(scrolled([90_000]))).toBe(false);
    expect(isPassing(scrolled([SHOWN]))).toBe(false);
    expect(isPassing(scrolled([90_000, 0, 90_000], STANDING, 80))).toBe(false);
  });

  test("a key right after the list came to its place shows its rows at once", () => {
    const restored = scrolled([500]);
    expect(isPassing(scrolled([90_000], restored))).toBe(true);
    expect(isPassing(scrolled([90_000], stopped(restored)))).toBe(false);
  });

  test("jump after jump, in either direction, they pass", () => {
    expect(isPassing(scrolled([30, 60]))).toBe(true);
    expect(isPassing(scrolled([500, 460, 420]))).toBe(true);
  });

  test("they pass on a slow machine too, where it takes longer to draw them than to turn the wheel again", () => {
    const drawMs = 80;
    const afterDrawing = (pace: Pace, first: number) => {
      const changed = nextPace(pace, [first, first + SHOWN], true, pace.atMs + 5);
      return paintedAt(changed, changed.atMs + drawMs);
    };
    expect(isPassing([30, 60, 90].reduce(afterDrawing, STANDING))).toBe(true);
  });

  test("a wheel that is turned slowly shows every row", () => {
    expect(isPassing(scrolled([4, 8, 12, 16, 20, 24, 28]))).toBe(false);
    expect(isPassing(scrolled([11, 22, 33]))).toBe(false);
  });

  test("they pass until the list is slow again, or stands still", () => {
    const passing = scrolled([30, 60, 90]);
    expect(isPassing(scrolled([90], passing))).toBe(true);
    expect(isPassing(scrolled([94], passing))).toBe(false);
    expect(isPassing(nextPace(passing, [90, 90 + SHOWN], false, passing.atMs + 100))).toBe(false);
  });
});
