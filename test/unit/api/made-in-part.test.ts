import { describe, expect, it } from "vitest";
import { answered } from "#main/api/run-operation.ts";
import { derivedCommands } from "#main/hosts/node/commands/derived.ts";
import { findOperation } from "#main/operations/collection.ts";
import { OperationFailed } from "#main/workers/pool.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const FULL: Failure = { code: "disk_full", message: "The disk is full.", next: "Free some space." };
const STOPS = {
  refused: () => fail(FULL),
  thrown: () => {
    throw new OperationFailed("writes.add", FULL);
  },
};

/** The answer of an operation that drafts or sends three updates when one of them and all after it fail. */
async function answerOf(name: string, state: string, failing: number, stop: () => Result<never, Failure>): Promise<unknown> {
  const operation = findOperation(name);
  if (operation === null) throw new Error(`There is no ${name}.`);
  const due = ["1", "2", "3"].map((id) => ({ state, actionId: id, jobId: id, operation: {}, templateId: id, date: "2026-10-31" }));
  const act = async (jobId: string) => (Number(jobId) >= failing ? stop() : ok({ jobId, state: "draft" }));
  const context = {
    answered,
    perform: async (step: { readonly name: string }) => ok(step.name.endsWith(".readDue") ? due : { decisionNo: 7 }),
    writes: {
      submit: ({ actionId }: { readonly actionId: string }) => act(actionId),
      go: (_clientId: string, jobId: string) => act(jobId),
    },
    publish: () => undefined,
  };
  return operation.perform(context as never, { clientId: "birch", period: "2026-10" }, undefined, {});
}

describe.each([
  ["adjustments.draft", "due"],
  ["adjustments.post", "draft"],
  ["schedules.draft", "due"],
  ["repeating.draft", "due"],
])("%s that fails midway", (name, state) => {
  it.each(Object.entries(STOPS))("names what it did and why it stopped, %s", async (_how, stop) => {
    expect(await answerOf(name, state, 3, stop)).toMatchObject({ ok: true, value: { jobIds: ["1", "2"], left: 1, failure: FULL } });
    expect(await answerOf(name, state, 2, stop)).toMatchObject({ ok: true, value: { jobIds: ["1"], left: 2, failure: FULL } });
  });

  it.each(Object.entries(STOPS))("fails where nothing was done, %s", async (_how, stop) => {
    expect(await answerOf(name, state, 1, stop)).toEqual(fail(FULL));
  });

  it("leaves nothing where nothing fails", async () => {
    const value = { jobIds: ["1", "2", "3"], left: 0, failure: null };
    expect(await answerOf(name, state, 4, STOPS.refused)).toMatchObject({ ok: true, value });
  });
});

it("a draft of a recurring transaction that was made before a failure can be undone with its date", async () => {
  expect(await answerOf("repeating.draft", "due", 3, STOPS.refused)).toMatchObject({ value: { jobIds: ["1", "2"], decisionNos: [7, 7] } });
});

it.each([
  ["schedule", "draft", "2 drafts created, 1 left. To review: tieout job list --client birch"],
  ["adjustment", "draft", "2 drafts created, 1 left. To review: tieout job list --client birch"],
  ["adjustment", "post", "Tried to send 2 entries, 1 left. To see the results: tieout job list --client birch"],
  ["repeating", "draft", "2 drafts created, 1 left. To review: tieout job list --client birch"],
])("tieout %s %s says what was done before a failure, and is partly done", async (noun, verb, words) => {
  const command = derivedCommands().find((one) => one.noun === noun && one.verb === verb);
  const said: unknown[] = [];
  const run = async (failure: Failure | null) => {
    said.length = 0;
    const value = { jobIds: ["1", "2"], left: failure === null ? 0 : 1, failure, decisionNos: [] };
    const output = {
      json: false,
      result: (_value: unknown, lines: readonly string[]) => said.push(...lines),
      failure: (one: Failure) => said.push(one),
    };
    const options = { client: "birch", period: "2026-10" };
    return command?.run({ door: { route: async () => ok(value) }, output, options, signal: new AbortController().signal } as never);
  };
  expect([await run(FULL), said]).toEqual([3, [words, "1", "2", FULL]]);
  expect([await run(null), said]).toEqual([0, [words.replace(", 1 left", ""), "1", "2"]]);
});
