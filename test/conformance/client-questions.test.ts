import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTable, writeTable } from "#main/hosts/node/tables.ts";
import { ask, refusal } from "#test/support/ask.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, STYLES, syncToEnd } from "./expecting.ts";

describe.each(STYLES)("ledger %s, questions for the client", (style) => {
  let world: World;
  let clientId: string;
  const list = () => ask(world, "questions.list", { clientId });

  beforeAll(async () => {
    world = await createWorld({ seed: 97, tenants: [{ style }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    clientId = tenant.source.clientId;
  });
  afterAll(() => endWorld(world));

  test("suggested questions are asked once, each about something that exists", async () => {
    const suggestions = await ask(world, "questions.suggest", { clientId, period: "2026-10" });
    const [first] = suggestions;
    if (first !== undefined) {
      const { questionId, decisionNo } = await ask(world, "questions.ask", { clientId, reason: first.reason, about: first.about.id });
      expect(await list()).toMatchObject([{ questionId, state: "open", text: first.text, about: first.about }]);
      expect(await ask(world, "questions.suggest", { clientId, period: "2026-10" })).toHaveLength(suggestions.length - 1);
      expect(await refusal(world, "questions.ask", { clientId, reason: first.reason, about: first.about.id })).toBe("conflict");
      await ask(world, "decisions.undo", { clientId, decisionNo });
    }
    expect(await list()).toEqual([]);
    expect(await ask(world, "questions.suggest", { clientId, period: "2026-10" })).toEqual(suggestions);
  });

  test("the checklist's task is done once every question about the month was sent", async () => {
    const task = async () => {
      const { tasks } = await ask(world, "close.status", { clientId, period: "2026-10" });
      return tasks.find(({ id }) => id === "client-questions");
    };
    // Whether the task can be marked complete depends on the close, so the evidence doesn't ask for that.
    const none = "No questions asked about October 2026 yet.";
    expect(await task()).toMatchObject({ state: "open", evidence: { passed: false, count: 0, summary: none } });
    const { rows } = await ask(world, "documents.list", { clientId, filter: {}, limit: 200 });
    const inMonth = (day: string, month: string) => day.startsWith(month);
    const ofOctober = rows.find(({ issueDate }) => inMonth(issueDate, "2026-10"))?.id ?? "";
    const ofNovember = rows.find(({ issueDate }) => inMonth(issueDate, "2026-11"))?.id ?? "";
    const other = await ask(world, "questions.ask", { clientId, reason: "missing_receipt", about: ofNovember });
    expect(await task()).toMatchObject({ state: "open", evidence: { count: 0 } });
    const asked = await ask(world, "questions.ask", { clientId, reason: "missing_receipt", about: ofOctober });
    expect(await task()).toMatchObject({ state: "open", evidence: { passed: false, count: 1 } });
    await ask(world, "questions.message", { clientId });
    const summary = "1 question about October 2026 sent, 0 answered.";
    expect(await task()).toMatchObject({ state: "done", evidence: { passed: true, summary } });
    const { decisionNo } = await ask(world, "questions.resolve", { clientId, questionId: asked.questionId });
    expect(await task()).toMatchObject({ state: "done", evidence: { summary } });
    await ask(world, "decisions.undo", { clientId, decisionNo });
    for (const { decisionNo } of [asked, other]) await ask(world, "decisions.undo", { clientId, decisionNo });
    expect(await task()).toMatchObject({ state: "open", evidence: { count: 0 } });
  });

  test("goes out as pages with room for the answer, and is then sent", async () => {
    expect(await refusal(world, "questions.print", { clientId })).toBe("not_found");
    const { questionId, decisionNo } = await ask(world, "questions.ask", { clientId, text: "Is the lease signed?" });
    const { fileName, content, questions } = await ask(world, "questions.print", { clientId });
    expect([fileName, questions]).toEqual(["questions.pdf", 1]);
    const bytes = Buffer.from(content, "base64");
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.toString("latin1")).toContain("/Lang (en-US)");
    expect(await list()).toMatchObject([{ questionId, state: "sent" }]);
    await ask(world, "decisions.undo", { clientId, decisionNo });
    expect(await list()).toEqual([]);
  });

  test("a withdrawn question comes back under its number, also after its text was changed", async () => {
    const { questionId } = await ask(world, "questions.ask", { clientId, text: "Which van?" });
    await ask(world, "questions.edit", { clientId, questionId, text: "Which bus?" });
    const asked = (await list()).find((question) => question.questionId === questionId)?.asked;
    await ask(world, "decisions.undo", { clientId, decisionNo: asked?.decisionNo ?? 0, outright: true });
    expect(await list()).toEqual([]);
    const again = await ask(world, "questions.ask", { clientId, questionId, text: "Which bus?" });
    expect(await list()).toMatchObject([{ questionId, text: "Which bus?", state: "open" }]);
    expect(await refusal(world, "questions.ask", { clientId, questionId, text: "Which bus?" })).toBe("conflict");
    expect(await refusal(world, "questions.ask", { clientId, questionId: "Q0000000", text: "Which bus?" })).toBe("not_found");
    await ask(world, "decisions.undo", { clientId, decisionNo: again.decisionNo, outright: true });
  });

  test("a question goes out in a workbook, comes back answered, and is resolved", async () => {
    const { rows } = await ask(world, "documents.list", { clientId, filter: {}, limit: 2 });
    const [document, other] = rows.map(({ id }) => id) as [string, string];
    const first = await ask(world, "questions.ask", { clientId, reason: "missing_receipt", about: document });
    const second = await ask(world, "questions.ask", { clientId, about: other, text: "Is this a personal expense?" });
    await ask(world, "questions.edit", { clientId, questionId: second.questionId, text: "Was this a personal expense?" });

    const unsent = await list();
    for (const method of ["questions.export", "questions.print"] as const)
      expect(await ask(world, method, { clientId, draft: true })).toMatchObject({ questions: 2, decisionNos: [] });
    expect(await list()).toEqual(unsent);
    const sheet = await ask(world, "questions.export", { clientId });
    expect([sheet.questions, sheet.decisionNos.length > 0]).toEqual([2, true]);
    expect((await list()).map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(await refusal(world, "questions.edit", { clientId, questionId: second.questionId, text: "Another" })).toBe("conflict");

    const cells = await readTable(Buffer.from(sheet.content, "base64"));
    expect(cells[1]?.slice(0, 2)).toEqual([first.questionId, "Please send us the receipt or invoice for this."]);
    const filled = cells.map((row, at) => (at === 1 ? [...row.slice(0, 6), "It's attached"] : row));
    const columns = (filled[0] ?? []).map((heading) => ({ heading, width: 20 }));
    const returned = await writeTable({ title: "Questions", columns, rows: filled.slice(1) });
    const content = Buffer.from(returned).toString("base64");
    expect(await ask(world, "questions.import", { clientId, content })).toEqual({
      answered: [first.questionId],
      unchanged: 0,
      blank: 1,
      unknown: [],
    });
    expect(await ask(world, "questions.import", { clientId, content })).toMatchObject({ answered: [], unchanged: 1 });
    expect(await ask(world, "questions.list", { clientId, state: "answered" })).toMatchObject([
      { questionId: first.questionId, answer: { text: "It's attached", from: "file" } },
    ]);

    const { decisionNo } = await ask(world, "questions.resolve", { clientId, questionId: first.questionId });
    expect((await ask(world, "questions.list", { clientId, state: "resolved" })).map(({ questionId }) => questionId)).toEqual([
      first.questionId,
    ]);
    await ask(world, "decisions.undo", { clientId, decisionNo });
    expect(await ask(world, "questions.list", { clientId, state: "resolved" })).toEqual([]);
  });

  test("an email is answered in place, and a reply with strange numbers changes nothing else", async () => {
    const [, second] = await list();
    const open = await ask(world, "questions.ask", { clientId, text: "Did the lease start?" });
    const states = async () => (await list()).map(({ state }) => state).join();
    const before = await states();
    expect(before).toContain("open");
    expect(await ask(world, "questions.message", { clientId, draft: true })).toMatchObject({ questions: 2, decisionNos: [] });
    expect(await states()).toBe(before);
    const { decisionNos } = await ask(world, "questions.message", { clientId });
    expect(await states()).not.toContain("open");
    for (const decisionNo of [...decisionNos, open.decisionNo]) await ask(world, "decisions.undo", { clientId, decisionNo });
    const { text, questions } = await ask(world, "questions.message", { clientId });
    expect(questions).toBe(1);
    const reply = `${text.replace("Answer: ", "Answer: Yes, please book it to drawings.")}\nQ0ABCDEF: Something else\nAnswer: no idea`;
    expect(await ask(world, "questions.read", { clientId, message: reply })).toMatchObject({
      answered: [second?.questionId],
      unknown: ["Q0ABCDEF"],
    });
    expect(await refusal(world, "questions.message", { clientId })).toBe("not_found");
    expect(await refusal(world, "questions.import", { clientId, content: Buffer.from("hello").toString("base64") })).toBe("invalid_input");
    expect(await refusal(world, "questions.ask", { clientId, about: "Bill:none", text: "What is it?" })).toBe("not_found");
  });
});
