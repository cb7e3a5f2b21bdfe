import { unappliedCash } from "#main/store/aging/aging.ts";
import { vendorsWithoutTaxId } from "#main/store/contacts/vendors-without-tax-id.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { removedInPeriod, removedRecords } from "#main/store/documents/removed-records.ts";
import { uncategorisedLines } from "#main/store/documents/uncategorised-lines.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import { listOrderMatches, ordersToReview } from "#main/store/orders/order-matches.ts";
import { type GateOf, type GateSetting, ITEMS_SHOWN, item, noneLeft } from "./gate.ts";

/** Lines without an account, or on one whose name says that nobody decided. */
export function noUncategorised({ reader, period }: GateSetting, { accountNames }: GateOf<"no_uncategorised">) {
  const lines = uncategorisedLines(reader, period, accountNames);
  const items = [...new Set(lines.map(({ documentId }) => documentId))].map((id) => item(documentNameOf(reader, id) ?? id, "document", id));
  return noneLeft(items, "Every line has an account.", (count) => `${count} documents have lines that are not categorised.`);
}

/** Pairs of bills that look alike, one of them in the period, and that nobody dismissed. */
export function noOpenDuplicate({ reader, period }: GateSetting) {
  const { rows, found } = listDuplicates(reader, { within: period, limit: ITEMS_SHOWN });
  const items = rows.map(({ documents: [a, b], score }) =>
    item(
      `${a.partyName ?? "(no vendor)"}: ${a.number ?? a.id} and ${b.number ?? b.id}, ${a.total} ${a.currency}, score ${score}`,
      "document",
      a.id,
    ),
  );
  return { ...noneLeft(items, "No pair of bills is open.", () => `${found} pairs of bills may be one.`), count: found };
}

/** Vendors of the period without a tax identifier; what stands for one party is one. */
export function noMissingTaxId({ reader, period }: GateSetting) {
  const items = vendorsWithoutTaxId(reader, period).map(({ partyId, name }) => item(name, "party", partyId));
  return noneLeft(items, "Every vendor has a tax identifier.", (count) => `${count} vendors have none.`);
}

/** Cash and credits that wait for a document at the period's end. */
export function noUnappliedCash({ reader, period, books }: GateSetting) {
  const sides = (["receivable", "payable"] as const).map((side) => ({
    side,
    rows: unappliedCash(reader, { side, asOfDate: period.end, baseCurrency: books.baseCurrency }),
  }));
  const items = sides.flatMap(({ side, rows }) =>
    rows.map(({ party, amount, currency, kind }) =>
      item(`${party?.name ?? "(no party)"}: ${amount} ${currency}, ${kind}, ${side}`, "party", party?.id ?? null),
    ),
  );
  return noneLeft(items, `Nothing is unapplied at ${period.end}.`, (count) => `${count} amounts are unapplied at ${period.end}.`);
}

/** Orders with a bill of the period that was billed otherwise than ordered, or whose match nobody confirmed. */
export function ordersMatched({ reader, period }: GateSetting) {
  const open = ordersToReview(listOrderMatches(reader), period);
  const items = open.map(({ orderId, number, state, source, overBilled, currency, bills }) => {
    const over = overBilled === null ? "" : `, ${overBilled} ${currency} over`;
    return item(
      `Order ${number ?? orderId}: ${source === "proposed" ? "proposed" : state.replaceAll("_", " ")}${over}`,
      "document",
      bills[0]?.id ?? null,
    );
  });
  return noneLeft(items, "Every bill of an order matches it.", (count) => `${count} orders do not match their bills.`);
}

/** Documents and payments of the period that the ledger no longer has. */
export function noRemovedRecord({ reader, period }: GateSetting) {
  const items = removedInPeriod(removedRecords(reader, period.end), period).map(({ id, name }) => item(name, "document", id));
  return noneLeft(items, "No document of the period was removed.", (count) => `${count} documents of the period are gone from the ledger.`);
}
