import type { DocumentView } from "#shared/contract/books/documents.ts";
import type { PartyDetail } from "#shared/contract/books/records.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { formatMoney } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import type { Bill } from "../../../format/labels/duplicate-labels.ts";
import { t } from "../../../language/t.ts";

/** What of a bill is compared besides its number, date and amount; empty texts where there is nothing. */
export interface BillFacts {
  readonly outstanding: string;
  readonly memo: string;
  /** The accounts or items of its lines, each once. */
  readonly accounts: string;
  /** What was applied to it. */
  readonly applied: string;
}

/** One field of two bills. */
export interface ComparedRow {
  readonly name: string;
  readonly values: readonly [string, string];
  readonly isSame: boolean;
}

/** A bill's open amount, memo, accounts and what has been applied to it, in words. */
export function billFacts({ document, names }: Pick<DocumentView, "document" | "names">): BillFacts {
  const { outstanding, memo, lines, allocations, id } = document;
  const accounts = lines.flatMap((line) => line.accountId ?? line.itemId ?? []).map((account) => names[account] ?? account);
  const applied = allocations
    .filter(({ toId }) => toId === id)
    .map(({ fromId, fromKind, amount, date }) =>
      t("{what} {number} ({amount}{date})", {
        what: fromKind === "payment" ? t("Payment") : t("Credit"),
        // A ledger's own id says nothing to a person.
        number: names[fromId] === fromId ? "" : (names[fromId] ?? ""),
        amount: whole(formatMoney(amount.amount, amount.currency)),
        date: date === undefined ? "" : t(", {date}", { date: whole(formatDay(date)) }),
      }).replace("  ", " "),
    );
  return {
    outstanding: isZero(outstanding.amount) ? "" : formatMoney(outstanding.amount, outstanding.currency),
    memo: memo ?? "",
    accounts: [...new Set(accounts)].join(", "),
    applied: applied.length === 0 ? t("None") : applied.join("; "),
  };
}

/** What is owed to a vendor by its open bills; empty where nothing is. One figure: the ledger's own may leave out credits. */
export function vendorBalance({ open }: Pick<PartyDetail["party"], "open">): string {
  const owed = open.flatMap(({ currency, payable }) => (isZero(payable) ? [] : [formatMoney(payable, currency)]));
  return owed.length === 0 ? "" : t("{amount}, net of unapplied credits and payments", { amount: owed.join("; ") });
}

/** The fields of a pair in the order in which they are compared; those that aren't known yet are left out. */
export function comparedRows(
  [a, b]: readonly [Bill, Bill],
  facts: readonly [BillFacts, BillFacts] | null,
  balances: readonly [string, string] | null,
): readonly ComparedRow[] {
  const of = (name: string, read: (bill: Bill) => string) => rowOf(name, [read(a), read(b)]);
  const fact = (name: string, key: keyof BillFacts) => (facts === null ? [] : [rowOf(name, [facts[0][key], facts[1][key]])]);
  return [
    of(t("Vendor"), ({ partyName }) => partyName ?? t("None")),
    of(t("Date"), ({ date }) => formatDay(date)),
    of(t("Amount"), ({ total, currency }) => formatMoney(total, currency)),
    ...([a, b].some((bill) => besideNumber(bill) !== "") ? [of(t("Reference"), besideNumber)] : []),
    ...fact(t("Outstanding"), "outstanding"),
    ...fact(t("Memo"), "memo"),
    ...fact(t("Accounts or items"), "accounts"),
    ...fact(t("Payments and credits"), "applied"),
    ...(balances === null ? [] : [rowOf(t("Vendor balance"), balances)]),
  ];
}

/** A bill's reference, unless it is what the bill is called by. */
function besideNumber({ number, reference }: Bill): string {
  return number === null ? "" : (reference ?? "");
}

function rowOf(name: string, [a, b]: readonly [string, string]): ComparedRow {
  const shown = (value: string) => (value === "" ? "–" : value);
  return { name, values: [shown(a), shown(b)], isSame: a === b };
}

/** An amount or a day that stays on one line. */
function whole(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}
