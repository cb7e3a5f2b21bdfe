import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NoteView } from "#shared/contract/clients/notes.ts";
import type { BankWork } from "#shared/contract/close/bank.ts";
import type { ReviewConflict, ReviewPreview } from "#shared/contract/close/review-bundle.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { bankStatement } from "#simulator/bank-statement.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

/** Two people on two machines that mirror the same company. */
const machines: World[] = [];
const folder = mkdtempSync(join(tmpdir(), "tieout-review-"));
const passphrase = "four words are enough";
let files = 0;

const tenantOf = (at: number) => (machines[at] as World).tenants[0] as Tenant;
const clientOf = (at: number) => tenantOf(at).source.clientId;
async function ask<T>(at: number, method: string, input: object): Promise<T> {
  const world = machines[at] as World;
  const reply = await world.run(world.runtime.route(method, input));
  if (!reply.ok) throw new Error(`${method}: ${reply.failure.code} ${reply.failure.message}`);
  return reply.value as T;
}
const onClient = <T>(at: number, method: string, input: object = {}) => ask<T>(at, method, { clientId: clientOf(at), ...input });
async function carry(from: number): Promise<string> {
  const path = join(folder, `review-${++files}.tieout`);
  await ask(from, "review.export", { path, passphrase });
  return path;
}
const preview = (at: number, path: string) => ask<ReviewPreview>(at, "review.preview", { path, passphrase });
const texts = async (at: number) => (await onClient<NoteView[]>(at, "notes.list")).map(({ text }) => text);

beforeAll(async () => {
  for (const name of ["Anna", "Pat"]) {
    const world = await createWorld({ seed: 73, tenants: [{ style: "b", books: { months: 1 } }] });
    machines.push(world);
    await (world.tenants[0] as Tenant).sync();
    await ask(machines.length - 1, "people.add", { name, role: "admin" });
    await ask(machines.length - 1, "people.use", { name });
  }
});
afterAll(async () => {
  for (const world of machines) await endWorld(world);
  rmSync(folder, { recursive: true, force: true });
});

