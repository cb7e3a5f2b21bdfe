import { describe, expect, test } from "vitest";
import { type DocumentView, taxNameKey } from "#shared/contract/books/documents.ts";
import { askReport } from "#test/support/expect-statements.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "../conformance/expecting.ts";

interface Taxed {
  readonly id: string;
  readonly lines: readonly { readonly tax: { readonly components: readonly { readonly code?: string }[] } }[];
}

describe("rule 21: people read tax codes by name", () => {
  test("a transaction comes with the names of the codes on its lines", async () => {
    const world = await createWorld({ seed: 211, tenants: [{ style: "a", books: { months: 2, invoicesPerMonth: 4 } }] });
    const tenant = world.tenants[0] as Tenant;
    await syncToEnd(tenant);
    const coded = ((await tenant.readAll("documents")) as unknown as Taxed[]).flatMap(({ id, lines }) =>
      lines.flatMap(({ tax }) => tax.components.flatMap(({ code }) => (code === undefined ? [] : [{ id, code }]))),
    );
    const codes = new Set<string>();
    for (const { id, code } of coded.slice(0, 20)) {
      const { names } = await askReport<DocumentView>(world, tenant, "documents.show", { id });
      codes.add(`${code}: ${names[taxNameKey("line", code)]}`);
    }
    expect([...codes].sort()).toEqual(["INPUT2: 15% GST on Expenses", "OUTPUT2: 15% GST on Income", "ZERORATED: Zero rated"]);
    await endWorld(world);
  });
});
