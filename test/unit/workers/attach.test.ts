import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { AnswerUnreadable } from "#main/ledgers/adapter.ts";
import { StoreRefusal } from "#main/store/database/open.ts";
import { attachFileServer } from "#main/workers/attach.ts";
import type { WorkerReply } from "#main/workers/protocol.ts";
import { loadOperations } from "#main/workers/serve-operations.ts";
import { AMERICAN } from "#shared/language/english.ts";
import { tempHome } from "#test/support/temp-home.ts";

/** A server whose operation throws or returns what is given. */
function served(perform: () => unknown) {
  const replies: WorkerReply[] = [];
  let deliver: (message: unknown) => void = () => undefined;
  const server = attachFileServer(
    {
      postMessage: (message) => void replies.push(structuredClone(message) as WorkerReply),
      close: () => undefined,
      on: (_event, listener) => {
        deliver = listener;
      },
    },
    { home: tempHome(), readonly: false },
  );
  server.perform = perform as typeof server.perform;
  return { replies, ask: (op = "firm.clients") => deliver({ id: 7, op, input: {}, english: AMERICAN }) };
}

const throwing = (error: unknown) => () => {
  throw error;
};
const sqlite = (code: string) => Object.assign(new Error("from sqlite"), { code });

describe("a thread's answer", () => {
  it.each([
    ["SQLITE_FULL", /disk is full/, "disk_full"],
    ["ENOSPC", /disk is full/, "disk_full"],
    ["SQLITE_BUSY", /Another program is using/],
    ["SQLITE_BUSY_SNAPSHOT", /Another program is using/],
    ["SQLITE_IOERR_FSYNC", /can't be opened or saved right now/],
    ["SQLITE_READONLY_DBMOVED", /can't be opened or saved right now/],
    ["SQLITE_CANTOPEN", /can't be opened or saved right now/],
    ["EACCES", /can't be opened or saved right now/],
    ["SQLITE_CORRUPT_INDEX", /damaged/, "damaged"],
    ["SQLITE_NOTADB", /damaged/, "damaged"],
  ])("%s is a failure of the files", (code, message, told = "storage") => {
    const { replies, ask } = served(throwing(sqlite(code)));
    ask();
    expect(replies).toEqual([
      { id: 7, kind: "failure", failure: expect.objectContaining({ code: told, message: expect.stringMatching(message) }) },
    ]);
  });

  it("keeps the system's code out of the sentence, for those who look into it", () => {
    const { replies, ask } = served(throwing(sqlite("SQLITE_BUSY")));
    ask();
    expect(replies).toEqual([expect.objectContaining({ failure: expect.objectContaining({ detail: "SQLITE_BUSY" }) })]);
    expect(JSON.stringify(replies)).not.toMatch(/message":"[^"]*SQLITE/);
  });

  it("a copy of the firm's server that is wrong is told as such, and no file of this computer as damaged", () => {
    for (const op of ["firm.clients", "log.adopt"]) {
      const { replies, ask } = served(throwing(new StoreRefusal("The copy is wrong.", "foreign")));
      ask(op);
      const next = expect.stringContaining("administrator of the firm's server");
      expect(replies).toEqual([{ id: 7, kind: "failure", failure: { code: "damaged", message: "The copy is wrong.", next } }]);
    }
  });

  it.each([
    [new StoreRefusal("swapped"), "storage"],
    [new AnswerUnreadable("HTML"), "ledger_unreadable"],
  ])("%s is told in its own words", (error, code) => {
    const { replies, ask } = served(throwing(error));
    ask();
    expect(replies).toEqual([{ id: 7, kind: "failure", failure: { code, message: error.message } }]);
  });

  it.each([["SQLITE_CONSTRAINT_UNIQUE"], ["SQLITE_ERROR"], ["ERR_INVALID_ARG_TYPE"]])(
    "%s is our own mistake: a defect with its trace",
    (code) => {
      const { replies, ask } = served(throwing(sqlite(code)));
      ask();
      expect(replies).toEqual([
        { id: 7, kind: "defect", message: "firm.clients: from sqlite", stack: expect.stringContaining("attach.test.ts") },
      ]);
    },
  );

  it.each([["text"], [undefined], [null], [{ code: 5 }]])("%j thrown is a defect too", (thrown) => {
    const { replies, ask } = served(throwing(thrown));
    ask();
    expect(replies[0]).toMatchObject({ id: 7, kind: "defect" });
  });

  it("comes also when the value can't be cloned", () => {
    const { replies, ask } = served(() => () => undefined);
    ask();
    expect(replies).toEqual([{ id: 7, kind: "defect", message: expect.stringMatching(/could not be cloned/), stack: expect.any(String) }]);
  });

  it("comes also for an operation that does not exist", () => {
    const replies: WorkerReply[] = [];
    let deliver: (message: unknown) => void = () => undefined;
    attachFileServer(
      {
        postMessage: (message) => void replies.push(message as WorkerReply),
        close: () => undefined,
        on: (_event, listener) => {
          deliver = listener;
        },
      },
      { home: tempHome(), readonly: false },
    );
    deliver({ id: 1, op: "firm.eraseAll", input: {}, english: AMERICAN });
    expect(replies[0]).toMatchObject({ id: 1, kind: "defect" });
  });

  it("a damaged file is a failure of that client alone", () => {
    const home = tempHome();
    const replies: WorkerReply[] = [];
    let deliver: (message: unknown) => void = () => undefined;
    const server = attachFileServer(
      {
        postMessage: (message) => void replies.push(message as WorkerReply),
        close: () => undefined,
        on: (_event, listener) => {
          deliver = listener;
        },
      },
      { home, readonly: true },
    );
    mkdirSync(join(home, "clients"));
    writeFileSync(join(home, "clients", "one.sqlite"), "no database".repeat(100));
    deliver({ id: 1, op: "streams.list", input: { clientId: "one", system: "ledger_a", tenantId: "t" }, english: AMERICAN });
    deliver({ id: 2, op: "streams.list", input: { clientId: "two", system: "ledger_a", tenantId: "t" }, english: AMERICAN });
    expect(replies).toMatchObject([
      { id: 1, kind: "failure", failure: { code: "damaged" } },
      { id: 2, kind: "value", value: [] },
    ]);
    server.close();
  });

  it("keeps the order of what is asked while operations are loaded for the first of them", async () => {
    // Another file's tests may have loaded them in this thread already.
    let loaded = false;
    const load = async () => {
      await loadOperations();
      loaded = true;
    };
    const replies: WorkerReply[] = [];
    let deliver: (message: unknown) => void = () => undefined;
    const server = attachFileServer(
      {
        postMessage: (message) => void replies.push(message as WorkerReply),
        close: () => undefined,
        on: (_event, listener) => {
          deliver = listener;
        },
      },
      { home: tempHome(), readonly: false },
      { areLoaded: () => loaded, load },
    );
    const asked = { name: "programs.show", input: {}, prepared: null, person: "Kim", nowMs: 0 };
    deliver({ id: 1, op: "firm.clients", input: {}, english: AMERICAN });
    deliver({ id: 2, op: "firm.operation.read", input: asked, english: AMERICAN });
    deliver({ id: 3, op: "firm.clients", input: {}, english: AMERICAN });
    expect(replies).toMatchObject([{ id: 1, kind: "value" }]);
    await vi.waitFor(() => expect(replies).toHaveLength(3), { timeout: 30_000 });
    expect(replies.slice(1)).toMatchObject([
      { id: 2, kind: "value" },
      { id: 3, kind: "value", value: [] },
    ]);
    server.close();
  }, 60_000);
});