describe("an encrypted review, carried between two people", () => {
  it("shows every difference before it is taken, takes it once, and says who wrote it", async () => {
    await onClient(0, "notes.add", { subject: { kind: "client" }, text: "Lease ends in March." });
    await onClient(0, "tasks.add", { subject: { kind: "document", id: "Bill:1", label: "Bill 1" }, title: "Ask for the receipt" });
    await onClient(0, "approvals.set", { documentId: await aBill(), verdict: "approved", note: "seen" });
    const path = await carry(0);
    const shown = await preview(1, path);
    expect(shown).toMatchObject({ madeBy: "Anna@world", same: 0, unknownClients: [] });
    expect(shown.differences.map(({ kind, state, theirs }) => [kind, state, theirs.text, theirs.person])).toEqual([
      ["note", "new", "Lease ends in March.", "Anna@world"],
      ["task", "new", "Ask for the receipt", "Anna@world"],
      ["approval", "new", expect.stringContaining("approved"), "Anna@world"],
    ]);
    expect(await texts(1)).toEqual([]);
    expect(await ask(1, "review.import", { path, passphrase })).toEqual({ taken: 3, conflicts: 0, unknownClients: [] });
    expect(await texts(1)).toEqual(["Lease ends in March."]);
    expect(await onClient(1, "decisions.list", { kind: "approval" })).toMatchObject([{ person: "Anna@world" }]);
    expect((await ask<{ items: { title: string }[] }>(1, "inbox.list", { kinds: ["task"] })).items).toMatchObject([
      { title: "Ask for the receipt" },
    ]);
    expect(await preview(1, path)).toMatchObject({ differences: [], same: 3 });
    expect(await ask(1, "review.import", { path, passphrase })).toMatchObject({ taken: 0, conflicts: 0 });
  });

  it("a conflict stays in sight on both sides until one is chosen, and then ends on both", async () => {
    const [note] = await onClient<NoteView[]>(1, "notes.list");
    const noteId = note?.noteId;
    for (const world of machines) await world.clock.advance(60_000);
    await onClient(0, "notes.edit", { noteId, text: "Lease ends in April." });
    await onClient(1, "notes.edit", { noteId, text: "Lease ends in May." });
    const path = await carry(0);
    const [conflict] = (await preview(1, path)).differences;
    expect(conflict).toMatchObject({ state: "conflict", ours: { text: "Lease ends in May." }, theirs: { text: "Lease ends in April." } });
    expect(await ask(1, "review.import", { path, passphrase })).toMatchObject({ taken: 0, conflicts: 1 });
    expect(await ask(1, "review.import", { path, passphrase })).toMatchObject({ taken: 0, conflicts: 0 });
    expect(await texts(1)).toEqual(["Lease ends in May."]);
    const waiting = await ask<{ items: { title: string }[] }>(1, "inbox.list", { kinds: ["review_conflict"] });
    expect(waiting.items).toMatchObject([{ title: "Changed here and by someone else: note, client" }]);
    const [open] = await ask<ReviewConflict[]>(1, "review.conflicts", {});
    expect(open).toMatchObject({
      kind: "note",
      ours: { text: "Lease ends in May." },
      theirs: { text: "Lease ends in April." },
      importedBy: "Pat@world",
    });
    await onClient(1, "review.settle", { conflictNo: open?.conflictNo, keep: "theirs" });
    expect([await texts(1), await ask(1, "review.conflicts", {})]).toEqual([["Lease ends in April."], []]);
    expect(await ask(1, "inbox.list", { kinds: ["review_conflict"] })).toMatchObject({ items: [] });
    const back = await carry(1);
    expect(await ask(0, "review.import", { path: back, passphrase })).toMatchObject({ conflicts: 0 });
    expect(await texts(0)).toEqual(["Lease ends in April."]);
    expect((await preview(1, await carry(0))).differences).toEqual([]);
  });

  it("carries a signature with what it was given on, under the same hash", async () => {
    await onClient(0, "periods.set", { period: "month:2026-10", status: "in_close" });
    await onClient(0, "close.sign", { period: "month:2026-10", role: "preparer" });
    const path = await carry(0);
    const { differences } = await preview(1, path);
    expect(differences.map(({ kind }) => kind)).toContain("close_sign");
    expect(await ask(1, "review.import", { path, passphrase })).toMatchObject({ conflicts: 0 });
    const body = { hash: expect.stringMatching(/^[0-9a-f]{64}$/), role: "preparer" };
    expect(await onClient(1, "decisions.list", { kind: "close_sign" })).toMatchObject([{ person: "Anna@world", body }]);
  });

  it("opens with its passphrase only, and a viewer may not take it over", async () => {
    const path = await carry(0);
    const world = machines[1] as World;
    const wrong = await world.run(world.runtime.route("review.preview", { path, passphrase: "four words are wrong" }));
    expect(wrong).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "passphrase" } });
    await ask(1, "people.add", { name: "Vito", role: "viewer" });
    await ask(1, "people.use", { name: "Vito" });
    const taken = await world.run(world.runtime.route("review.import", { path, passphrase }));
    expect(taken).toMatchObject({ ok: false, failure: { code: "not_allowed" } });
  });
});

async function aBill(): Promise<string> {
  const listed = await onClient<{ rows: { id: string }[] }>(0, "documents.list", { filter: { types: ["purchase_bill"] }, limit: 1 });
  return listed.rows[0]?.id as string;
}

