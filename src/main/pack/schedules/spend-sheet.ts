import type { SpendRow } from "#main/domain/contacts/spend.ts";
import { ExactSum } from "#main/domain/postings/exact-sum.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { spendReport } from "#main/store/contacts/spend.ts";
import { asOfName } from "#shared/kernel/readable.ts";
import { SPEND_TITLES } from "#shared/model/labels/spend-titles.ts";
import type { PackFacts } from "../pack-facts.ts";

const SERIES = ["accrued", "booked", "committed"] as const;

/** Schedule J: spend that is billed, without a bill and on order, side by side. They are never added together (rule 5). */
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
    title: by === "party" ? "Spend by contact" : "Spend by account",
    source: `From synced transactions and orders, as of ${asOfName(asOf)}`,
    notes: [
      ...SERIES.map((name) => `${SPEND_TITLES[name]}: ${series[name].contains.replace(/\.$/, "")}.`),
      "The same spend can be in several columns, so the columns are never added together.",
    ],
    currency: null,
    currencyColumn: 1,
    columns: [
      { title: by === "party" ? "Contact" : "Account", kind: "text", width: 40 },
      { title: "Currency", kind: "text", width: 9 },
      ...SERIES.map((name) => ({ title: SPEND_TITLES[name], kind: "amount" as const, total: true })),
      { title: "ID", kind: "text", width: 52 },
    ],
    rows: () => rows,
    status: "For information only",
    open: 0,
  };
}

function groupOf(row: SpendRow): { readonly name: string; readonly id: string } {
  const group = "party" in row ? row.party : "account" in row ? row.account : null;
  return group ?? { name: "None", id: "" };
}
