import type { BankReconciliation } from "#shared/contract/close/bank.ts";

/** What is between the balance per books and the balance per statement. */
type StepNames = Readonly<Record<keyof BankReconciliation["totals"], string>>;

const ASSET: StepNames = {
  payments: "Plus outstanding payments",
  receipts: "Less outstanding receipts",
  lines: "Plus unreconciled statement lines",
  fees: "Less fees not in the books",
};

const LIABILITY: StepNames = {
  payments: "Less outstanding charges",
  receipts: "Plus outstanding payments and credits",
  lines: "Plus unreconciled statement lines",
  fees: "Plus fees not in the books",
};

/** The names of the steps as people read them: what is owed on a card grows with a charge, where money in a bank shrinks with a payment. */
export function stepNames({ account }: Pick<BankReconciliation, "account">): StepNames {
  return account.isLiability ? LIABILITY : ASSET;
}
