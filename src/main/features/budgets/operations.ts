import { z } from "zod";
import { bytesOf } from "#main/operations/base64.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { budgetList, dropBudget, importBudget } from "#main/store/flux/budgets.ts";
import { clientId } from "#shared/contract/fields.ts";
import { budgetView } from "#shared/contract/reports/flux.ts";
import { counted, periodName } from "#shared/kernel/readable.ts";
import { ok } from "#shared/kernel/result.ts";
import { tableOf } from "./table-file.ts";

/** Budgets that flux analysis and statements compare with. */
export const budgetOperations = [
  command("budgets.import", {
    summary: "Import a budget from a CSV file or workbook",
    input: z.object({
      clientId,
      name: z.string().trim().min(1, "enter a name").max(120).optional().describe("Name of the budget; by default, the file's name"),
      fileName: z.string().max(255),
      content: z
        .string()
        .min(1, "choose a file that isn't empty")
        .max(28_000_000, "choose a file of at most 20 MB")
        .describe(
          "CSV file or workbook with an account column (code, name or ID) and one column per month. Instead of one column per month, the file can have a month column and an amount column",
        ),
    }),
    output: budgetView,
    runs: "writer",
    outdates: ["close"],
    prepare: async (context, { content }) => {
      const bytes = bytesOf(content);
      if (!bytes.ok) return bytes;
      const cells = await tableOf(context, bytes.value);
      return cells.ok ? ok({ cells: cells.value, sha256: sha256(bytes.value) }) : cells;
    },
    perform: ({ mirror, person, nowMs }, { name, fileName }, table) =>
      importBudget(mirror, { person, nowMs, name: name ?? fileName, fileName, ...table }),
    command: {
      verb: "budget import",
      options: { content: { option: "file", file: "base64" }, fileName: { option: "file", file: "name" } },
      lines: ({ budgetNo, amounts, accounts, from, to }) => [
        `Budget ${budgetNo}: ${counted(amounts, "amount")} for ${counted(accounts, "account")}, ${monthsOf(from, to)}.`,
      ],
    },
  }),

  query("budgets.list", {
    summary: "List budgets. For each account and month, the most recently imported budget that has an amount applies",
    input: z.object({ clientId }),
    output: z.array(budgetView),
    runs: "reader",
    perform: ({ mirror }) => ok(budgetList(mirror)),
    command: {
      verb: "budget list",
      table: {
        rows: (budgets) => budgets,
        columns: [
          right("number", 6, (row) => row.budgetNo),
          left("name", 24, (row) => row.name),
          left("file", 30, (row) => row.fileName),
          left("months", 18, (row) => `${row.from ?? ""} to ${row.to ?? ""}`),
          right("accounts", 8, (row) => row.accounts),
          left("imported by", 24, (row) => row.person),
        ],
      },
    },
  }),

  command("budgets.remove", {
    summary: "Remove a budget from every comparison. To use it again, import its file again",
    input: z.object({ clientId, budgetNo: z.number().int().describe("Budget number") }),
    output: z.object({ removed: z.boolean() }),
    runs: "writer",
    allowed: "reviewer",
    outdates: ["close"],
    perform: ({ mirror, person, nowMs }, { budgetNo }) => ok(dropBudget(mirror, { person, nowMs, budgetNo })),
    command: {
      verb: "budget remove",
      options: { budgetNo: "budget" },
      lines: ({ removed }) => [removed ? "Budget removed." : "This budget doesn't exist or was already removed."],
    },
  }),
] as const;

/** The months of a budget; one month is named once. */
function monthsOf(from: string | null, to: string | null): string {
  const [first, last] = [periodName(from ?? ""), periodName(to ?? "")];
  return first === last ? first : `${first} to ${last}`;
}
