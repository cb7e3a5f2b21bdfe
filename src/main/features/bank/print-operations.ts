import { z } from "zod";
import { findPeriod } from "#main/features/periods/find-period.ts";
import { type ClientWork, clientStep } from "#main/operations/client-work.ts";
import { query } from "#main/operations/operation.ts";
import { findBankAccount } from "#main/store/bank/bank-accounts.ts";
import { accountFacts, bankReconciliation } from "#main/store/bank/bank-work.ts";
import { clientId, shortId } from "#shared/contract/fields.ts";
import { fail, ok } from "#shared/kernel/result.ts";

const ofAccount = z.object({
  clientId,
  period: shortId.describe("Period (ID, label or month, such as 2026-10)"),
  accountId: shortId.describe("Bank or card account (ID, code or name)"),
});

const collect = clientStep("bank.toPrint", "reader", ({ mirror, yearEnd, books }: ClientWork, input: z.output<typeof ofAccount>) => {
  const period = findPeriod({ mirror, yearEnd }, input.period);
  if (!period.ok) return period;
  const account = findBankAccount(mirror, input.accountId, books.baseCurrency);
  if (!account.ok) return account;
  return ok(bankReconciliation(accountFacts(mirror, account.value, books.baseCurrency), period.value.end));
});

export const bankPrintSteps = [collect] as const;

/** The reconciliation as a document for the file. */
export const bankPrintOperations = [
  query("bank.print", {
    summary: "Print the bank reconciliation of an account as a PDF",
    input: ofAccount,
    output: z.object({ name: z.string(), content: z.string() }),
    runs: "core",
    perform: async (context, input) => {
      if (context.printReconciliation === undefined)
        return fail({ code: "not_supported", message: "PDFs aren't available in this version of Tieout." });
      const found = await context.perform(collect, input);
      if (!found.ok) return found;
      const client = await context.pool.must("firm.client", { clientId: input.clientId });
      const { asOf, account } = found.value;
      const bytes = await context.printReconciliation({
        ...{ clientName: client?.name ?? input.clientId, person: context.person, madeAt: context.clock.now(), reconciliation: found.value },
      });
      const name = `bank-reconciliation-${(account.code ?? account.name).replaceAll(/[^\p{L}\p{N}]+/gu, "-")}-${asOf}.pdf`;
      return ok({ name, content: Buffer.from(bytes).toString("base64") });
    },
    command: { verb: "bank print", options: { accountId: "account" }, file: (printed) => printed, lines: () => [] },
  }),
] as const;
