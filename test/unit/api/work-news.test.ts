import { expect, it } from "vitest";
import { runOperation } from "#main/api/run-operation.ts";
import { findOperation, operations } from "#main/operations/collection.ts";
import { ok, type Result } from "#shared/kernel/result.ts";

/** Runs an operation whose thread answers so. @returns the news */
async function newsOf(name: string, answer: Result<unknown, unknown>): Promise<unknown[]> {
  const published: unknown[] = [];
  const operation = findOperation(name);
  if (operation === null) throw new Error(`There is no ${name}.`);
  const discovered = { source: {}, discovery: { organisation: {}, capabilities: {} } };
  const context = {
    clock: { nowMs: () => 0 },
    log: { warn: () => undefined, error: () => undefined },
    pool: {
      must: async (op: string) => (op === "firm.discovered" ? { name: "Birch", discovered } : null),
      perform: async () => ok(answer),
    },
    publish: (topic: string, payload: unknown) => published.push([topic, payload]),
  };
  // What is prepared is not of interest here.
  await runOperation(context as never, { ...operation, prepare: async () => ok(null) }, { clientId: "birch" }, {});
  return published;
}

const saving = operations.filter(({ kind, runs }) => kind === "command" && runs === "writer").map(({ name }) => name);

it("covers what is saved for a client", () => {
  expect(saving).toEqual(
    expect.arrayContaining(["adjustments.save", "adjustments.remove", "bank.accept", "budgets.import", "questions.ask", "schedules.save"]),
  );
});

it.each(saving)("windows hear of %s, once", async (name) => {
  const news = await newsOf(name, ok({}));
  expect(news.filter((one) => JSON.stringify(one) === '["work.changed",{"clientId":"birch"}]')).toHaveLength(1);
});

it("windows hear nothing of what was refused or only read", async () => {
  const refused = { ok: false, failure: { code: "not_found", message: "There is no such entry." } } as const;
  expect(await newsOf("adjustments.save", refused)).toEqual([]);
  expect(await newsOf("adjustments.list", ok([]))).toEqual([]);
});
