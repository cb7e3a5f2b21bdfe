import { expect, it } from "vitest";
import { CallFailure } from "../../../src/renderer/api/call-failure.ts";
import { allOrNone } from "../../../src/renderer/state/core/all-or-none.ts";

/** Numbers that are saved, up to one that is refused. */
function saves(refused: number, stuck: number | null = null) {
  const saved: number[] = [];
  const save = async (part: number): Promise<number> => {
    if (part === refused) throw new Error(`${part} refused`);
    saved.push(part);
    return part;
  };
  const takeBack = async (part: number): Promise<void> => {
    if (part === stuck) throw new CallFailure({ code: "conflict", message: "stuck" });
    saved.splice(saved.indexOf(part), 1);
  };
  return { saved, run: () => allOrNone([1, 2, 3], save, takeBack) };
}

it("does every part", async () => {
  expect(await saves(0).run()).toEqual([1, 2, 3]);
});

it("takes back what was done before a part that is refused", async () => {
  const { saved, run } = saves(3);
  await expect(run()).rejects.toThrow("3 refused");
  expect(saved).toEqual([]);
});

it("says why the act failed, also where something can't be taken back", async () => {
  const { saved, run } = saves(3, 1);
  await expect(run()).rejects.toThrow("3 refused");
  expect(saved).toEqual([1]);
});
