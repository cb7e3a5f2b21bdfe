import type { PartyRow } from "#shared/contract/books/records.ts";
import type { MergedPartyRow } from "#shared/contract/close/reviews.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { classes } from "../controls/classes.ts";
import { Figure, NoFigure } from "../figures/figure.tsx";
import { balanceDifferences, differenceNotes } from "./balance-difference.ts";
import own from "./contact-card.module.css";

export type PartyBalances = MergedPartyRow["party"];

/** Why the ledger's own balance isn't shown. */
export function unreportedWords(merged: boolean): string {
  return merged
    ? t("The ledger doesn't report this balance, or reports it in different currencies.")
    : t("The ledger doesn't report this balance.");
}

/** What the second of a contact's balances is. */
export const PER_OPEN_ITEMS = t("“Per open items” is the total of open invoices or bills, less unapplied credits, receipts and payments.");

interface PartyCardProps {
  readonly party: PartyBalances;
  readonly label?: string;
  /** Merged contacts' balances in different currencies have no sum. */
  readonly merged?: boolean;
  /** What is open and what is unapplied, apart, which explains a difference between the two balances; null where it isn't known. */
  readonly amounts?: PartyRow["amounts"] | null;
}

/** A party with both balances: the ledger's own, and what we add up from its open documents, per currency. */
export function PartyCard({ party, label, merged = false, amounts = null }: PartyCardProps) {
  const currency = onlyCurrency(party);
  const notes = amounts === null ? [] : differenceNotes(balanceDifferences(party), amounts);
  return (
    <article className={own.card} aria-label={label === undefined ? party.name : `${label}: ${party.name}`}>
      {label === undefined ? null : <p className={own.label}>{label}</p>}
      <h3 className={own.name}>{party.name}</h3>
      <p className={text.muted}>{roles(party)}</p>
      <table className={own.balances} aria-label={t("Balances for {name}", { name: party.name })}>
        <thead>
          <tr>
            <th scope="col">
              <span className={text.muted}>{t("Balance")}</span>
            </th>
            <th scope="col">{t("Receivables")}</th>
            <th scope="col">{t("Payables")}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{currency === null ? t("Per ledger") : t("Per ledger, {currency}", { currency })}</th>
            <Ledgers balance={party.receivable} showCurrency={currency === null} merged={merged} />
            <Ledgers balance={party.payable} showCurrency={currency === null} merged={merged} />
          </tr>
          {party.open.map(({ currency, receivable, payable }) => (
            <tr key={currency}>
              <th scope="row" title={PER_OPEN_ITEMS}>
                {t("Per open items, {currency}", { currency })}
              </th>
              <td>
                <Figure amount={receivable} currency={currency} />
              </td>
              <td>
                <Figure amount={payable} currency={currency} />
              </td>
            </tr>
          ))}
          {party.open.length > 0 ? null : (
            <tr>
              <th scope="row" title={PER_OPEN_ITEMS}>
                {t("Per open items")}
              </th>
              <td>{t("None")}</td>
              <td>{t("None")}</td>
            </tr>
          )}
        </tbody>
      </table>
      {notes.map(({ side, explained, words }) => (
        <p key={side} className={classes(own.note, explained ? text.mutedSmall : text.lateSmall)}>
          {words}
        </p>
      ))}
    </article>
  );
}

/** The currency of both of the ledger's balances, for the row's label; of what is open where the ledger reports none. */
function onlyCurrency({ receivable, payable, open }: PartyBalances): string | null {
  const reported = [receivable, payable].flatMap((balance) => (balance === null ? [] : [balance.currency]));
  const currencies = new Set(reported.length > 0 ? reported : open.map(({ currency }) => currency));
  const [only] = currencies;
  return currencies.size === 1 && only !== undefined ? only : null;
}

interface LedgersProps {
  readonly balance: PartyBalances["receivable"];
  readonly showCurrency: boolean;
  readonly merged: boolean;
}

function Ledgers({ balance, showCurrency, merged }: LedgersProps) {
  if (balance === null)
    return (
      <td>
        <NoFigure why={unreportedWords(merged)} />
      </td>
    );
  return (
    <td>
      <Figure amount={balance.amount} currency={balance.currency} showCurrency={showCurrency} />
    </td>
  );
}

function roles({ isCustomer, isVendor, taxIdentifier }: PartyBalances): string {
  const role =
    isCustomer && isVendor
      ? t("Customer and vendor")
      : isCustomer
        ? t("Customer")
        : isVendor
          ? t("Vendor")
          : t("Neither customer nor vendor");
  return taxIdentifier === null ? role : t("{role}, tax ID {taxIdentifier}", { role, taxIdentifier });
}
