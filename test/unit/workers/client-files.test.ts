import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { profileSchema } from "#main/ledgers/profile.ts";
import { clientFilePath, openClientFile } from "#main/store/database/client-file.ts";
import { ClientFiles } from "#main/workers/client-files.ts";
import { FileServer } from "#main/workers/serve.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { discovery } from "#test/unit/ledgers/a/support.ts";

const source = (clientId: string) => ({ clientId, system: "ledger_a" as const, tenantId: "t" });
const setup = (clientId: string) => ({
  ...source(clientId),
  profile: profileSchema.parse({ name: "neutral" }),
  wantsJournals: false,
  pageSize: 100,
  discovery,
});
const ids = (count: number) => Array.from({ length: count }, (_, index) => `client-${index}`);

describe("the open files of a thread", () => {
  it("are few: those read longest ago are closed between operations, and open again when asked for", () => {
    const home = tempHome();
    for (const id of ids(12)) openClientFile(home, id).close();
    const files = new ClientFiles(home);
    const opened = ids(12).map((id) => ({ id, ...files.readable(source(id)) }));
    // Nothing is closed inside an operation, however many files it looks at.
    expect(opened.every(({ db }) => db.open)).toBe(true);
    files.readable(source("client-1"));
    files.trim();
    const open = opened.filter(({ db }) => db.open).map(({ id }) => id);
    expect(open).toEqual(["client-1", "client-5", "client-6", "client-7", "client-8", "client-9", "client-10", "client-11"]);
    expect(files.readable(source("client-0")).reader.documents([])).toEqual([]);
    files.closeAll();
  });

  it("that a run writes stay open until the run releases them", () => {
    const files = new ClientFiles(tempHome());
    const writing = ids(20).map((id) => files.setUp(setup(id)));
    for (const id of ids(20)) files.readable(source(id));
    files.trim();
    expect(writing.every(({ db }) => db.open)).toBe(true);
    files.release("client-0");
    expect([writing[0]?.db.open, writing[1]?.db.open]).toEqual([false, true]);
    expect(() => files.writable("client-0")).toThrow(/not set up/);
    files.closeAll();
    expect(writing.some(({ db }) => db.open)).toBe(false);
  });

  it("that an act opened stay open for the next act, until others take their place", () => {
    const home = tempHome();
    const files = new ClientFiles(home);
    const acted = (id: string) => {
      const db = files.withWritable(id, (open) => {
        open.exec("INSERT INTO decision (kind, subject, body, person, made_ms) VALUES ('approval', 's', 'x', 'p', 1)");
        return open;
      });
      files.settle(id);
      files.trim();
      return db;
    };
    const [first, second] = [acted("one"), acted("two")];
    expect([acted("one") === first, acted("two") === second]).toEqual([true, true]);
    // Those of the last clients only, and none whose act failed. What is closed is whole.
    const third = acted("three");
    expect([first.open, second.open]).toEqual([false, true]);
    expect(statSync(`${clientFilePath(home, "one")}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const fails = () =>
      files.withWritable("two", () => {
        throw new Error("refused");
      });
    expect(fails).toThrow("refused");
    expect(second.open).toBe(false);
    const last = acted("four");
    // A run takes over what is open.
    expect(files.setUp(setup("four")).db).toBe(last);
    files.release("four");
    expect(files.withWritable("one", (db) => db.prepare("SELECT COUNT(*) FROM decision").pluck().get())).toBe(2);
    files.close("three");
    expect(third.open).toBe(false);
    files.closeAll();
  });

  it("a client that is set up again keeps its file and forgets a half-read page", () => {
    const files = new ClientFiles(tempHome());
    const first = files.setUp(setup("one"));
    expect(files.setUp(setup("one")).db).toBe(first.db);
    files.closeAll();
  });

  it("a server releases a client's file when told, and can go on with it after another set-up", () => {
    const server = new FileServer(tempHome(), { readonly: false });
    expect(server.perform("client.setup", setup("one")).map((stream) => stream.name)).toContain("invoices.accrec");
    server.perform("run.start", source("one"));
    server.perform("client.release", source("one"));
    expect(() => server.perform("run.start", source("one"))).toThrow(/not set up/);
    server.perform("client.setup", setup("one"));
    expect(server.perform("run.start", source("one"))).toBeNull();
    server.close();
  });
});
