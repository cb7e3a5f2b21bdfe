import { expect, test } from "vitest";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { DocumentListPage } from "#shared/contract/books/documents.ts";
import type { SearchHit } from "#shared/contract/clients/search.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

test("a search finds documents by words and amounts, parties and accounts by names", async () => {
  const world = await createWorld({ seed: 91, tenants: [{ style: "b", books: { foreignCurrencies: [] } }] });
  const tenant = world.tenants[0] as Tenant;
  const { clientId } = tenant.source;
  const ask = async (text: string): Promise<OperationOutput<"search.find">["clients"]> => {
    const answer = await world.run(world.runtime.route("search.find", { clientIds: [clientId, "no-such-client"], text, limit: 20 }));
    if (!answer.ok) throw new Error(answer.failure.message);
    return (answer.value as OperationOutput<"search.find">).clients;
  };
  const find = async (text: string): Promise<readonly SearchHit[]> => (await ask(text))[0]?.hits ?? [];
  // Before a first read there is nothing to look through, and the answer says so.
  expect(await ask("anything")).toEqual([{ clientId, indexed: false, hits: [] }]);
  await syncToEnd(tenant);

  const page = await world.run(world.runtime.route("documents.list", { clientId, filter: { types: ["sales_invoice"] }, limit: 50 }));
  if (!page.ok) throw new Error(page.failure.message);
  const invoice = (page.value as DocumentListPage).rows.find(({ number }) => number !== null);
  if (invoice?.number === undefined || invoice.number === null) throw new Error("no numbered invoice");
  const { id, number, total } = invoice;
  const documents = (hits: readonly SearchHit[]) => hits.filter((hit) => hit.kind === "document").map((hit) => hit.id);

  expect(documents(await find(number))).toContain(id);
  expect(documents(await find(number.toLowerCase().slice(0, -1)))).toContain(id);
  expect(documents(await find(total))).toContain(id);
  expect((await find(number)).find((hit) => hit.id === id)).toMatchObject({ label: number, amount: total, currency: invoice.currency });
  expect(documents(await find(`(${total.replace(/(\d)(?=(\d{3})+(?!\d))/g, "$1,")})`))).toContain(id);
  // A name and an amount together, with its cents or without.
  const { partyName } = invoice;
  const name = (partyName ?? "").split(" ")[0] ?? "";
  for (const typed of [`${name} ${total}`, `${total.split(".")[0]} ${name}`]) expect(documents(await find(typed))).toContain(id);
  expect(documents(await find(`zzqqxx ${total}`))).toEqual([]);
  expect(await find("zzqqxx")).toEqual([]);
  // What a search language would take for its own is text like any other.
  for (const text of ['""', '" OR "', "NEAR(a b)", "a* AND", "%_%", "--", "'); DROP"]) await find(text);

  const party = tenant.books.parties.find(({ active }) => active);
  const [word = ""] = (party?.name ?? "").split(" ");
  expect((await find(word)).filter(({ kind }) => kind === "party").map(({ label }) => label)).toContain(party?.name);
  const account = tenant.books.accounts.find(({ active }) => active);
  expect((await find(account?.name ?? "")).filter(({ kind }) => kind === "account").map(({ label }) => label)).toContain(account?.name);

  await endWorld(world);
});
