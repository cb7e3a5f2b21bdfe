import type { SpendRow } from "#main/domain/contacts/spend.ts";
import { ExactSum } from "#main/domain/postings/exact-sum.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { spendReport } from "#main/store/contacts/spend.ts";
import type { PackFacts } from "../pack-facts.ts";

const SERIES = ["accrued", "booked", "committed"] as const;

/** Schedule J: the three spend series beside each other, by party or by account. There is no sum across them (rule 5). */
export function spendSheet({ reader, order }: PackFacts, by: "party" | "account"): Sheet {
  const { series, asOf } = spendReport(reader, { from: order.period.start, to: order.period.end, by });
  const lines = new Map<
    string,
    { readonly name: string; readonly id: string; readonly currency: string; readonly sums: Map<string, ExactSum> }
  >();
  for (const name of SERIES)
    for (const row of series[name].rows) {
      const group = groupOf(row);
      const key = JSON.stringify([group.name, group.id, row.currency]);
      const line = lines.get(key) ?? { ...group, currency: row.currency, sums: new Map() };
      lines.set(key, line);
      const sum = line.sums.get(name) ?? new ExactSum();
      line.sums.set(name, sum);
      sum.add(row.net);
    }
  const rows = [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([, { name, id, currency, sums }]): SheetRow => ({
        cells: [name, currency, ...SERIES.map((one) => sums.get(one)?.value() ?? "0"), id],
      }),
    );
  return {
    ref: by === "party" ? "J" : "J2",
    title: `Spend by ${by}`,
    source: `from the mirrored documents and orders, as of ${asOf ?? "no complete read yet"}`,
    notes: SERIES.map((name) => `${name}: ${series[name].contains}.`),
    currency: null,
    currencyColumn: 1,
    columns: [
      { title: by === "party" ? "Party" : "Account", kind: "text", width: 40 },
      { title: "In", kind: "text", width: 6 },
      ...SERIES.map((name) => ({ title: name.charAt(0).toUpperCase() + name.slice(1), kind: "amount" as const, total: true })),
      { title: "Id", kind: "text", width: 30 },
    ],
    rows: () => rows,
    status: "no sum across the series",
    open: 0,
  };
}

function groupOf(row: SpendRow): { readonly name: string; readonly id: string } {
  const group = "party" in row ? row.party : "account" in row ? row.account : null;
  return group ?? { name: "none named", id: "" };
}
