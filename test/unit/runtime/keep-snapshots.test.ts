import { expect, it } from "vitest";
import { DataSafety } from "#main/runtime/safety/data-safety.ts";
import { keepSnapshots } from "#main/runtime/safety/keep-snapshots.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

it("goes on taking snapshots after a look that failed", async () => {
  const time = createVirtualTime(Date.UTC(2026, 10, 21, 9));
  const logged: unknown[] = [];
  const failures = [new OperationFailed("firm.setting", { code: "disk_full", message: "The disk is full." }), new Error("a defect")];
  let looks = 0;
  const safety = {
    snapshotDue: async () => {
      looks++;
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
    },
  };
  const log = { warn: (...said: unknown[]) => logged.push(said), error: (...said: unknown[]) => logged.push(said) };
  const end = new AbortController();
  const kept = keepSnapshots({ clock: time, log, safety } as never, end.signal);
  await time.pass(3 * 3_600_000);
  end.abort();
  await kept;
  expect(looks).toBe(6);
  expect(logged).toEqual([
    ["safety.snapshots_not_taken", { code: "disk_full" }],
    ["safety.defect", new Error("a defect")],
  ]);
});

/** Birch's file doesn't hold what was written, which nobody knows yet, and Ash's is of a newer version. */
function unusable(known: Readonly<Record<string, unknown>>) {
  const taken: (string | null)[] = [];
  const asked: string[] = [];
  const clients = ["birch", "cedar", "elm", "ash"].map((clientId) => ({ clientId, name: clientId.toUpperCase(), demo: false }));
  const answers: Readonly<Record<string, unknown>> = { "firm.clients": clients, "firm.settings": known };
  const must = async (op: string) => answers[op] ?? [];
  const perform = async (op: string, { clientId, owner }: { readonly clientId?: string; readonly owner?: string | null }) => {
    asked.push(op);
    if (op === "client.verify" && clientId === "birch") return fail({ code: "damaged", message: "A page is wrong.", next: "Repair it." });
    if (op === "files.check") return ok({ problem: "the file is from a newer version of Tieout", isFromNewer: true });
    if (op !== "files.snapshot") return ok({ next: null, pages: 1 });
    if (owner === "ash") return fail({ code: "storage", message: "The copy can't be used." });
    taken.push(owner ?? null);
    return ok({ bytes: 1 });
  };
  const ports = { clock: { nowMs: () => 2 } };
  const safety = new DataSafety({ pool: { must, perform, watchDamage: () => undefined }, ports, publish: () => undefined } as never);
  return { safety, taken, asked };
}

it("takes snapshots by hand only of files that hold what was written, and names the clients that it leaves out", async () => {
  const elm = { sinceMs: 1, problem: "This client's data file is damaged: the file is empty." };
  const { safety, taken } = unusable({ "damaged:elm": elm });
  expect(await safety.snapshotAll()).toMatchObject({
    ok: true,
    value: {
      leftOut: [
        { clientId: "elm", name: "ELM", problem: "This client's data file is damaged: the file is empty." },
        { clientId: "birch", name: "BIRCH", problem: "A page is wrong.", next: "Repair it." },
        { clientId: "ash", problem: "The file is from a newer version of Tieout.", next: "Install the newest version of Tieout." },
      ],
    },
  });
  expect(taken).toEqual([null, "cedar"]);
});

it("makes no archive that would hold damage which only a file's sums show", async () => {
  const { safety, asked } = unusable({});
  expect(await safety.create("all.tieout")).toMatchObject({
    failure: { code: "damaged", message: "BIRCH's data file is damaged, so a backup would include the damage." },
  });
  expect(asked).not.toContain("files.archive");
});
