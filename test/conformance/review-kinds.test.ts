import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { addDecimals, decimal } from "#shared/kernel/decimal.ts";
import { CARRIED_KINDS, DECISION_KINDS } from "#shared/model/close/decision-kinds.ts";
import { ask } from "#test/support/ask.ts";
import { createSyncedWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld } from "./expecting.ts";

const passphrase = "four words are enough";
const [PERIOD, FIRST_DAY] = ["2026-10", calendarDate("2026-10-01")];

/** What stays on the machine where it was decided, and why. A new kind belongs here or in `CARRIED_KINDS`. */
const KEPT_HERE: Readonly<Record<string, string>> = {
  period_status: "a file that somebody sends never closes or reopens a period: its gates are asked where it is closed",
  close_checklist: "each machine copies the firm's template when its close begins; two copies would differ at every import",
  adjusting_entry: "two machines that both hold the definition would each draft and post its entries",
  bank_draft: "it names a write in this machine's queue",
  finding_acknowledged: "findings are numbered by the machine that found them",
  duplicate_dismissed: "upkeep of the books, not part of a period's review",
  order_match: "upkeep of the books, not part of a period's review",
  party_merge: "upkeep of contacts; some are made automatically on each machine",
  party_pair_dismissed: "upkeep of contacts, not part of a period's review",
  own_dimension: "how the firm reports, not part of a period's review",
  own_dimension_value: "how the firm reports, not part of a period's review",
};

test("every kind of decision is carried, or has a reason to stay", () => {
  expect([...CARRIED_KINDS, ...Object.keys(KEPT_HERE)].sort()).toEqual([...DECISION_KINDS].sort());
});

