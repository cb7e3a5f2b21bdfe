import { z } from "zod";
import { reconciliationState } from "#main/domain/close/reconciliation.ts";
import { bytesOf } from "#main/operations/base64.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { standingsOf } from "#main/store/close/reconciliation-standing.ts";
import { pinFiles, reconciliations, saveReconciliation } from "#main/store/close/reconciliations.ts";
import { keepFile, readFile } from "#main/store/records/attachment-files.ts";
import { noteAttachment, readAttachments } from "#main/store/records/attachment-store.ts";
import { isAutomatic } from "#shared/contract/close/reconciliation-progress.ts";
import { attachment, type ReconciliationRow, reconciliationRow, reconcilingItem } from "#shared/contract/close/reconciliations.ts";
import { clientId, done } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { enteredDecimal } from "#shared/model/books/money.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { actOf, ofAccount, ofPeriod, progressLine, withPeriod } from "./period-setting.ts";

/** Nobody prepared or reviewed what Tieout signed off; the totals count it apart, too. */
function signedText(row: ReconciliationRow): string {
  return isAutomatic(row) ? "automatic" : codeLabel(row.signed).toLowerCase();
}

/** Balances against their support: roll-forwards, reconciling items, and the files behind them. */
export const reconciliationOperations = [
  // Every balance-sheet account that has a balance, moved, or was set up; equity and what tie-outs hold need no support of their own.
  query("reconciliations.list", {
    summary: "List balance-sheet accounts with roll-forward, balance per support, reconciling items and difference",
    input: ofPeriod,
    output: z.array(reconciliationRow),
    runs: "reader",
    perform: (work, { period }) => withPeriod(work, period, (setting) => ok(reconciliations(setting, work.person))),
    command: {
      verb: "reconciliation list",
      table: {
        rows: (accounts) => accounts,
        columns: [
          left("account", 34, (row) => row.label),
          right("increases", 14, (row) => row.increases),
          right("decreases", 14, (row) => row.decreases),
          right("closing", 14, (row) => row.closing),
          right("support", 14, (row) => (row.support as ReconciliationRow["support"])?.amount),
          right("difference", 12, (row) => row.difference),
          right("opening", 14, (row) => row.opening),
          right("change", 12, (row) => row.change),
          right("%", 8, (row) => row.percent ?? "n/m"),
          right("oldest", 6, (row) => row.oldestDays),
          right("files", 5, (row) => (row.attachments as ReconciliationRow["attachments"]).length),
          left("state", 23, (row: object) => reconciliationState(row as ReconciliationRow).toLowerCase()),
          left("sign-off", 14, (row: object) => signedText(row as ReconciliationRow)),
        ],
        after: (rows) => progressLine(standingsOf(rows)),
      },
    },
  }),

  // Support and items as they were before stay on record.
  command("reconciliations.save", {
    summary: "Set an account's reconciling items and its balance per support",
    input: ofAccount.extend({
      support: enteredDecimal.nullable().default(null).describe("Balance per statement, schedule or count"),
      note: z.string().max(2000).optional(),
      items: z.array(reconcilingItem).max(1000).optional(),
    }),
    output: done.extend({ decisions: z.array(z.number().int()) }),
    runs: "writer",
    outdates: ["close"],
    perform: (work, { period, accountId, support, note, items }) =>
      withPeriod(work, period, (setting) => saveReconciliation(setting, { ...actOf(work), accountId, support, note: note ?? null, items })),
  }),

  command("reconciliations.attach", {
    summary: "Attach a file to an account's reconciliation. Tieout keeps a copy with the client's data",
    input: ofAccount.extend({
      fileName: z.string().trim().min(1).max(255),
      content: z
        .string()
        .min(1, "choose a file that isn't empty")
        .max(70_000_000, "choose a file of at most 50 MB")
        .describe("File to attach"),
    }),
    output: done.extend({ attachment }),
    runs: "writer",
    perform: (work, { clientId: client, period, accountId, fileName, content }) =>
      withPeriod(work, period, (setting) => {
        const { db } = work.mirror;
        const bytes = bytesOf(content);
        if (!bytes.ok) return bytes;
        const sha256 = keepFile(work.home, client, bytes.value);
        const kept = { sha256, fileName, bytes: bytes.value.length };
        noteAttachment(db, { ...kept, ...actOf(work) });
        const pinned = pinFiles(setting, { ...actOf(work), accountId, change: (standing) => [...standing, sha256] });
        return pinned.ok ? ok({ ...pinned.value, attachment: readAttachments(db, [sha256])[0] ?? kept }) : pinned;
      }),
    command: {
      verb: "reconciliation attach",
      options: { accountId: "account", content: { option: "file", file: "base64" }, fileName: { option: "file", file: "name" } },
      lines: ({ attachment: { fileName, sha256 } }) => [`${fileName} attached. SHA-256: ${sha256}`],
    },
  }),

  // Its copy stays, as what was seen.
  command("reconciliations.detach", {
    summary: "Detach a file from an account's reconciliation",
    input: ofAccount.extend({ sha256: z.string().max(64) }),
    output: done,
    runs: "writer",
    perform: (work, { period, accountId, sha256 }) =>
      withPeriod(work, period, (setting) =>
        pinFiles(setting, {
          ...{ ...actOf(work), accountId },
          change: (standing) => (standing.includes(sha256) ? standing.filter((one) => one !== sha256) : null),
        }),
      ),
  }),

  query("reconciliations.file", {
    summary: "Get an attached file after checking it against its hash",
    input: z.object({ clientId, sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: attachment.extend({ content: z.string() }),
    runs: "reader",
    perform: ({ mirror, home }, { clientId: client, sha256 }) => {
      const [found] = readAttachments(mirror.db, [sha256]);
      if (found === undefined) {
        const message = `This client has no attached file with the SHA-256 hash ${sha256}.`;
        return fail({ code: "not_found", message, field: "sha256" });
      }
      const content = readFile(home, client, sha256);
      if (content !== null) return ok({ ...found, content: Buffer.from(content).toString("base64") });
      return fail({
        code: "damaged",
        message: `Tieout's copy of ${found.fileName} is missing from the data folder, or was changed there.`,
        field: "sha256",
        next: "Attach the same file again, or restore a backup that has the file.",
      });
    },
  }),
] as const;
