import type { PartyList, PartyRow } from "#shared/contract/books/records.ts";
import { readFigureId } from "../../format/addresses/figure-id.ts";
import { t } from "../../language/t.ts";
import type { ExplainedFigure } from "../../ui/figures/figure-panel.tsx";
import { FigureTransactions } from "../../ui/figures/figure-transactions.tsx";
import { PARTY_FIGURES, type PartyFigure, shownAmounts } from "./contact-rows.ts";

const WORDS: Readonly<Record<PartyFigure, string>> = {
  receivable: t("Receivables"),
  payable: t("Payables"),
  unappliedIn: t("Unapplied AR"),
  unappliedOut: t("Unapplied AP"),
};
const INCLUDED: Readonly<Record<PartyFigure, string>> = {
  receivable: t("Open invoices"),
  payable: t("Open bills"),
  unappliedIn: t("Unapplied credits and receipts"),
  unappliedOut: t("Unapplied credits and payments"),
};
/** What counts in a figure and isn't a transaction of the list below it. */
const UNLISTED: Partial<Readonly<Record<PartyFigure, string>>> = {
  unappliedIn: t("The amount also includes any unapplied receipts from this contact. They aren't listed above."),
  unappliedOut: t("The amount also includes any unapplied payments to this contact. They aren't listed above."),
};
const TYPES = {
  receivable: ["sales_invoice"],
  payable: ["purchase_bill"],
  unappliedIn: ["sales_credit"],
  unappliedOut: ["purchase_credit"],
} as const;

interface Asked {
  readonly clientId: string;
  readonly id: string;
  readonly list: PartyList;
  readonly ownAddress: (partyId: string) => string;
}

/** What is open of a party as a figure: from which documents, and what was read for it. */
export function explainedBalance({ clientId, id, list, ownAddress }: Asked): ExplainedFigure {
  const { rowKey, columnId } = readFigureId(id);
  const found = rowOf(list.rows, rowKey);
  const common = {
    of: "open_items" as const,
    source: "mirror" as const,
    asOf: list.asOf,
    gaps: [],
    checks: ["aging_receivable", "aging_payable"] as const,
  };
  if (found === null)
    return {
      ...common,
      title: t("Contact balances"),
      place: "parties",
      amounts: [],
      facts: [[t("Includes"), t("Open invoices and bills, by currency. Unapplied amounts have their own columns.")]],
      documents: <p>{t("Press Enter on a contact to see its transactions.")}</p>,
    };
  const { party, currency } = found;
  const figure = PARTY_FIGURES.find((name) => name === columnId) ?? (party.isVendor && !party.isCustomer ? "payable" : "receivable");
  const amounts = party.amounts.find((amount) => amount.currency === currency);
  return {
    ...common,
    title: `${party.name}, ${WORDS[figure]}`,
    place: `parties/${party.id}/${currency ?? ""}/${figure}`,
    amounts: amounts === undefined ? [] : [{ amount: shownAmounts(amounts)[figure], currency: amounts.currency }],
    facts: [[t("Includes"), INCLUDED[figure]]],
    documents: (
      <>
        <FigureTransactions
          clientId={clientId}
          filter={{
            ...{ partyId: party.id, withMerged: true, types: [...TYPES[figure]], onlyOpen: true },
            ...(currency === null ? {} : { currency }),
          }}
          amount="outstanding"
          isNegative={figure === "unappliedIn" || figure === "unappliedOut"}
        />
        {UNLISTED[figure] === undefined ? null : <p>{UNLISTED[figure]}</p>}
        <p>
          <a href={`#${ownAddress(party.id)}`}>{t("The contact's balance in Tieout and in the ledger")}</a>
        </p>
      </>
    ),
  };
}

/** The party and currency of a line's key; null for totals and for no line. */
function rowOf(rows: readonly PartyRow[], key: string): { readonly party: PartyRow; readonly currency: string | null } | null {
  for (const party of rows) {
    if (key === party.id) return { party, currency: party.amounts[0]?.currency ?? null };
    const other = party.amounts.find(({ currency }) => key === `${party.id} ${currency}`);
    if (other !== undefined) return { party, currency: other.currency };
  }
  return null;
}