describe("what a preparer decides in a period, carried to the reviewer's machine", () => {
  const machines: World[] = [];
  const folder = mkdtempSync(join(tmpdir(), "tieout-kinds-"));
  const machine = (at: number) => machines[at] as World;
  const clientOf = (at: number) => ({ clientId: (machine(at).tenants[0] as Tenant).source.clientId });
  const periodOf = (at: number) => ({ ...clientOf(at), period: PERIOD });
  const decisions = (at: number) => ask(machine(at), "decisions.list", clientOf(at));
  let accountId = "";

  /** Carries everything from the first machine to the second. */
  async function carry(name: string) {
    const path = join(folder, name);
    await ask(machine(0), "review.export", { path, passphrase });
    const { differences } = await ask(machine(1), "review.preview", { path, passphrase });
    expect(await ask(machine(1), "review.import", { path, passphrase, theirs: [] })).toMatchObject({ conflicts: 0 });
    return differences;
  }

  /** What the screens of one machine show; the numbers of decisions, and what the current user may sign, are left out. */
  async function shown(at: number) {
    const [world, period, client] = [machine(at), periodOf(at), clientOf(at)];
    const { overrides, sign } = await ask(world, "close.gates", period);
    const screens = {
      reconciliations: await ask(world, "reconciliations.list", period),
      schedules: (await ask(world, "schedules.list", period)).items,
      layout: await ask(world, "statements.layout", { ...client, statement: "profit_and_loss" }),
      gates: { overrides, tasks: sign.find(({ gate }) => gate === "tasks") },
      reviewNotes: await ask(world, "reviewNotes.list", period),
      commentary: await ask(world, "commentary.list", period),
      questions: await ask(world, "questions.list", client),
      repeating: await ask(world, "repeating.list", client),
      thresholds: (await ask(world, "flux.thresholds", client)).rows,
      tasks: (await ask(world, "close.status", period)).tasks.filter(({ id }) => id === "call-bank"),
    };
    const own = (key: string, value: unknown) => (key === "blocked" ? undefined : key === "decisionNo" && value !== null ? 0 : value);
    return JSON.parse(JSON.stringify(screens, own)) as typeof screens;
  }

  beforeAll(async () => {
    for (const name of ["anna", "rita"]) {
      const world = await createSyncedWorld({ seed: 91, tenants: [{ style: "b", books: { months: 2, invoicesPerMonth: 3 } }] });
      machines.push(world);
      await ask(world, "people.add", { name, role: "admin" });
      await ask(world, "people.use", { name });
    }
  });
  afterAll(async () => {
    for (const world of machines) await endWorld(world);
    rmSync(folder, { recursive: true, force: true });
  });

  async function reconcile() {
    const [world, period] = [machine(0), periodOf(0)];
    const rows = await ask(world, "reconciliations.list", period);
    const row = rows.find(({ account, support }) => account?.role === undefined && support === null);
    accountId = row?.accountId ?? "";
    const account = { ...period, accountId };
    await ask(world, "reconciliations.setPolicy", { ...account, required: true, type: "support", frequency: "monthly", evidence: true });
    const amount = decimal("40.00");
    const item = { text: "Invoice to come", amount, date: FIRST_DAY, documentId: null, owner: "anna", expected: null };
    const support = addDecimals(row?.closing ?? decimal("0"), decimal("-40.00"));
    await ask(world, "reconciliations.save", { ...account, support, note: "Count", items: [item] });
    await ask(world, "reconciliations.attach", { ...account, fileName: "count.csv", content: Buffer.from("a").toString("base64") });
    await ask(world, "reconciliations.sign", { ...account, role: "preparer" });
    await ask(world, "reconciliations.return", { ...account, why: "Which invoice?" });
    await ask(world, "reconciliations.sign", { ...account, role: "preparer" });
  }

  async function ofTheClose() {
    const [world, period, client] = [machine(0), periodOf(0), clientOf(0)];
    const layout = await ask(world, "statements.layout", { ...client, statement: "profit_and_loss" });
    const otherAccountId = layout.accounts[0]?.id ?? "";
    const own = { kind: "group", id: "own-1", section: "profit", title: "Premises", side: "costs" } as const;
    const items = [...layout.items, own];
    await ask(world, "statements.saveLayout", { ...client, layout: { statement: "profit_and_loss", items, accounts: {} } });
    const common = { kind: "prepaid", title: "Insurance", accountId, otherAccountId } as const;
    const spread = { amount: decimal("1000.00"), months: 3, from: FIRST_DAY, bookedThrough: null, by: "month" } as const;
    await ask(world, "schedules.save", { ...client, item: { ...common, ...spread } });
    const limit = { amount: decimal("5.00"), percent: null, join: "or", comparison: null, effectiveFrom: FIRST_DAY } as const;
    await ask(world, "flux.setThreshold", { ...client, scope: { kind: "statement", statement: "balance_sheet" }, ...limit });
    await ask(world, "close.editTask", { ...period, taskId: "call-bank", title: "Call the bank", phase: "Prepare" });
    await ask(world, "close.tick", { ...period, taskId: "call-bank", why: "Called" });
    await ask(world, "close.override", { ...period, gate: "tasks", why: "Agreed with the client" });
    const about = { kind: "account", id: accountId, label: "Prepaid", seen: "1,204.00" } as const;
    const { noteId } = await ask(world, "reviewNotes.raise", { ...period, ...about, text: "What is this for?" });
    await ask(world, "reviewNotes.answer", { ...period, noteId, text: "The new desks." });
    await ask(world, "reviewNotes.clear", { ...period, noteId });
    await ask(world, "commentary.save", { ...period, section: "summary", text: "A good month." });
    const net = { amount: decimal("40.00"), currency: "USD" };
    const lines = [{ kind: "account" as const, accountId, net, dimensions: [] }];
    const document = { type: "purchase_bill" as const, currency: "USD", status: "open" as const, lines };
    const template = { document, every: "month" as const, first: FIRST_DAY, until: null, dueAfterDays: null };
    const { templateId } = await ask(world, "repeating.save", { ...client, template });
    await ask(world, "repeating.skip", { ...client, templateId, date: FIRST_DAY });
  }

  async function askTheClient() {
    const [world, client] = [machine(0), clientOf(0)];
    const { questionId } = await ask(world, "questions.ask", { ...client, reason: "other", about: null, text: "Who uses the van?" });
    await ask(world, "questions.message", client);
    await ask(world, "questions.answer", { ...client, questionId, text: "Only Tom" });
    await ask(world, "questions.resolve", { ...client, questionId });
  }

  test("is shown there as it is here, without closing or opening the period", async () => {
    const before = await shown(0);
    expect(await shown(1)).toEqual(before);
    await ask(machine(0), "close.move", { ...periodOf(0), status: "in_close" });
    await reconcile();
    await ofTheClose();
    await askTheClient();
    const differences = await carry("made.tieout");
    // A person reads what is imported, never what it is stored as.
    expect(differences.map(({ theirs }) => theirs.text).filter((text) => /[{}[\]]/.test(text))).toEqual([]);
    const ours = await shown(0);
    for (const [screen, content] of Object.entries(ours)) expect(content, screen).not.toEqual(before[screen as keyof typeof before]);
    expect(await shown(1)).toEqual(ours);
    expect(ours.reconciliations.find((row) => row.accountId === accountId)).toMatchObject({
      signed: "prepared",
      items: [{ text: "Invoice to come" }],
      attachments: [{ fileName: "count.csv" }],
    });
    const [theirs] = (await ask(machine(1), "reconciliations.list", periodOf(1))).filter((row) => row.accountId === accountId);
    expect(theirs?.blocked.reviewer).toBeNull();
    const { content } = await ask(machine(1), "reconciliations.file", { ...clientOf(1), sha256: theirs?.attachments[0]?.sha256 ?? "" });
    expect(Buffer.from(content, "base64").toString()).toBe("a");
    expect(ours.questions).toMatchObject([{ state: "resolved", answer: { text: "Only Tom" } }]);
    expect(ours.reviewNotes).toMatchObject([{ state: "cleared", raisedBy: "anna@world" }]);
    const made = new Set((await decisions(0)).map(({ kind }) => kind));
    const carried = new Set((await decisions(1)).map(({ kind }) => kind));
    expect([...made].filter((kind) => !carried.has(kind)).sort()).toEqual(["close_checklist", "period_status"]);
    expect((await ask(machine(1), "close.status", periodOf(1))).status).toBe("open");
  });

  test("is undone there once it is undone here", async () => {
    const kept = Object.keys(KEPT_HERE);
    for (const { kind, decisionNo } of (await decisions(0)).toReversed())
      if (!kept.includes(kind)) await ask(machine(0), "decisions.undo", { ...clientOf(0), decisionNo });
    expect(await decisions(1)).not.toEqual([]);
    await carry("undone.tieout");
    expect(await decisions(1)).toEqual([]);
    const [ours, theirs] = [await shown(0), await shown(1)];
    expect(theirs).toEqual(ours);
    for (const none of [theirs.schedules, theirs.reviewNotes, theirs.commentary, theirs.questions, theirs.tasks, theirs.repeating])
      expect(none).toEqual([]);
  });
});
