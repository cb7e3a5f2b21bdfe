import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { InboxView } from "#shared/contract/clients/inbox.ts";
import type { NoteView, TaskView, WorkEvent } from "#shared/contract/clients/notes.ts";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

let world: World;
let clientId: string;
let otherId: string;

async function ask<T>(method: string, input: unknown): Promise<T> {
  const reply = await world.run(world.runtime.route(method, input));
  if (!reply.ok) throw new Error(`${method}: ${reply.failure.code} ${reply.failure.message}`);
  return reply.value as T;
}
const refused = (method: string, input: unknown) => world.run(world.runtime.route(method, input));
const inbox = (asked: object = {}) => ask<InboxView>("inbox.list", asked);

beforeAll(async () => {
  world = await createWorld({
    seed: 72,
    tenants: [
      { style: "b", books: { months: 1 } },
      { style: "c", books: { months: 1 } },
    ],
  });
  for (const tenant of world.tenants) await tenant.sync();
  [clientId, otherId] = (world.tenants as [Tenant, Tenant]).map(({ source }) => source.clientId) as [string, string];
  await ask("people.add", { name: "Anna Berg", role: "reviewer" });
  await ask("people.add", { name: "Pat", role: "preparer" });
});
afterAll(() => endWorld(world));

describe("notes", () => {
  it("stand on a subject, keep every former text, and are taken away and put back", async () => {
    const subject = { kind: "figure", id: "trial-balance/2026-10-31/account:402", label: "Rent, October", seen: "1,204.00 EUR" };
    const note = await ask<NoteView>("notes.add", { clientId, subject, text: "Why twice?" });
    expect(note).toMatchObject({ subject, person: "tester@world", mentions: [], edited: false, removedBy: null });
    await world.clock.advance(60_000);
    expect(await ask("notes.edit", { clientId, noteId: note.noteId, text: "Why twice? @anna berg" })).toMatchObject({
      edited: true,
      mentions: ["Anna Berg"],
    });
    await ask("notes.remove", { clientId, noteId: note.noteId });
    expect(await ask("notes.list", { clientId })).toEqual([]);
    expect(await ask("notes.list", { clientId, removed: true })).toMatchObject([{ removedBy: "tester@world" }]);
    await ask("notes.restore", { clientId, noteId: note.noteId });
    const reply = await ask<NoteView>("notes.add", { clientId, subject, text: "See the lease.", replyTo: note.noteId });
    const onFigure = await ask<NoteView[]>("notes.list", { clientId, subject: { kind: "figure", id: subject.id } });
    expect(onFigure.map(({ noteId }) => noteId)).toEqual([note.noteId, reply.noteId]);
    expect(await ask("notes.list", { clientId, subject: { kind: "client" } })).toEqual([]);
    expect(
      (await ask<WorkEvent[]>("work.history", { clientId, itemId: note.noteId })).map(({ what, before, after }) => [what, before, after]),
    ).toEqual([
      ["written", null, "Why twice?"],
      ["edited", "Why twice?", "Why twice? @anna berg"],
      ["removed", null, null],
      ["restored", null, null],
    ]);
    expect(await refused("notes.add", { clientId, subject, text: "x", replyTo: "gone" })).toMatchObject({ failure: { code: "not_found" } });
    expect(await refused("notes.add", { clientId, subject, text: "  " })).toMatchObject({
      failure: { code: "invalid_input", field: "text" },
    });
  });
});

describe("a mention on a check", () => {
  it.each([
    ["tie-out/2026-10-31/trial_balance", `tie-outs/${encodeURIComponent("2026-10-31~trial_balance")}`],
    ["tie-out/2026-10-31/trial_balance/402@e/1", `tie-outs/${encodeURIComponent("2026-10-31~trial_balance~402@e/1")}`],
    ["tie-outs/2026-10-31/open_bills", `tie-outs/${encodeURIComponent("2026-10-31~open_bills")}`],
  ])("of %s leads to it", async (id, place) => {
    const note = await ask<NoteView>("notes.add", { clientId, subject: { kind: "figure", id }, text: `@Pat see ${id}` });
    await vi.waitFor(async () => {
      const item = (await inbox()).items.find(({ title }) => title === `@Pat see ${id}`);
      expect(item?.address).toBe(`/clients/${clientId}/${place}`);
    });
    await ask("notes.remove", { clientId, noteId: note.noteId });
  });
});