describe("bank statements and matches, carried between two people", () => {
  const [from, to, today] = [calendarDate("2026-11-01"), calendarDate("2026-11-20"), calendarDate("2026-11-21")];
  const bank = () => tenantOf(0).books.accounts.find(({ kind }) => kind === "bank")?.id ?? "";
  const accountOf = async () => {
    const accounts = await onClient<{ accountId: string }[]>(0, "bank.accounts", { period: "2026-11" });
    return accounts.find(({ accountId }) => accountId.endsWith(`:${bank()}`))?.accountId ?? "";
  };
  const workOf = (at: number, accountId: string) => onClient<BankWork>(at, "bank.work", { period: "2026-11", accountId });

  beforeAll(async () => {
    await ask(1, "people.use", { name: "Pat" });
  });

  it("arrive with their file, match the same lines, and are undone here when they are undone there", async () => {
    const accountId = await accountOf();
    const text = bankStatement(tenantOf(0).books, bank(), from, to, today);
    const file = { content: Buffer.from(text).toString("base64"), fileName: "october.ofx" };
    await onClient(0, "bank.import", { accountId, ...file });
    await onClient(0, "bank.accept", { accountId, period: "2026-11" });
    await onClient(0, "bank.saveRule", { accountId, name: "Stripe", lineContains: "stripe", feePercent: "3" });
    const path = await carry(0);
    const shown = await preview(1, path);
    expect(shown.differences.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["bank_statement", "bank_match", "bank_rule"]));
    await ask(1, "review.import", { path, passphrase });
    const [ours, theirs] = [await workOf(0, accountId), await workOf(1, accountId)];
    expect(ours.matches.length).toBeGreaterThan(0);
    expect(theirs.reconciliation).toEqual(ours.reconciliation);
    expect(theirs.matches.map(({ lineIds, recordIds }) => [lineIds, recordIds])).toEqual(
      ours.matches.map(({ lineIds, recordIds }) => [lineIds, recordIds]),
    );
    expect(theirs.rules).toMatchObject([{ name: "Stripe", person: "Anna@world" }]);
    const [kept] = theirs.statements;
    expect(kept).toMatchObject({ fileName: "october.ofx", person: "Anna@world" });
    const copy = await onClient<{ content: string }>(1, "reconciliations.file", { sha256: kept?.sha256 });
    expect(copy.content).toBe(file.content);
    expect(await preview(1, path)).toMatchObject({ differences: [] });

    await onClient(0, "bank.unmatch", { decisionNos: [ours.matches[0]?.decisionNo] });
    await onClient(0, "bank.remove", { statementNo: ours.statements[0]?.statementNo });
    await ask(1, "review.import", { path: await carry(0), passphrase });
    const after = await workOf(1, accountId);
    expect(after.statements).toEqual([]);
    expect(after.matches).toHaveLength(ours.matches.length - 1);
  });

  it("of other lines for the same days ours stays until someone chooses theirs", async () => {
    const accountId = await accountOf();
    const text = bankStatement(tenantOf(0).books, bank(), from, to, today);
    const content = (own: string) => Buffer.from(own).toString("base64");
    await onClient(0, "bank.import", {
      accountId,
      content: content(text.replace("SECURITY:NONE", "SECURITY:TYPE1")),
      fileName: "whole.ofx",
    });
    const csv = "Date,Amount,Description\n2026-11-02,5.00,Sale\n2026-11-20,6.00,Sale\n";
    await onClient(1, "bank.import", { accountId, content: content(csv), fileName: "part.csv" });
    const path = await carry(0);
    expect((await preview(1, path)).differences).toMatchObject([{ kind: "bank_statement", state: "conflict" }]);
    await ask(1, "review.import", { path, passphrase });
    expect((await workOf(1, accountId)).statements).toMatchObject([{ fileName: "part.csv" }]);
    const [open] = (await ask<ReviewConflict[]>(1, "review.conflicts", {})).filter(({ kind }) => kind === "bank_statement");
    await onClient(1, "review.settle", { conflictNo: open?.conflictNo, keep: "theirs" });
    expect((await workOf(1, accountId)).statements).toMatchObject([{ fileName: "whole.ofx" }]);
  });
});
