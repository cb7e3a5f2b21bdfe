import { readFileSync } from "node:fs";
import { z } from "zod";
import { tryToReplaceFile } from "#main/files/replace-file.ts";
import { windowAddress } from "#shared/contract/app/screens.ts";

const stored = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  maximized: z.boolean(),
  /** The client and screen that it showed. */
  address: windowAddress.catch("/"),
});
export type WindowState = z.infer<typeof stored>;

export const WINDOWS_MAX = 12;
const storedList = z.object({ windows: z.array(stored).max(WINDOWS_MAX) });

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const SMALLEST = { width: 960, height: 600 } as const;
const FIRST = { width: 1440, height: 900 } as const;

/** Where the windows were, or none when that is not known or not readable. */
export function readWindowStates(file: string): readonly WindowState[] {
  try {
    const parsed = storedList.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return parsed.success ? parsed.data.windows : [];
  } catch {
    // No file, or one that was cut: a window opens where a first one would.
    return [];
  }
}

export function writeWindowStates(file: string, windows: readonly WindowState[]): void {
  tryToReplaceFile(file, JSON.stringify({ windows: windows.slice(0, WINDOWS_MAX) }));
}

/**
 * Brings a window into the displays that are there now: a display may be gone or smaller than it was.
 * @param areas the displays' work areas, the main one first
 */
export function placeWindow(state: Omit<WindowState, "address"> | null, areas: readonly Area[]): Omit<WindowState, "address"> {
  const main = areas[0] ?? { x: 0, y: 0, ...FIRST };
  const area =
    state === null ? main : areas.reduce((best, candidate) => (overlap(state, candidate) > overlap(state, best) ? candidate : best), main);
  const width = Math.min(Math.max(state?.width ?? FIRST.width, SMALLEST.width), area.width);
  const height = Math.min(Math.max(state?.height ?? FIRST.height, SMALLEST.height), area.height);
  return {
    width,
    height,
    x: clamp(state?.x ?? area.x + Math.floor((area.width - width) / 2), area.x, area.x + area.width - width),
    y: clamp(state?.y ?? area.y + Math.floor((area.height - height) / 2), area.y, area.y + area.height - height),
    maximized: state?.maximized ?? false,
  };
}

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
