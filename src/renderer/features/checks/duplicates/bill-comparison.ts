import type { DocumentView } from "#shared/contract/books/documents.ts";
import type { DuplicatePage } from "#shared/contract/close/reviews.ts";
import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { formatMoney } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";

/** A bill or an expense of a pair. */
export type Bill = DuplicatePage["rows"][number]["documents"][number];

/** What of a bill is compared besides its number, date and amount; empty texts where there is nothing. */
export interface BillFacts {
  readonly outstanding: string;
  readonly net: DecimalString;
  readonly memo: string;
  /** The accounts or items of its lines, each once. */
  readonly accounts: string;
  /** What was applied to it, one text each. */
  readonly applied: readonly string[];
}

/** A bill's or an expense's name next to another. */
export function nameOf({ type, number, reference, date }: Pick<Bill, "type" | "number" | "reference" | "date">): string {
  const named = { number: number ?? reference ?? t("dated {date}", { date: formatDay(date) }) };
  return type === "cash_purchase" ? t("Expense {number}", named) : t("Bill {number}", named);
}

/** A bill's open amount, memo, accounts and what has been applied to it, in words. */
export function billFacts({ document, names }: Pick<DocumentView, "document" | "names">): BillFacts {
  const { outstanding, memo, lines, allocations, id } = document;
  const accounts = lines.flatMap((line) => line.accountId ?? line.itemId ?? []).map((account) => names[account] ?? account);
  return {
    outstanding: formatMoney(outstanding.amount, outstanding.currency),
    net: sumDecimals(["0" as DecimalString, ...lines.map(({ net }) => net.amount)]),
    memo: memo ?? "",
    accounts: [...new Set(accounts)].join(", "),
    applied: allocations
      .filter(({ toId }) => toId === id)
      .map(({ fromId, fromKind, amount, date }) =>
        t("{what} {number} ({amount}{date})", {
          what: fromKind === "payment" ? t("Payment") : t("Credit"),
          // A ledger's own id says nothing to a person.
          number: names[fromId] === fromId ? "" : (names[fromId] ?? ""),
          amount: whole(formatMoney(amount.amount, amount.currency)),
          date: date === undefined ? "" : t(", {date}", { date: whole(formatDay(date)) }),
        }).replace("  ", " "),
      ),
  };
}

/** An amount or a day that stays on one line. */
function whole(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}
