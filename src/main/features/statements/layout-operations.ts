import { z } from "zod";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { resetLayout, saveLayout, layoutView as viewOf } from "#main/store/statements/layouts.ts";
import { clientId } from "#shared/contract/fields.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { laidOutKind, layoutView, statementLayout } from "#shared/model/reports/statement-layout.ts";

/** How a firm arranges a client's profit and loss and balance sheet. */
export const layoutOperations = [
  query("statements.layout", {
    summary: "Show a statement's accounts and the group of each",
    input: z.object({ clientId, statement: laidOutKind.describe("Statement") }),
    output: layoutView,
    runs: "reader",
    perform: ({ mirror }, { statement }) => ok(viewOf(mirror, statement)),
    command: {
      verb: "layout show",
      table: {
        rows: ({ accounts }) => accounts,
        whole: true,
        columns: [
          left("group", 28, (row) => row.group),
          left("code", 10, (row) => row.code),
          left("account", 40, (row) => row.name),
          left("id", 44, (row) => row.id),
        ],
        after: ({ decision }) => (decision === null ? "This statement has the standard layout." : `${decision.person} saved this layout.`),
      },
    },
  }),

  command("statements.saveLayout", {
    summary: "Save the groups, subtotals and moved accounts of a statement",
    input: z.object({
      clientId,
      layout: statementLayout.describe("The layout as JSON, with the fields “statement”, “items” and “accounts”"),
    }),
    output: z.object({ decisionNo: z.number().int() }),
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { layout }) => saveLayout(mirror, { person, nowMs, layout }),
    command: {
      verb: "layout save",
      options: { layout: { option: "layout", read: readJson } },
      lines: ({ decisionNo }) => [`Layout saved (decision ${decisionNo}).`],
    },
  }),

  command("statements.resetLayout", {
    summary: "Restore a statement's standard layout",
    input: z.object({ clientId, statement: laidOutKind.describe("Statement") }),
    output: z.object({ reset: z.boolean() }),
    runs: "writer",
    perform: ({ mirror, person, nowMs }, { statement }) => ok(resetLayout(mirror, { person, nowMs, kind: statement })),
    command: {
      verb: "layout reset",
      lines: ({ reset }) => [reset ? "Standard layout restored." : "This statement already has the standard layout."],
    },
  }),
] as const;

function readJson(text: string): Result<unknown, Failure> {
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return fail({
      code: "invalid_input",
      message: "--layout must be valid JSON.",
      field: "layout",
      next: "To start from the current layout, run “tieout layout show” with --json. Copy “statement” and “items” from it, and copy “moved” but rename it “accounts”.",
    });
  }
}
