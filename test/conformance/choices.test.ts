import { expect, test } from "vitest";
import type { OperationInput } from "#main/operations/collection.ts";
import type { Choice } from "#shared/contract/books/choices.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

test("what a form may name: active records of the mirror by a part of their name or code, and by role", async () => {
  const world = await createWorld({ seed: 83, tenants: [{ style: "b", books: { foreignCurrencies: [] } }] });
  const tenant = world.tenants[0] as Tenant;
  const { books } = tenant;
  await syncToEnd(tenant);
  const find = async (question: Omit<OperationInput<"choices.find">, "clientId" | "limit">): Promise<Choice[]> => {
    const answer = await world.run(world.runtime.route("choices.find", { clientId: tenant.source.clientId, limit: 200, ...question }));
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value as Choice[];
  };
  const vendors = books.parties.filter((party) => party.role === "vendor" && party.active);
  const customers = books.parties.filter((party) => party.role === "customer" && party.active);
  const names = async (role: "vendor" | "customer") => (await find({ kind: "party", text: "", role })).map(({ name }) => name).sort();
  expect(await names("vendor")).toEqual(vendors.map(({ name }) => name).sort());
  expect(await names("customer")).toEqual(customers.map(({ name }) => name).sort());
  const one = vendors[0]?.name ?? "";
  const found = await find({ kind: "party", text: one.toUpperCase(), role: "vendor" });
  expect(found.map(({ name }) => name)).toContain(one);
  expect(await find({ kind: "party", text: "", id: found[0]?.id ?? "" })).toEqual([found[0]]);
  const several = (await find({ kind: "party", text: "", role: "vendor" })).slice(0, 2);
  expect(several).toHaveLength(2);
  expect(await find({ kind: "party", text: "", ids: several.map(({ id }) => id) })).toEqual(several);
  // A sign of the pattern language is a letter like any other.
  expect(await find({ kind: "party", text: "%_%" })).toEqual([]);
  const accounts = await find({ kind: "account", text: "" });
  expect(accounts.some(({ role }) => role === "bank")).toBe(true);
  const coded = accounts.find(({ code }) => code !== null);
  expect((await find({ kind: "account", text: coded?.code ?? "" })).map(({ id }) => id)).toContain(coded?.id);
  await endWorld(world);
});

test("a job keeps what was seen of the document that it changes", async () => {
  const world = await createWorld({ seed: 84, tenants: [{ style: "a", books: { foreignCurrencies: [] } }] });
  const tenant = world.tenants[0] as Tenant;
  await syncToEnd(tenant);
  const { clientId } = tenant.source;
  const page = await world.run(
    world.runtime.route("documents.list", { clientId, filter: { types: ["purchase_bill"], onlyOpen: true }, limit: 1 }),
  );
  if (!page.ok) throw new Error(page.failure.message);
  const { id, number, reference } = (page.value as { rows: { id: string; number: string | null; reference: string | null }[] }).rows[0] ?? {
    id: "",
    number: null,
    reference: null,
  };
  const submit = async (seenHash?: string) => {
    const operations = [
      { kind: "update_document" as const, id, ...(seenHash === undefined ? {} : { seenHash }), changes: { reference: "mine" } },
    ];
    const made = await world.run(world.runtime.context.writes.submit({ clientId, operations, draft: true }));
    if (!made.ok) throw new Error(made.failure.message);
    return made.value;
  };
  const job = await submit();
  expect(job.seen?.map((seen) => [seen.id, seen.number ?? null, seen.reference ?? null])).toEqual([[id, number, reference]]);
  expect(job.seen?.[0]?.lines.length).toBeGreaterThan(0);
  // What was seen is not what the mirror has now: it is not made up.
  expect((await submit("another version")).seen).toBeUndefined();
  await endWorld(world);
});
