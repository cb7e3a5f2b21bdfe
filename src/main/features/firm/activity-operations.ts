import { z } from "zod";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { type NotedChange, notedChanges } from "#main/store/clients/setting-changes.ts";
import { undoSetting } from "#main/store/clients/undo-setting.ts";
import { firmLogo } from "#shared/contract/clients/firm.ts";
import { type SettingChange, settingChange, settingChangeId } from "#shared/contract/clients/setting-changes.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { ok } from "#shared/kernel/result.ts";
import { savedFluxTemplate } from "#shared/model/reports/flux-template.ts";

/** Who changed what in the firm's settings, to read and to undo. */
export const firmActivityOperations = [
  query("firm.activity", {
    summary:
      "List changes to these firm settings, newest first: name, logo, language, wording for open invoices and bills, templates for flux explanations, and people's PINs",
    input: z.object({ limit: z.number().int().min(1).max(1000).default(200).describe("Maximum number of changes to list") }),
    output: z.array(settingChange),
    runs: "firmReader",
    perform: ({ firm }, { limit }) => ok(notedChanges(firm, limit).map(told)),
    command: {
      verb: "firm activity",
      table: {
        rows: (changes) => changes,
        columns: [
          left("when", 24, (row) => row.at),
          left("who", 20, (row) => row.person),
          left("setting", 16, (row) => String(row.kind).replaceAll("_", " ")),
          left("before", 32, (row) => row.before),
          left("after", 32, (row) => row.after),
          left("undone by", 20, (row) => row.undoneBy),
          left("change", 34, (row) => row.changeId),
        ],
      },
    },
  }),

  command("firm.undo", {
    summary: "Undo a change to the firm's name, logo, language, wording for open invoices and bills, or templates for flux explanations",
    input: z.object({ changeId: settingChangeId.describe("ID of the change, as shown by “firm activity”") }),
    output: z.object({ changeId: settingChangeId }),
    runs: "firmWriter",
    allowed: ({ changeId }) => (changeId.startsWith("flux_template:") ? "preparer" : "admin"),
    perform: ({ firm, person, nowMs }, { changeId }) => {
      const undone = undoSetting(firm, { changeId, person, nowMs });
      return undone.ok ? ok({ changeId }) : undone;
    },
    after: async ({ english }) => {
      await english.read();
    },
    command: { verb: "firm undo", options: { changeId: "change" }, lines: () => ["Undone."] },
  }),
] as const;

function told({ changeId, kind, subject, before, after, person, madeMs, undoneBy }: NotedChange): SettingChange {
  const what = before === null ? "added" : after === null ? "removed" : "changed";
  return { changeId, kind, subject, before: shown(before), after: shown(after), what, person, at: instantFromMs(madeMs), undoneBy };
}

/** A value as text; a picture by its size. */
function shown(value: unknown): string | null {
  if (value === null || typeof value === "string") return value;
  const template = savedFluxTemplate.safeParse(value);
  if (template.success) return `${template.data.name}: ${template.data.text}`;
  const logo = firmLogo.safeParse(value);
  return logo.success ? `${logo.data.width} × ${logo.data.height} pixels` : null;
}
