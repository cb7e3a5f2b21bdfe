import { chownSync, statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "#test/support/ask.ts";
import { type Desk, openDesk } from "#test/support/firm-people.ts";
import { postgres } from "#test/support/postgres.ts";
import { must, run, type ServerFirm, serverFirm } from "#test/support/server-firm.ts";
import { type SmallDisk, smallDisk } from "#test/support/small-disk.ts";

const DISK_BYTES = 4_194_304;
/** Where the server keeps nothing else, so that only what people record has no room. */
const disk: SmallDisk | null = smallDisk(DISK_BYTES, "A full disk of the firm's server");

describe.skipIf(disk === null)("a full disk of the firm's server", () => {
  let firm: ServerFirm;
  let ana: Desk;
  let ben: Desk;
  const texts = async (desk: Desk) => (await ask(desk.world, "notes.list", { clientId: desk.clientId })).map(({ text }) => text);

  beforeAll(async () => {
    const { data } = await postgres();
    const folder = disk?.folder ?? "";
    const { uid, gid } = statSync(data);
    chownSync(folder, uid, gid);
    firm = await serverFirm();
    must(await firm.owner.read(run(`CREATE TABLESPACE small LOCATION '${folder}'`)));
    for (let part = 0; part < 16; part++) must(await firm.owner.read(run(`ALTER TABLE tieout.fact_${part} SET TABLESPACE small`)));
    ana = await openDesk(firm, "Ana");
    ben = await openDesk(firm, "Ben");
    await ana.exchange();
    await ben.exchange();
  });
  afterAll(async () => {
    await ana?.end();
    await ben?.end();
    await firm?.end();
    const { url } = await postgres();
    const { connect } = await import("#main/store/server/connect.ts");
    const { readServerAddress } = await import("#main/store/server/address.ts");
    const server = connect(must(readServerAddress(url())));
    await server.read(run("DROP TABLESPACE IF EXISTS small"));
    await server.end();
    disk?.remove();
  });

  it("is said plainly, loses nothing, and what waited goes out once there is room", async () => {
    const free = disk?.fill() ?? (() => undefined);
    const { clientId } = ana;
    const long = "A long note. ".repeat(300);
    for (const text of [`One. ${long}`, `Two. ${long}`, `Three. ${long}`]) {
      await ana.world.clock.advance(1_000);
      await ask(ana.world, "notes.add", { clientId, subject: { kind: "client" }, text: text.trim() });
    }
    ana.sync.noteWritten(clientId);
    const failed = await ana.sync.syncNow();
    expect(failed).toMatchObject({ ok: false, failure: { code: "disk_full" } });
    expect(ana.sync.status.failure?.next).toContain("Your work stays on this computer");
    expect(await texts(ana)).toHaveLength(3);
    free();
    await ana.exchange();
    await ben.exchange();
    expect(await texts(ben)).toEqual(await texts(ana));
  });
});
