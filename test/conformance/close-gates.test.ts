import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GateView } from "#shared/contract/close/close-gates.ts";
import type { SignGate } from "#shared/model/close/close-gates.ts";
import { ask, overrideGates, refusal } from "#test/support/ask.ts";
import { readSources } from "#test/support/house-rules/source.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const ABOUT = { kind: "account", id: "Account:402", label: "402 Office costs", seen: "1,204.00" } as const;

describe("the gates of a close", () => {
  let world: World;
  let period: { clientId: string; period: string };
  const as = (name: string) => ask(world, "people.use", { name });
  const gates = () => ask(world, "close.gates", period);
  const signing = async (gate: SignGate) => (await gates()).sign.find((one) => one.gate === gate) as GateView;
  const raise = (text: string) => ask(world, "reviewNotes.raise", { ...period, ...ABOUT, text });

  beforeAll(async () => {
    world = await createWorld({ seed: 83, tenants: [{ style: "a", a: { journals: true }, books: { months: 3, invoicesPerMonth: 6 } }] });
    const tenant = world.tenants[0] as Tenant;
    period = { clientId: tenant.source.clientId, period: "2026-10" };
    await syncToEnd(tenant);
    await ask(world, "people.add", { name: "rita", role: "reviewer" });
    await ask(world, "people.add", { name: "pat", role: "preparer" });
    await ask(world, "close.move", { ...period, status: "in_close" });
    await ask(world, "close.sign", { ...period, role: "preparer" });
  });
  afterAll(() => endWorld(world));

  test("open work refuses the reviewer's sign-off and the closing, and says what is open", async () => {
    expect((await signing("tasks")).open.map(({ id }) => id)).toContain("client-questions");
    // Signing and closing bring these about, so the sign-off doesn't wait for them; the closing waits for the sign-off.
    for (const id of ["sign-off", "lock-here", "pack"]) expect((await signing("tasks")).open.map((one) => one.id)).not.toContain(id);
    const closing = (await gates()).close.find(({ gate }) => gate === "tasks");
    expect(closing?.open.map(({ id }) => id)).toContain("sign-off");
    await as("rita");
    const reply = await world.run(world.runtime.route("close.sign", { ...period, role: "reviewer" }));
    expect(reply).toMatchObject({ ok: false, failure: { code: "conflict", field: "role" } });
    expect(reply.ok ? "" : reply.failure.message).toContain("open tasks");
    expect(await refusal(world, "close.move", { ...period, status: "closed" })).toBe("conflict");
  });

  test("a preparer overrides nothing, neither directly nor with a reason for closing", async () => {
    await as("pat");
    expect(await refusal(world, "close.override", { ...period, gate: "tasks", why: "Please" })).toBe("not_allowed");
    for (const name of ["close.move", "periods.set"] as const)
      expect(await refusal(world, name, { ...period, status: "closed", why: "Please" }), name).toBe("not_allowed");
    expect(await refusal(world, "reviewNotes.raise", { ...period, ...ABOUT, text: "Why?" })).toBe("not_allowed");
    expect((await gates()).overrides).toEqual([]);
  });

  test("the firm's policy decides who overrides which gate, and only an administrator changes it", async () => {
    await as("rita");
    expect(await refusal(world, "close.setPolicy", { tasks: "never" })).toBe("not_allowed");
    await as("tester");
    const { before } = await ask(world, "close.setPolicy", { tasks: "admin", reconciliations: "never" });
    const usual = { tasks: "reviewer", reconciliations: "reviewer", flux: "reviewer", named_person: "reviewer" };
    expect(before).toEqual({ ...usual, review_notes: "never" });
    expect(await ask(world, "close.policy", {})).toMatchObject({ policy: { tasks: "admin" }, person: "tester@world" });
    await as("rita");
    expect(await refusal(world, "close.override", { ...period, gate: "tasks", why: "Agreed" })).toBe("not_allowed");
    expect(await refusal(world, "close.move", { ...period, status: "closed", why: "Agreed" })).toBe("not_allowed");
    await as("tester");
    const { decisionNo } = await ask(world, "close.override", { ...period, gate: "tasks", why: "Agreed" });
    expect((await signing("tasks")).blocking).toBe(0);
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo });
    expect((await signing("tasks")).blocking).toBeGreaterThan(0);
    await ask(world, "close.setPolicy", { tasks: "reviewer", reconciliations: "reviewer" });
  });

  test("a mention in a review note waits in that person's inbox until they have seen it or the note is cleared", async () => {
    await as("rita");
    const mine = async (name: string) => {
      await as(name);
      const { items } = await ask(world, "inbox.list", { mine: true, kinds: ["mention"] });
      return items.map(({ title, address }) => [title, address.replace(/^.*clients\/[^/]+/, "")]);
    };
    const place = "/statements/Account%3A402";
    const { noteId, decisionNo } = await raise("@Pat which desks?");
    expect(await mine("pat")).toEqual([["@Pat which desks?", place]]);
    await ask(world, "reviewNotes.answer", { ...period, noteId, text: "The new ones, @rita" });
    expect(await mine("rita")).toEqual([["The new ones, @rita", place]]);
    await ask(world, "reviewNotes.clear", { ...period, noteId });
    expect([await mine("rita"), await mine("pat")]).toEqual([[], []]);
    await as("rita");
    const again = await raise("@Pat and these?");
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo: again.decisionNo });
    expect(await mine("pat")).toEqual([]);
    await as("rita");
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo });
  });

  test("a mention in the reason for a complete task waits in that person's inbox, opens the task, and ends with the tick", async () => {
    const tick = (taskId: string, why: string) => ask(world, "close.tick", { ...period, taskId, why });
    const mine = async () => {
      await as("pat");
      const { items } = await ask(world, "inbox.list", { mine: true, kinds: ["mention"] });
      return items.map(({ key, title, detail, address }) => ({
        key,
        title,
        detail,
        part: decodeURIComponent(address.split("/").at(-1) ?? ""),
      }));
    };
    await as("rita");
    const {
      tasks,
      period: { id },
    } = await ask(world, "close.status", period);
    const [first, second] = tasks.filter(({ state }) => state === "open" || state === "waiting").map((task) => task.id) as [string, string];
    await tick(first, "Asked the bank, see @Pat");
    expect(await mine()).toMatchObject([{ title: "Asked the bank, see @Pat", detail: "rita@world", part: `checklist:${id}|${first}` }]);
    await ask(world, "inbox.seen", { keys: (await mine()).map(({ key }) => key) });
    expect(await mine()).toEqual([]);
    await as("rita");
    const { decisionNo } = await tick(second, "@pat agreed");
    expect(await mine()).toHaveLength(1);
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo });
    expect(await mine()).toEqual([]);
    await tick(second, "@pat agreed again");
    expect(await mine()).toHaveLength(1);
    for (const taskId of [first, second]) await ask(world, "close.untick", { ...period, taskId });
    expect(await mine()).toEqual([]);
  });

  test("mentions in an override's reason and in a sign-off's note wait in that person's inbox, and open their rows", async () => {
    const mine = async () => {
      await as("pat");
      const { items } = await ask(world, "inbox.list", { mine: true, kinds: ["mention"] });
      return items.map(({ title, detail, address }) => [title, detail, decodeURIComponent(address.split("/").at(-1) ?? "")]);
    };
    const { id } = (await ask(world, "close.status", period)).period;
    await as("rita");
    const { decisionNo } = await ask(world, "close.override", { ...period, gate: "tasks", why: "Agreed with @Pat" });
    expect(await mine()).toEqual([["Agreed with @Pat", "rita@world", `checklist:${id}|gate:tasks`]]);
    expect((await gates()).overrides.at(-1)).not.toHaveProperty("mentions");
    await as("rita");
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo });
    expect(await mine()).toEqual([]);
    await as("tester");
    const signed = await ask(world, "close.sign", { ...period, role: "preparer", note: "@pat: accruals are yours" });
    expect(await mine()).toEqual([["@pat: accruals are yours", "tester@world", `checklist:${id}|sign-off:preparer`]]);
    await as("tester");
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo: signed.decisionNo });
    expect(await mine()).toEqual([]);
    await as("tester");
    await ask(world, "close.sign", { ...period, role: "preparer" });
  });

  test("one reason for closing over several gates asks once", async () => {
    await as("rita");
    const closing = await ask(world, "close.move", { ...period, status: "closed", why: "The rest is with @Pat" });
    await as("pat");
    const { items } = await ask(world, "inbox.list", { mine: true, kinds: ["mention"] });
    expect(items.map(({ title }) => title)).toEqual(["The rest is with @Pat"]);
    const { overrides } = await gates();
    expect(overrides.filter(({ why }) => why === "The rest is with @Pat").length).toBeGreaterThan(1);
    await as("rita");
    await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo: closing.decisionNo });
    for (const { decisionNo } of overrides) await ask(world, "decisions.undo", { clientId: period.clientId, decisionNo });
  });

  test("a review note is raised, answered, cleared and reopened, and nobody signs over it", async () => {
    await as("rita");
    await overrideGates(world, period);
    const { noteId } = await raise("What is this invoice for?");
    const note = { ...period, noteId };
    expect((await signing("review_notes")).open).toMatchObject([{ text: "402 Office costs: What is this invoice for?" }]);
    expect(await refusal(world, "close.sign", { ...period, role: "reviewer" })).toBe("conflict");
    expect(await refusal(world, "close.override", { ...period, gate: "review_notes", why: "Later" })).toBe("not_allowed");
    expect(await refusal(world, "close.move", { ...period, status: "closed", why: "Later" })).toBe("not_allowed");
    const board = await ask(world, "close.board", { refresh: "now" });
    await ask(world, "close.status", period);
    expect((await ask(world, "close.board", { refresh: "none" })).rows[0]?.blocks[0], JSON.stringify(board.rows[0])).toBe(
      "1 open review note",
    );
    await as("pat");
    expect(await refusal(world, "reviewNotes.clear", note)).toBe("not_allowed");
    await ask(world, "reviewNotes.answer", { ...note, text: "The new desks." });
    expect((await signing("review_notes")).blocking).toBe(1);
    await as("rita");
    const cleared = await ask(world, "reviewNotes.clear", note);
    expect((await signing("review_notes")).blocking).toBe(0);
    expect(await refusal(world, "reviewNotes.answer", { ...note, text: "More" })).toBe("conflict");
    await ask(world, "reviewNotes.reopen", { ...note, text: "Which desks?" });
    expect(await refusal(world, "reviewNotes.reopen", note)).toBe("conflict");
    await ask(world, "reviewNotes.clear", note);
    // Undoing an act takes only that act back; a preparer can't undo a reviewer's.
    await as("pat");
    expect(await refusal(world, "decisions.undo", { clientId: period.clientId, decisionNo: cleared.decisionNo })).toBe("not_allowed");
    const [told] = await ask(world, "reviewNotes.list", { ...period, about: { kind: "account", id: "Account:402" } });
    expect(told?.steps.map(({ step, person }) => [step, person.split("@")[0]])).toEqual([
      ["raise", "rita"],
      ["answer", "pat"],
      ["clear", "rita"],
      ["reopen", "rita"],
      ["clear", "rita"],
    ]);
  });

  test("a sign-off keeps the figures that were shown, with every override; what opens later isn't covered", async () => {
    await as("rita");
    const { summary } = await ask(world, "close.signing", period);
    expect(summary.debits).toBe(summary.credits);
    expect(summary.overrides.map(({ person, why }) => [person, why])).toContainEqual(["rita@world", "Agreed with the client"]);
    await ask(world, "close.editTask", { ...period, taskId: "late-task", title: "Call the bank", phase: "Prepare" });
    expect((await signing("tasks")).blocking).toBe(1);
    expect(await refusal(world, "close.sign", { ...period, role: "reviewer" })).toBe("conflict");
    await ask(world, "close.tick", { ...period, taskId: "late-task", why: "Called" });
    const shown = (await ask(world, "close.signing", period)).summary;
    await ask(world, "close.sign", { ...period, role: "reviewer" });
    const signature = (await ask(world, "close.status", period)).signatures.find(({ role }) => role === "reviewer");
    expect(signature?.shown).toEqual(shown);
  });

  test("no other operation closes the period around the gates", async () => {
    const closed = await ask(world, "close.move", {
      ...period,
      status: "closed",
      ...((await gates()).close.some(({ blocking }) => blocking > 0) ? { why: "Agreed" } : {}),
    });
    expect(closed.status).toBe("closed");
    const reopened = await ask(world, "close.move", { ...period, status: "reopened", why: "One more bill" });
    await raise("Is the bill in?");
    // Undoing the reopening would close it again.
    expect(await refusal(world, "decisions.undo", { clientId: period.clientId, decisionNo: reopened.decisionNo })).toBe("conflict");
    expect((await ask(world, "close.status", period)).status).toBe("reopened");
  });

  test("sign-offs and states of periods are recorded in these places alone", () => {
    const recording = (kind: string) =>
      readSources("src/main")
        .filter(({ text }) => new RegExp(`makeDecision\\([^)]*kind: "${kind}"`, "s").test(text))
        .map(({ path }) => path);
    expect(recording("close_sign")).toEqual(["src/main/store/close/close-signatures.ts"]);
    // The last undoes a move: the operation asks the gates before one that closes again.
    expect(recording("period_status")).toEqual([
      "src/main/store/close/close-moves.ts",
      "src/main/store/periods/period-states.ts",
      "src/main/store/work/undo-decision.ts",
    ]);
  });
});
