import { expect, it } from "vitest";
import { commands } from "#main/hosts/node/commands/index.ts";
import type { Column } from "#main/operations/command-form.ts";
import { ok } from "#shared/kernel/result.ts";

/** What a verb prints for people, or with --json, when the core answers with this value: lines, then the cells of one column. */
async function printed(named: string, value: object, column: string, { json = false, ...options }: Record<string, unknown> = {}) {
  const command = commands.find(({ noun, verb }) => `${noun} ${verb}` === named);
  const said: unknown[] = [];
  const output = {
    json,
    result: (_value: unknown, lines: readonly string[]) => said.push(...lines),
    rows: (rows: readonly Record<string, unknown>[], columns: readonly Column[]) => {
      const [found] = columns.filter(({ title }) => title === column);
      const cell = (row: Readonly<Record<string, unknown>>) => (found === undefined ? null : found.of(row).slice(0, found.width));
      said.push(...rows.map((row) => (json === true ? row : cell(row))));
    },
    endRows: () => undefined,
    progress: () => undefined,
  };
  await command?.run({ door: { route: async () => ok(value) }, output, options, signal: new AbortController().signal } as never);
  return said;
}

it("tieout close board marks a count with tie-outs from before a sync that ended without them", async () => {
  const row = { name: "Birch", progress: { tasks: 28, done: 9, byHand: 2, late: 0 }, blocks: [], outdated: false };
  const rows = [row, { ...row, rechecking: true, outdated: true }, { ...row, outdated: true }];
  expect(await printed("close board", { rows }, "done")).toEqual(["11/28", "11/28 (recheck needed)", "11/28"]);
  // Of all that scripts read, the rows are as the core has them.
  expect(await printed("close board", { rows }, "done", { json: true })).toEqual(rows);
});

it("tieout inbox list says first, and once for each ledger, for whom it couldn't be reached", async () => {
  const clients = (...names: readonly string[]) => names.map((name) => ({ clientId: name.toLowerCase(), name }));
  const items = [{ title: "Aged receivables out of balance" }];
  const outages = [
    { ledger: "ledger_b", clients: clients("Ash", "Birch", "Cedar", "Elm", "Fir", "Oak", "Yew") },
    { ledger: "ledger_c", clients: clients("Rowan") },
  ];
  const listed = (options: Record<string, unknown> = {}) => printed("inbox list", { items, outages }, "title", options);
  const rest = "The next sync continues where that one stopped.";
  expect(await listed()).toEqual([
    `Ledger B couldn't be reached at the last sync of 7 clients: Ash, Birch, Cedar, Elm, Fir, Oak, and 1 more. ${rest}`,
    `Ledger C couldn't be reached at the last sync of 1 client: Rowan. ${rest}`,
    "Aged receivables out of balance",
  ]);
  expect(await listed({ client: "rowan" })).toEqual([
    `Ledger C couldn't be reached at the last sync of 1 client: Rowan. ${rest}`,
    items[0]?.title,
  ]);
  // What is asked for in particular is no outage, and scripts read items alone.
  for (const narrowed of [{ mine: true }, { kind: ["task"] }]) expect(await listed(narrowed)).toEqual([items[0]?.title]);
  expect(await listed({ json: true })).toEqual(items);
});
