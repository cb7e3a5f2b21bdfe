import { z } from "zod";
import { bytesOf } from "#main/operations/base64.ts";
import type { ClientWork } from "#main/operations/client-work.ts";
import { command } from "#main/operations/operation.ts";
import { type BankAccount, findBankAccount } from "#main/store/bank/bank-accounts.ts";
import { keepBalance } from "#main/store/bank/bank-decisions.ts";
import { importedStatements } from "#main/store/bank/statement-store.ts";
import { keepFile } from "#main/store/records/attachment-files.ts";
import { noteAttachment } from "#main/store/records/attachment-store.ts";
import { clientId, day, done, shortId } from "#shared/contract/fields.ts";
import { absoluteDecimal, compareDecimals, type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { dayName, moneyName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { enteredDecimal } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { actOf } from "./operations.ts";

const balance = z.object({
  clientId,
  accountId: shortId.describe("Bank or card account (ID, code or name)"),
  date: day.describe("Date of the closing balance"),
  closing: enteredDecimal.describe("Closing balance on the statement. If money is owed on the account, enter a negative amount"),
  // Both are `--file`; the help is the content's, which comes last.
  fileName: z.string().trim().min(1).max(255).optional(),
  content: z.string().max(28_000_000, "choose a file of at most 20 MB").optional().describe("PDF of the statement, kept as evidence"),
});

/** Balances that people read from paper or PDF statements. */
export const bankBalanceOperations = [
  command("bank.balance", {
    summary: "Enter a bank statement's closing balance, with or without the PDF as evidence",
    input: balance,
    output: done,
    runs: "writer",
    outdates: ["close"],
    perform: keepTyped,
    command: {
      verb: "bank balance",
      options: { accountId: "account", content: { option: "file", file: "base64" }, fileName: { option: "file", file: "name" } },
      lines: ({ decisionNo }, { clientId: client }) => [
        `Closing balance saved. To remove it: tieout decision undo --client ${client} --decision ${decisionNo} --outright`,
      ],
    },
  }),
] as const;

function keepTyped(work: ClientWork, given: z.output<typeof balance>): Result<{ readonly decisionNo: number }, Failure> {
  const { mirror, books } = work;
  const account = findBankAccount(mirror, given.accountId, books.baseCurrency);
  if (!account.ok) return account;
  const { accountId } = account.value;
  const stated = importedStatements(mirror, accountId).find(({ to, closing }) => to === given.date && closing !== null);
  if (stated?.closing != null && compareDecimals(stated.closing, given.closing) !== 0)
    return fail({
      code: "conflict",
      message: `The imported statement ${stated.fileName} already has a closing balance of ${balanceName(stated.closing, account.value)} on ${dayName(given.date)}, so the balance you entered wasn't saved.`,
      field: "closing",
      next: "If the statement's balance is wrong, remove that statement first: choose Bank statements on the account's Bank screen.",
    });
  const file = evidence(work, given);
  return file.ok ? ok({ decisionNo: keepBalance(mirror, accountId, { ...pick(given), file: file.value }, actOf(work)) }) : file;
}

/** What is owed on a card says so: the window takes it as a positive amount, the command line as a negative one. */
function balanceName(closing: DecimalString, { isLiability, currency }: BankAccount): string {
  if (!isLiability || isZero(closing)) return moneyName({ amount: closing, currency });
  return `${moneyName({ amount: absoluteDecimal(closing), currency })} ${closing.startsWith("-") ? "owed" : "overpaid"}`;
}

const pick = ({ date, closing }: z.output<typeof balance>) => ({ date, closing });

/** Keeps the PDF under its hash; null where none was given. */
function evidence(
  work: ClientWork,
  { clientId: client, content, fileName }: z.output<typeof balance>,
): Result<{ readonly sha256: string; readonly fileName: string } | null, Failure> {
  if (content === undefined) return ok(null);
  const bytes = bytesOf(content);
  if (!bytes.ok) return bytes;
  const start = String.fromCharCode(...bytes.value.slice(0, 1024));
  if (!start.includes("%PDF-"))
    return fail({
      code: "invalid_input",
      message: "The file isn't a PDF. To use an OFX, CAMT.053, MT940 or CSV file, import it as a statement.",
      field: "file",
    });
  const name = fileName ?? "statement.pdf";
  const sha256 = keepFile(work.home, client, bytes.value);
  noteAttachment(work.mirror.db, { sha256, fileName: name, bytes: bytes.value.length, ...actOf(work) });
  return ok({ sha256, fileName: name });
}
