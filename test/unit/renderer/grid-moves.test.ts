import { describe, expect, it } from "vitest";
import { type GridCell, type GridKey, moveCell } from "../../../src/renderer/ui/grid/grid-navigation.ts";

const SIZE = { rows: 200, cols: 15, page: 20 };

function press(key: string, modifiers: Partial<GridKey> = {}): GridKey {
  return { key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers };
}

function from(row: number, col: number, key: GridKey, size = SIZE): GridCell | null {
  return moveCell({ row, col }, key, size);
}

describe("moveCell", () => {
  it("moves by one and stops at the edges", () => {
    expect(from(0, 0, press("ArrowDown"))).toEqual({ row: 1, col: 0 });
    expect(from(199, 3, press("j"))).toEqual({ row: 199, col: 3 });
    expect(from(5, 14, press("ArrowRight"))).toEqual({ row: 5, col: 14 });
    expect(from(5, 0, press("ArrowLeft"))).toEqual({ row: 5, col: 0 });
  });

  it("reaches the header by arrow only", () => {
    expect(from(0, 4, press("ArrowUp"))).toEqual({ row: -1, col: 4 });
    expect(from(0, 4, press("k"))).toEqual({ row: 0, col: 4 });
    expect(from(3, 4, press("PageUp"))).toEqual({ row: 0, col: 4 });
    expect(from(-1, 4, press("ArrowDown"))).toEqual({ row: 0, col: 4 });
  });

  it("knows Home, End and pages", () => {
    expect(from(7, 4, press("Home"))).toEqual({ row: 7, col: 0 });
    expect(from(7, 4, press("End"))).toEqual({ row: 7, col: 14 });
    expect(from(7, 4, press("Home", { ctrlKey: true }))).toEqual({ row: 0, col: 0 });
    expect(from(7, 4, press("End", { metaKey: true }))).toEqual({ row: 199, col: 14 });
    expect(from(7, 4, press("PageDown"))).toEqual({ row: 27, col: 4 });
    expect(from(190, 4, press("PageDown"))).toEqual({ row: 199, col: 4 });
  });

  it("leaves other keys alone", () => {
    expect(from(7, 4, press("x"))).toBeNull();
    expect(from(7, 4, press("j", { ctrlKey: true }))).toBeNull();
    expect(from(7, 4, press("ArrowDown", { altKey: true }))).toBeNull();
  });

  it("stays in the header of an empty grid", () => {
    expect(from(-1, 0, press("ArrowDown"), { ...SIZE, rows: 0 })).toEqual({ row: -1, col: 0 });
  });
});
