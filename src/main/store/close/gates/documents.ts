import { unappliedCash } from "#main/store/aging/aging.ts";
import { vendorsWithoutTaxId } from "#main/store/contacts/vendors-without-tax-id.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { isDocument } from "#main/store/documents/record-number.ts";
import { removedInPeriod, removedRecords } from "#main/store/documents/removed-records.ts";
import { uncategorisedLines } from "#main/store/documents/uncategorised-lines.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import { listOrderMatches, ordersNotCompared, ordersToReview } from "#main/store/orders/order-matches.ts";
import { amountName, counted, moneyName, periodName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { type GateOf, type GateSetting, ITEMS_SHOWN, item, noneLeft } from "./gate.ts";

/** Lines without an account, or on one whose name marks a parking account. */
export function noUncategorised({ reader, period }: GateSetting, { accountNames }: GateOf<"no_uncategorised">) {
  const lines = uncategorisedLines(reader, period, accountNames);
  const items = [...new Set(lines.map(({ documentId }) => documentId))].map((id) => item(documentNameOf(reader, id) ?? id, "document", id));
  return noneLeft(
    items,
    t("All lines of posted transactions from {period} are categorized.", { period: periodName(period.label) }),
    (count) => t("Uncategorized lines in {transactions}.", { transactions: counted(count, "transaction") }),
  );
}

/** Possible duplicate bills of the period that haven't been dismissed. */
export function noOpenDuplicate({ reader, period }: GateSetting) {
  const { rows, found, cut } = listDuplicates(reader, { within: period, limit: ITEMS_SHOWN });
  const left = cut.reduce((sum, { notCompared }) => sum + notCompared, 0);
  const notCompared = left === 0 ? "" : ` Pairs not compared: ${amountName(String(left))}.`;
  const items = rows.map(({ documents: [a, b], score }) =>
    item(
      `${a.partyName ?? t("No vendor")}: ${a.number ?? t("no number")} and ${b.number ?? t("no number")}, ${moneyName({ amount: a.total, currency: a.currency })}, match score ${score} of 100`,
      "document",
      a.id,
    ),
  );
  return {
    ...noneLeft(
      items,
      `No possible duplicate bills left to review in ${periodName(period.label)}.${notCompared}`,
      () => `${counted(found, "pair")} of possible duplicate bills to review in ${periodName(period.label)}.${notCompared}`,
    ),
    count: found,
    ...(left === 0 || items.length > 0 ? {} : { partly: true }),
  };
}

/** Vendors with a bill, an expense or a payment in the period and no tax ID. Merged contacts count once. */
export function noMissingTaxId({ reader, period }: GateSetting) {
  const items = vendorsWithoutTaxId(reader, period).map(({ partyId, name }) => item(name, "party", partyId));
  const name = periodName(period.label);
  return noneLeft(items, t("Every vendor with a bill, an expense or a payment in {period} has a tax ID.", { period: name }), (count) =>
    count === 1
      ? t("1 vendor with a bill, an expense or a payment in {period} has no tax ID.", { period: name })
      : t("{count} vendors with bills, expenses or payments in {period} have no tax ID.", { count, period: name }),
  );
}

/** Payments and credits that settle nothing yet at the period's end. */
export function noUnappliedCash({ reader, period, books }: GateSetting) {
  const sides = (["receivable", "payable"] as const).map((side) => ({
    side,
    rows: unappliedCash(reader, { side, asOfDate: period.end, baseCurrency: books.baseCurrency }),
  }));
  const items = sides.flatMap(({ side, rows }) =>
    rows.map(({ party, amount, currency, kind }) =>
      item(
        `${party?.name ?? "No contact"}: ${moneyName({ amount, currency })}, ${kind}, ${side === "receivable" ? t("receivables") : t("payables")}`,
        "party",
        party?.id ?? null,
      ),
    ),
  );
  return noneLeft(items, `Nothing unapplied as of ${period.end}.`, (count) => `${counted(count, "unapplied amount")} as of ${period.end}.`);
}

/** Orders with a bill in the period that doesn't match, or whose match isn't confirmed. Those that can't be compared are only counted. */
export function ordersMatched({ reader, period }: GateSetting) {
  const matches = listOrderMatches(reader);
  const open = ordersToReview(matches, period);
  const left = ordersNotCompared(matches, period).length;
  const notCompared =
    left === 0
      ? ""
      : ` ${counted(left, "open purchase order")} dated through ${period.end} can't be compared: the ledger doesn't show what's billed.`;
  const items = open.map(({ orderId, number, source, overBilled, currency, bills }) => {
    const over = overBilled === null ? "" : `, overbilled by ${moneyName({ amount: overBilled, currency })}`;
    return item(
      `Purchase order ${number ?? orderId}: ${source === "proposed" ? "match not confirmed" : "doesn't match its bills"}${over}`,
      "document",
      bills[0]?.id ?? null,
    );
  });
  const billed = `billed in ${periodName(period.label)}`;
  return {
    ...noneLeft(
      items,
      `No purchase orders ${billed} are left to review.${notCompared}`,
      (count) => `${counted(count, "purchase order")} ${billed} ${count === 1 ? "needs" : "need"} review.${notCompared}`,
    ),
    ...(left === 0 || items.length > 0 ? {} : { partly: true }),
  };
}

/** Transactions of the period that were deleted in the ledger. */
export function noRemovedRecord({ reader, period }: GateSetting) {
  const items = removedInPeriod(removedRecords(reader, period.end), period).map(({ id, name }) =>
    item(name, isDocument(reader, id) ? "document" : null, id),
  );
  const name = periodName(period.label);
  return noneLeft(
    items,
    `No posted transactions from ${name} were deleted in the ledger.`,
    (count) => `${counted(count, "posted transaction")} from ${name} ${count === 1 ? "was" : "were"} deleted in the ledger.`,
  );
}
