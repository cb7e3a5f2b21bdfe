import { z } from "zod";
import { overlaps } from "#main/domain/bank-statements/overlaps.ts";
import { readStatements, type StatementFile } from "#main/domain/bank-statements/read-statements.ts";
import { findPeriod } from "#main/features/periods/find-period.ts";
import { bytesOf } from "#main/operations/base64.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { findBankAccount } from "#main/store/bank/bank-accounts.ts";
import { rememberedMapping, rememberMapping } from "#main/store/bank/bank-decisions.ts";
import { accountFacts } from "#main/store/bank/bank-work.ts";
import { importStatements, knownAccount } from "#main/store/bank/import-statement.ts";
import {
  importedStatements,
  listStatements,
  removedStatement,
  removeStatement,
  restoreStatement,
} from "#main/store/bank/statement-store.ts";
import { sha256 as hashOf } from "#main/store/database/hash.ts";
import { statementRemoval } from "#main/store/reconciliations/statement-removal.ts";
import { keepFile } from "#main/store/records/attachment-files.ts";
import { noteAttachment } from "#main/store/records/attachment-store.ts";
import {
  bankStatementView,
  type CsvMapping,
  csvMapping,
  type StatementPreview,
  type StatementRemoval,
  statementPreview,
  statementRemoval as statementRemovalView,
} from "#shared/contract/close/bank.ts";
import { clientId, day, shortId } from "#shared/contract/fields.ts";
import { amountName, counted, rangeName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { enteredDecimal } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { actOf } from "./operations.ts";

const accountId = shortId.optional().describe("Bank or card account (ID, code or name). By default, the account that the file belongs to");
const content = z
  .string()
  .min(1, "choose a file that isn't empty")
  .max(28_000_000, "choose a file of at most 20 MB")
  .describe("The bank's file: OFX, QFX, CAMT.053, MT940 or CSV");
const mapping = csvMapping
  .optional()
  .describe("Column mapping of a CSV file, as JSON. Once the file is imported, Tieout remembers the mapping for the account");
const FILE = {
  content: { option: "file", file: "base64" },
  mapping: { option: "mapping", read: readMapping },
  accountId: "account",
} as const;
const FIRST_LINES = 8;

/** Bank files: looked at, imported, removed. */
export const bankImportOperations = [
  query("bank.preview", {
    summary: "Show what Tieout reads in a bank's file, without importing it",
    input: z.object({ clientId, accountId, content, mapping }),
    output: statementPreview,
    runs: "reader",
    perform: (work, input) => {
      const found = mappingFor(work, input);
      if (!found.ok) return found;
      const bytes = bytesOf(input.content);
      if (!bytes.ok) return bytes;
      const { mapping: asked, remembered } = found.value;
      const file = readStatements(bytes.value, asked, remembered);
      return file.ok ? ok(previewOf(work, file.value, remembered && file.value.csv?.mapping === asked)) : file;
    },
    command: { verb: "bank preview", options: FILE },
  }),

  command("bank.import", {
    summary: "Import a bank statement and keep the file. A statement can be imported again only if it was removed",
    input: z.object({
      // Both are `--file`; the help is the content's, which comes last.
      fileName: z.string().trim().min(1).max(255),
      ...{ clientId, accountId, content, mapping },
      onlyNew: z.boolean().default(false).describe("Leave out lines that were imported before"),
      through: day.optional().describe("Last day of the statement, if the file doesn't give it"),
      closing: enteredDecimal.optional().describe("Closing balance, if the file has none"),
    }),
    output: z.array(bankStatementView),
    runs: "writer",
    outdates: ["close"],
    perform: (work, input) => {
      const found = mappingFor(work, input);
      const bytes = found.ok ? bytesOf(input.content) : found;
      if (!bytes.ok || !found.ok) return bytes as Extract<typeof bytes, { ok: false }>;
      const file = readStatements(bytes.value, found.value.mapping, found.value.remembered);
      if (!file.ok) return file;
      if (file.value.statements.length === 0)
        return fail({
          code: "invalid_input",
          message: "The columns of the file aren't clear. Choose what each column contains.",
          field: "mapping",
        });
      return keepImport(work, input, { file: file.value, bytes: bytes.value });
    },
    command: {
      verb: "bank import",
      options: { ...FILE, fileName: { option: "file", file: "name" } },
      lines: (statements) =>
        statements.map(({ lines, from, to, opening, closing }) => {
          const balances =
            opening === null || closing === null ? "" : ` Opening balance ${amountName(opening)}, closing balance ${amountName(closing)}.`;
          return `${counted(lines, "line")} imported for ${rangeName(from, to)}.${balances}`;
        }),
    },
  }),

  query("bank.statements", {
    summary: "List imported bank statements and entered closing balances",
    input: z.object({ clientId }),
    output: z.array(bankStatementView),
    runs: "reader",
    unread: [],
    perform: ({ mirror }) => ok(listStatements(mirror)),
    command: {
      verb: "bank statements",
      table: {
        rows: (statements) => statements,
        columns: [
          right("number", 6, (row) => row.statementNo),
          left("account", 40, (row) => row.accountId),
          left("file", 30, (row) => row.fileName),
          left("days", 26, (row) => `${row.from} to ${row.to}`),
          right("lines", 6, (row) => row.lines),
          right("closing", 14, (row) => row.closing),
        ],
      },
    },
  }),

  query("bank.removal", {
    summary: "Show what changes if a statement or an entered closing balance is removed, without removing it",
    input: z.object({ clientId, statementNo: z.number().int().describe("Statement number") }),
    output: statementRemovalView,
    runs: "reader",
    perform: removalOf,
  }),

  command("bank.remove", {
    summary: "Remove an imported statement. The file and lines are kept, so that the statement can be restored",
    input: z.object({ clientId, statementNo: z.number().int().describe("Statement number") }),
    output: z.object({ removed: z.boolean() }),
    runs: "writer",
    outdates: ["close"],
    perform: (work, { statementNo }) => ok({ removed: removeStatement(work.mirror, statementNo, work.person, work.nowMs) }),
    command: {
      verb: "bank remove",
      options: { statementNo: "statement" },
      lines: ({ removed }, { clientId: client, statementNo }) => [
        removed
          ? `Statement removed. If you restore or import it again, its matches apply again. To restore it: tieout bank restore --client ${client} --statement ${statementNo}`
          : "No imported statement has this number.",
      ],
    },
  }),

  command("bank.restore", {
    summary: "Restore a removed statement with the matches of its lines",
    input: z.object({ clientId, statementNo: z.number().int().describe("Statement number") }),
    output: z.object({ restored: z.literal(true) }),
    runs: "writer",
    outdates: ["close"],
    perform: ({ mirror }, { statementNo }) => {
      const removed = removedStatement(mirror, statementNo);
      if (removed === null)
        return fail({ code: "not_found", message: `No removed statement has the number ${statementNo}.`, field: "statementNo" });
      const other = importedStatements(mirror, removed.accountId).find((one) => overlaps(one, removed));
      if (other !== undefined)
        return fail({
          code: "already_exists",
          message: `The imported statement ${other.fileName} (${rangeName(other.from, other.to)}) covers some of the same days. Remove that statement before you restore this one.`,
          field: "statementNo",
        });
      restoreStatement(mirror, statementNo);
      return ok({ restored: true as const });
    },
    command: { verb: "bank restore", options: { statementNo: "statement" }, lines: () => ["Statement restored."] },
  }),
] as const;

function removalOf(work: ClientWork, { statementNo }: { readonly statementNo: number }): Result<StatementRemoval, Failure> {
  const { mirror, books, yearEnd } = work;
  const one = listStatements(mirror).find((stated) => stated.statementNo === statementNo);
  if (one === undefined) return fail({ code: "not_found", message: "No imported statement has this number.", field: "statementNo" });
  const account = findBankAccount(mirror, one.accountId, books.baseCurrency);
  if (!account.ok) return account;
  const periodOf = (periodId: string) => {
    const period = findPeriod({ mirror, yearEnd }, periodId);
    return period.ok ? period.value : null;
  };
  const { signOffs, ...counts } = statementRemoval(mirror, accountFacts(mirror, account.value, books.baseCurrency), one, periodOf);
  const labelOf = (periodId: string) => periodOf(periodId)?.label ?? periodId;
  return ok({ ...counts, signOffs: signOffs.map(({ periodId, role, person }) => ({ period: labelOf(periodId), role, person })) });
}

interface FileInput {
  readonly accountId?: string | undefined;
  readonly mapping?: CsvMapping | undefined;
}

/** The mapping that was given, else the one that is remembered for the account. */
function mappingFor({ mirror, books }: ClientWork, input: FileInput): Result<{ mapping: CsvMapping | null; remembered: boolean }, Failure> {
  if (input.accountId === undefined || input.mapping !== undefined) return ok({ mapping: input.mapping ?? null, remembered: false });
  const account = findBankAccount(mirror, input.accountId, books.baseCurrency);
  if (!account.ok) return account;
  const remembered = rememberedMapping(mirror, account.value.accountId);
  return ok({ mapping: remembered, remembered: remembered !== null });
}

function previewOf({ mirror }: ClientWork, file: StatementFile, remembered: boolean): StatementPreview {
  return {
    format: file.format,
    statements: file.statements.map(({ lines, format: _format, ...one }) => ({
      ...one,
      lines: lines.length,
      first: lines.slice(0, FIRST_LINES).map(({ place: _place, ...line }) => line),
      knownAccountId: knownAccount(mirror, one.bankAccount),
    })),
    csv: file.csv === null ? null : { ...file.csv, remembered },
  };
}

interface ImportInput extends FileInput {
  readonly clientId: string;
  readonly fileName: string;
  readonly onlyNew: boolean;
  readonly through?: z.output<typeof day> | undefined;
  readonly closing?: z.output<typeof enteredDecimal> | undefined;
}

function keepImport(work: ClientWork, input: ImportInput, { file, bytes }: { readonly file: StatementFile; readonly bytes: Uint8Array }) {
  const { mirror, home, books } = work;
  const sha256 = hashOf(bytes);
  noteAttachment(mirror.db, { sha256, fileName: input.fileName, bytes: bytes.length, ...actOf(work) });
  const imported = importStatements(mirror, {
    ...{ file, sha256, baseCurrency: books.baseCurrency, onlyNew: input.onlyNew, ...actOf(work) },
    ...{ accountId: input.accountId ?? null, through: input.through ?? null, closing: input.closing ?? null },
  });
  if (!imported.ok) return imported;
  keepFile(home, input.clientId, bytes);
  const kept = importedStatements(mirror).filter(({ statementNo }) => imported.value.includes(statementNo));
  for (const { accountId: own } of kept)
    if (file.csv !== null && file.csv.mapping !== null) rememberMapping(mirror, own, file.csv.mapping, actOf(work));
  return ok(kept);
}

function readMapping(text: string): Result<unknown, Failure> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return fail({ code: "usage", message: "The mapping isn't valid JSON." });
    throw error;
  }
}