describe("a firm's file that can't be written", () => {
  const full = { code: "disk_full", message: "The disk is full." } as const;
  const note = { subject: { kind: "client" }, text: "@Pat please look" } as const;
  const waiting = async () => (await inbox()).items.filter((item) => item.title.includes(note.text)).length;

  /** Lets no copy of open work be saved until it is called. */
  function refusing(failure: typeof full | (() => never)): () => void {
    const { pool } = world.runtime.context;
    const perform = pool.perform.bind(pool) as (op: string, message: unknown) => Promise<unknown>;
    const sent = vi.spyOn(pool, "perform").mockImplementation((async (op: string, message: unknown) => {
      if (op !== "firm.saveWork") return perform(op, message);
      return typeof failure === "function" ? failure() : { ok: false, failure };
    }) as never);
    return () => sent.mockRestore();
  }

  it("doesn't make a saved note a failure, and the next start copies it for the inbox", async () => {
    const allow = refusing(full);
    const added = await refused("notes.add", { clientId, ...note });
    allow();
    expect(added).toMatchObject({ ok: true });
    expect(await ask("notes.list", { clientId, subject: { kind: "client" } })).toHaveLength(1);
    expect(await waiting()).toBe(0);
    await world.run(world.runtime.copyOpenWork(new AbortController().signal));
    expect(await waiting()).toBe(1);
    await ask("notes.remove", { clientId, noteId: (added as { value: NoteView }).value.noteId });
    expect(await waiting()).toBe(0);
  });

  it("is loud in the log when a defect of ours is the reason", async () => {
    const logged = vi.spyOn(world.runtime.context.log, "error").mockImplementation(() => undefined);
    const allow = refusing(() => {
      throw new Error("a defect");
    });
    const added = await refused("notes.add", { clientId, ...note });
    allow();
    expect(added).toMatchObject({ ok: true });
    expect(logged.mock.calls.map(([event]) => event)).toEqual(["api.defect"]);
    logged.mockRestore();
    await ask("notes.remove", { clientId, noteId: (added as { value: NoteView }).value.noteId });
  });
});

describe("tasks and the inbox", () => {
  it("an assigned task waits for its person across clients until it is done", async () => {
    const late = { clientId, subject: { kind: "client" }, title: "Chase the bank", assignee: "pat", due: "2026-11-20" };
    const task = await ask<TaskView>("tasks.add", late);
    expect(task).toMatchObject({ assignee: "Pat", due: "2026-11-20", done: null });
    const document = { kind: "document", id: "Bill:1", label: "Bill 1" };
    const other = await ask<TaskView>("tasks.add", { clientId: otherId, subject: document, title: "Ask for the receipt" });
    const line = { kind: "line", id: "Bill:1/2" };
    const ofLine = await ask<TaskView>("tasks.add", { clientId: otherId, subject: line, title: "Which cost centre?" });
    expect((await inbox({ kinds: ["task"] })).items.map(({ title, address }) => [title, address])).toEqual([
      ["Chase the bank", `/clients/${clientId}/overview`],
      ["Ask for the receipt", `/clients/${otherId}/documents/Bill%3A1`],
      ["Which cost centre?", `/clients/${otherId}/documents/Bill%3A1`],
    ]);
    await ask("tasks.remove", { clientId: otherId, taskId: ofLine.taskId });
    expect(await refused("tasks.add", { ...late, assignee: "Nobody" })).toMatchObject({
      failure: { code: "not_found", field: "assignee" },
    });
    await ask("people.use", { name: "Pat" });
    const mine = await inbox({ mine: true });
    expect(mine.items).toMatchObject([{ kind: "task", clientId, title: "Chase the bank", mine: true, overdue: true, person: "Pat" }]);
    expect((await inbox()).items[0]?.title).toBe("Chase the bank");
    expect((await inbox({ kinds: ["task"] })).items.map(({ title }) => title)).toEqual(["Chase the bank", "Ask for the receipt"]);
    await ask("tasks.change", { clientId: otherId, taskId: other.taskId, assignee: "Pat", due: "2026-12-01" });
    expect((await inbox({ mine: true })).counts).toMatchObject({ mine: 2, overdue: 1 });
    expect(await ask("tasks.done", { clientId, taskId: task.taskId })).toMatchObject({ done: { by: "Pat@world" } });
    expect((await inbox({ mine: true })).items.map(({ title }) => title)).toEqual(["Ask for the receipt"]);
    await ask("tasks.reopen", { clientId, taskId: task.taskId });
    await world.restart();
    expect((await inbox({ mine: true })).items).toHaveLength(2);
    expect(await ask("work.counts", { clientId: otherId })).toEqual([
      { subject: { kind: "document", id: "Bill:1" }, notes: 0, openTasks: 1 },
    ]);
  });

  it("a mention waits until it was seen, and waits again when the note is edited", async () => {
    await ask("people.use", { name: "Anna Berg" });
    const [mention] = (await inbox({ mine: true })).items;
    expect(mention).toMatchObject({ kind: "mention", title: "Why twice? @anna berg", detail: "tester@world", mine: true, seen: false });
    await ask("inbox.seen", { keys: [mention?.key] });
    expect((await inbox({ mine: true })).items).toEqual([]);
    const noteId = mention?.key.split("/").at(2);
    await world.clock.advance(60_000);
    await ask("notes.edit", { clientId, noteId, text: "@Anna Berg, still open" });
    expect((await inbox({ mine: true })).items).toHaveLength(1);
  });

  it("holds what the core was told of too: a sign-in that is needed comes first", async () => {
    const tenant = world.tenants[1] as Tenant;
    tenant.simulated.tokens.revoke();
    await tenant.sync();
    await world.clock.advance(1_000);
    expect((await inbox({ clientId: otherId })).items.map(({ kind }) => kind)).toEqual(["needs_sign_in", "task"]);
  });
});

