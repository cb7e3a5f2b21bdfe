import { expect, it } from "vitest";
import { DataSafety } from "#main/runtime/safety/data-safety.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const FULL: Failure = { code: "disk_full", message: "The disk is full." };
const DAMAGED: Failure = { code: "damaged", message: "The file is damaged." };

/** A damaged client, with a disk that is full for one operation. */
function damaged(failing: string) {
  const held = new Map([["birch", DAMAGED]]);
  let isFull = true;
  const answers: Record<string, unknown> = {
    "firm.settings": { "damaged:birch": { sinceMs: 1, problem: "" } },
    "files.repair": { clientId: "birch", from: "backup", complete: true },
  };
  const must = async (op: string) => {
    if (op !== failing || !isFull) return answers[op];
    isFull = false;
    throw new OperationFailed(op as never, FULL);
  };
  const pool = {
    must,
    perform: async (op: string) => ok(await must(op)),
    watchDamage: () => undefined,
    heldFor: (clientId: string) => held.get(clientId) ?? null,
    hold: async (clientId: string, failure: Failure) => void held.set(clientId, failure),
    free: (clientId: string) => void held.delete(clientId),
  };
  const ports = { clock: { nowMs: () => 2 }, log: { warn: () => undefined } };
  const engine = { stop: async () => undefined };
  return { held, safety: new DataSafety({ pool, ports, engine, publish: () => undefined } as never) };
}

it.each(["firm.settings", "files.repair", "firm.saveRollup", "firm.saveSetting"])(
  "a repair that fails at %s can be done again, and isn't called under way",
  async (op) => {
    const { held, safety } = damaged(op);
    await expect(safety.repair("birch", "backup")).rejects.toThrow(OperationFailed);
    expect(held.get("birch")).toBe(DAMAGED);
    expect(await safety.repair("birch", "backup")).toMatchObject({ ok: true, value: { complete: true } });
    expect(held.has("birch")).toBe(false);
  },
);
