import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeWindow, readWindowStates, WINDOWS_MAX, writeWindowStates } from "#main/hosts/electron/window-state.ts";
import { tempHome } from "#test/support/temp-home.ts";

const laptop = { x: 0, y: 25, width: 1280, height: 775 };
const wide = { x: 1280, y: 0, width: 2560, height: 1440 };

describe("where the window opens", () => {
  it("is the middle of the main display the first time", () => {
    expect(placeWindow(null, [wide])).toEqual({ x: 1840, y: 270, width: 1440, height: 900, maximized: false });
  });

  it("is where it was", () => {
    const was = { x: 1500, y: 200, width: 1600, height: 1000, maximized: true };
    expect(placeWindow(was, [laptop, wide])).toEqual(was);
  });

  it("is the main display when its own is gone", () => {
    const placed = placeWindow({ x: 1500, y: 200, width: 1600, height: 1000, maximized: false }, [laptop]);
    expect(placed).toEqual({ x: 0, y: 25, width: 1280, height: 775, maximized: false });
  });

  it("lies inside one display, whatever was stored", () => {
    const number = fc.integer({ min: -100_000, max: 100_000 });
    const state = fc.record({ x: number, y: number, width: number, height: number, maximized: fc.boolean() });
    const area = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 320, max: 8_000 }),
      height: fc.integer({ min: 240, max: 8_000 }),
    });
    fc.assert(
      fc.property(state, fc.array(area, { minLength: 1, maxLength: 4 }), (was, areas) => {
        const { x, y, width, height } = placeWindow(was, areas);
        const inside = areas.some((one) => x >= one.x && y >= one.y && x + width <= one.x + one.width && y + height <= one.y + one.height);
        expect(inside).toBe(true);
        expect(Math.min(width, height)).toBeGreaterThan(0);
      }),
    );
  });
});

describe("the stored places", () => {
  const state = { x: -5, y: 7, width: 1000, height: 700, maximized: false, address: "/clients/c-1/documents" };

  it("are read as they were written, the client and screen of each with them", () => {
    const file = join(tempHome(), "windows.json");
    const other = { ...state, x: 40, address: "/" };
    writeWindowStates(file, [state, other]);
    expect(readWindowStates(file)).toEqual([state, other]);
  });

  it("are at most as many as windows may be opened", () => {
    const file = join(tempHome(), "windows.json");
    writeWindowStates(
      file,
      Array.from({ length: 40 }, () => state),
    );
    expect(readWindowStates(file)).toHaveLength(WINDOWS_MAX);
    writeFileSync(file, JSON.stringify({ windows: Array.from({ length: 40 }, () => state) }));
    expect(readWindowStates(file)).toEqual([]);
  });

  it("lead nowhere outside of the window", () => {
    const file = join(tempHome(), "windows.json");
    writeFileSync(file, JSON.stringify({ windows: [{ ...state, address: "https://evil.example/" }] }));
    expect(readWindowStates(file)).toEqual([{ ...state, address: "/" }]);
  });

  it.each(["", "{", "null", '{"windows":1}', '{"windows":[{"x":"1","y":0,"width":1,"height":1,"maximized":false}]}'])(
    "are not believed when they are %j",
    (text) => {
      const file = join(tempHome(), "windows.json");
      writeFileSync(file, text);
      expect(readWindowStates(file)).toEqual([]);
    },
  );

  it("may be missing", () => {
    expect(readWindowStates(join(tempHome(), "windows.json"))).toEqual([]);
  });
});