it("a task belongs to the person it names, unless it is given to somebody else", async () => {
  const task = (title: string, assignee: string | null) =>
    ask<TaskView>("tasks.add", { clientId: otherId, subject: { kind: "client" }, title, assignee });
  const named = await task("@pat look at the bank", null);
  expect(named).toMatchObject({ assignee: "Pat" });
  const given = await task("@Pat asked for this", "Anna Berg");
  expect(given).toMatchObject({ assignee: "Anna Berg" });
  for (const { taskId } of [named, given]) await ask("tasks.remove", { clientId: otherId, taskId });
});

it("an item of many checks, whose names make up a long key, can be dismissed", async () => {
  const key = `variance/${clientId}/open/${"trial_balance+".repeat(100)}`;
  expect(await ask("inbox.dismiss", { keys: [key] })).toEqual({ dismissed: 0 });
});

describe("a late close", () => {
  it("waits in one row until somebody says that it is dealt with, and comes back when that is undone", async () => {
    await ask("close.board", { refresh: "now" });
    const board = await ask<{ rows: CloseBoardRow[] }>("close.board", { refresh: "none" });
    const late = (await inbox({ clientId, kinds: ["close"] })).items;
    expect(late).toMatchObject([{ kind: "close", address: `/clients/${clientId}/close`, overdue: true, dismissible: true }]);
    expect(late[0]?.title).toMatch(/^\w+ \d{4} close: \d+ of \d+ tasks open, \d+ business days? late, not started$/);
    // What comes first is named; it and all others are as many as the tasks that are open.
    const blocks = board.rows.find((row) => row.clientId === clientId)?.blocks ?? [];
    expect(late[0]?.detail).toBe(`Next task: ${blocks[0]}`);
    expect(late[0]?.title).toContain(` ${blocks.length} of `);
    const keys = late.map(({ key }) => key);
    const bygone = `close/${clientId}/2020-01`;
    expect(await ask("inbox.dismiss", { keys: [bygone] })).toEqual({ dismissed: 1 });
    expect(await ask("inbox.dismiss", { keys })).toEqual({ dismissed: 1 });
    expect((await inbox({ clientId, kinds: ["close"] })).items).toEqual([]);
    // What was dismissed of a close that the board no longer shows isn't kept.
    expect(await ask("inbox.restore", { keys: [bygone, ...keys] })).toEqual({ restored: 1 });
    expect((await inbox({ clientId, kinds: ["close"] })).items).toHaveLength(1);
    await ask("clients.assign", { clientIds: [clientId], role: "preparer", person: "Anna Berg" });
    expect((await inbox({ clientId, mine: true, kinds: ["close"] })).items).toMatchObject([{ person: "Anna Berg", mine: true }]);
  });
});
