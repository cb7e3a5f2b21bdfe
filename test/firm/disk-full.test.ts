import { afterAll, expect, test } from "vitest";
import { seededRandom } from "#shared/kernel/random.ts";
import { playEvents } from "#simulator/books/play-events.ts";
import { everyRow } from "#test/support/firm-machines.ts";
import { SimActs } from "#test/support/firm-sim/sim-acts.ts";
import { openSimFirm, type SimMachine } from "#test/support/firm-sim/sim-firm.ts";
import { smallDisk } from "#test/support/small-disk.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

const disk = smallDisk(64 * 2 ** 20, "a full disk in a firm with a server");
const FULL = 1;
const LEDGER_TABLES = ["source_record", "document", "document_line", "posting", "payment", "entity", "stream"];

afterAll(() => disk?.remove());

test.skipIf(disk === null)(
  "a desktop whose disk is full says so, and goes on when there is room: reading, and following others",
  async () => {
    if (disk === null) return;
    const tenant = { style: "b", books: { months: 2, invoicesPerMonth: 8 }, limits: { pageSize: 9 } } as const;
    let giveBack: () => void = () => undefined;
    const firm = await openSimFirm(12, seededRandom(12), [tenant], (at) => (at === FULL ? { parent: disk.folder } : {}));
    try {
      const { clock } = firm.world;
      const acts = new SimActs(firm);
      for (const machine of firm.machines) await clock.run(acts.look(machine));
      const { source, books } = firm.tenants[0] as Tenant;
      const [full, other] = [firm.machines[FULL], firm.machines[3]] as [SimMachine, SimMachine];
      const sync = ({ world }: SimMachine) => clock.run(world.runtime.context.engine.sync(source.clientId));
      const theSame = () => {
        const [ours, theirs] = [everyRow(full.world, source.clientId), everyRow(other.world, source.clientId)];
        for (const table of LEDGER_TABLES) expect(ours[table], table).toEqual(theirs[table]);
      };

      // It reads itself: pages are at the server that its own file could not take.
      giveBack = disk.fill();
      expect((await sync(full))?.failure).toMatchObject({ code: "disk_full" });
      giveBack();
      await clock.advance(120_000);
      expect(await sync(full)).toMatchObject({ state: "up_to_date", failure: null });
      await clock.run(acts.look(other));
      theSame();

      // Another machine reads: it follows as far as there is room, and the rest comes later.
      playEvents(books, 5, 40, clock.nowMs());
      await clock.advance(26 * 3_600_000);
      giveBack = disk.fill();
      expect(await sync(other)).toMatchObject({ state: "up_to_date" });
      await clock.run(acts.look(full));
      giveBack();
      await clock.advance(5_000);
      await clock.run(acts.look(full));
      await clock.run(acts.look(full));
      theSame();
      expect(firm.defects).toEqual([]);
    } finally {
      await firm.end();
    }
  },
);
