import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { clientFilePath } from "#main/store/database/client-file.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import { WorkerPool } from "#main/workers/pool.ts";
import { tempHome } from "#test/support/temp-home.ts";

it("says that a client's file is damaged when a pack is made of it", async () => {
  const home = tempHome();
  const path = clientFilePath(home, "birch");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "not a database".repeat(1_000));
  const pool = new WorkerPool(inlineThreads(home), 1);
  await pool.must("packMaking.begin", { clientId: "birch", making: "1", order: { clientId: "birch" } as never });
  const step = await pool.perform("packMaking.step", { making: "1" });
  expect(step).toMatchObject({ ok: false, failure: { code: "damaged" } });
  await pool.close();
});
