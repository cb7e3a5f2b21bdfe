import { expect, it } from "vitest";
import { ask } from "#test/support/ask.ts";
import { openDesk } from "#test/support/firm-people.ts";
import { serverFirm } from "#test/support/server-firm.ts";

it("a record with half a character in it is refused alone, and what was recorded after it is sent", async () => {
  const firm = await serverFirm();
  const ana = await openDesk(firm, "Ana");
  await ana.exchange();
  const { clientId, world } = ana;
  const { pool } = world.runtime.context;
  const connection = await pool.must("firm.connection", { clientId });
  const subject = "month:2026-10|preparer";
  await pool.must("decisions.make", {
    ...{ clientId, system: connection?.system ?? "ledger_a", tenantId: connection?.tenantId ?? "" },
    ...{ kind: "close_sign", subject, person: "Ana@world", nowMs: world.clock.nowMs() },
    body: { periodId: "month:2026-10", role: "preparer", hash: "x", note: "Done \ud83d" },
  });
  await ask(world, "notes.add", { clientId, subject: { kind: "client" }, text: "After the sign-off." });
  await ana.exchange();
  expect(ana.sync.status.refused.get(clientId)).toMatchObject([{ message: expect.stringContaining("can't store") }]);
  const ben = await openDesk(firm, "Ben");
  await ben.exchange();
  const notes = await ask(ben.world, "notes.list", { clientId: ben.clientId });
  expect(notes.map(({ text }) => text)).toEqual(["After the sign-off."]);
  await ana.end();
  await ben.end();
  await firm.end();
}, 120_000);
