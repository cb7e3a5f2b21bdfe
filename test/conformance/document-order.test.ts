import { expect, test } from "vitest";
import { listDocuments } from "#main/store/documents/documents.ts";
import type { DocumentFilter, DocumentListPage, DocumentListRow } from "#shared/contract/books/documents.ts";
import { compareDecimals } from "#shared/kernel/decimal.ts";
import { createIngestLab, documentRecord } from "#test/support/ingest-lab.ts";
import { tempHome } from "#test/support/temp-home.ts";
import { createWorld } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";
import { endWorld, syncToEnd } from "./expecting.ts";

const ORDERS: readonly Pick<DocumentFilter, "sort" | "descending" | "thenBy">[] = [
  {},
  { sort: "issueDate", descending: false, thenBy: [{ sort: "total", descending: true }] },
  { sort: "total", descending: true, thenBy: [{ sort: "issueDate", descending: false }] },
  { sort: "total", descending: false },
  { sort: "outstanding", descending: true, thenBy: [{ sort: "dueDate", descending: true }] },
  {
    sort: "outstanding",
    descending: true,
    thenBy: [
      { sort: "issueDate", descending: false },
      { sort: "total", descending: true },
      // Named twice: the first word counts.
      { sort: "outstanding", descending: false },
    ],
  },
];

test("documents in any order come page by page, each once, as one sort of all of them would have them", async () => {
  const world = await createWorld({ seed: 92, tenants: [{ style: "a", books: { foreignCurrencies: ["EUR"] } }] });
  const tenant = world.tenants[0] as Tenant;
  const { clientId } = tenant.source;
  await syncToEnd(tenant);
  const read = async (filter: DocumentFilter, limit: number): Promise<readonly DocumentListRow[]> => {
    const rows: DocumentListRow[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await world.run(
        world.runtime.route("documents.list", { clientId, filter, limit, ...(after === undefined ? {} : { after }) }),
      );
      if (!page.ok) throw new Error(page.failure.message);
      const { rows: some, next } = page.value as DocumentListPage;
      rows.push(...some);
      after = next;
    }
    return rows;
  };
  for (const order of ORDERS) {
    const paged = await read(order, 7);
    const keys = [{ sort: order.sort ?? "issueDate", descending: order.descending ?? true }, ...(order.thenBy ?? [])];
    const sorted = [...paged].sort((a, b) => {
      for (const { sort, descending } of keys) {
        const by = compare(a, b, sort, descending);
        if (by !== 0) return descending ? -by : by;
      }
      return (order.descending ?? true) ? b.recNo - a.recNo : a.recNo - b.recNo;
    });
    expect(paged.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    expect(new Set(paged.map(({ id }) => id)).size).toBe((await read({}, 1000)).length);
  }
  await endWorld(world);
});

test("a total that is kept as text has its place among the others", () => {
  const lab = createIngestLab(tempHome());
  const totals = ["100.00", "123456789012345678.90", "-5.00", "7.5"];
  lab.readPass("backfill", [
    totals.map((amount, at) => ({ id: `d${at}`, yields: [documentRecord(`d${at}`, { total: { amount, currency: "NZD" } })] as never })),
  ]);
  const sorted = (descending: boolean) =>
    listDocuments(lab.reader, { sort: "total", descending }, { limit: 10 }).rows.map(({ total }) => total);
  expect(sorted(true)).toEqual(["123456789012345678.90", "100.00", "7.5", "-5.00"]);
  expect(sorted(false)).toEqual(sorted(true).reverse());
  lab.db.close();
});

type Sort = NonNullable<DocumentFilter["sort"]>;

/** Documents without a due date come last, whichever way. */
function compare(a: DocumentListRow, b: DocumentListRow, sort: Sort, descending: boolean): number {
  if (sort === "total" || sort === "outstanding") return compareDecimals(a[sort], b[sort]);
  const last = descending ? "" : "9999";
  const [one, other] = [a[sort] ?? last, b[sort] ?? last];
  return one < other ? -1 : one > other ? 1 : 0;
}
