import { expect, it } from "vitest";
import { firmServerOperations } from "#main/features/firm/server-operations.ts";
import { ok } from "#shared/kernel/result.ts";

it("windows hear which clients may have come with the firm's status", async () => {
  const published: unknown[] = [];
  const status = { state: "online", members: [], person: "Ana", role: "admin" };
  const context = {
    firm: { status: async () => ok(status), refresh: async () => ok({ taken: 1 }) },
    pool: { must: async (op: string) => (op === "firm.clients" ? [{ clientId: "birch" }, { clientId: "oak" }] : []) },
    people: { list: async () => [], name: "Ana", use: async () => ok(null) },
    publish: (topic: string, payload: unknown) => published.push([topic, payload]),
  };
  const operation = firmServerOperations.find(({ name }) => name === "firm.status");
  expect(await operation?.perform(context as never, {} as never, undefined as never, {})).toEqual(ok(status));
  expect(published).toEqual([["clients.changed", { clientIds: ["birch", "oak"] }]]);
});
