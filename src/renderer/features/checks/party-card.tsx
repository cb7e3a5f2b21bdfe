import type { MergedPartyRow } from "#shared/contract/reviews.ts";
import { Money } from "../../components/money.tsx";
import styles from "./checks.module.css";
import own from "./party-card.module.css";

export type PartyBalances = MergedPartyRow["party"];

/** A party with both balances: the ledger's own, and what we add up from its open documents, per currency. */
export function PartyCard({ party, label }: { readonly party: PartyBalances; readonly label?: string }) {
  return (
    <article className={own.card} aria-label={label === undefined ? party.name : `${label}: ${party.name}`}>
      {label === undefined ? null : <p className={own.label}>{label}</p>}
      <h3 className={own.name}>{party.name}</h3>
      <p className={styles.quiet}>{roles(party)}</p>
      <table className={own.balances} aria-label={`Balances of ${party.name}`}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.quiet}>Balance</span>
            </th>
            <th scope="col">Receivable</th>
            <th scope="col">Payable</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Ledger says</th>
            <Ledgers balance={party.receivable} />
            <Ledgers balance={party.payable} />
          </tr>
          {party.open.map(({ currency, receivable, payable }) => (
            <tr key={currency}>
              <th scope="row">Open documents, {currency}</th>
              <td>
                <Money amount={receivable} currency={currency} />
              </td>
              <td>
                <Money amount={payable} currency={currency} />
              </td>
            </tr>
          ))}
          {party.open.length > 0 ? null : (
            <tr>
              <th scope="row">Open documents</th>
              <td>none</td>
              <td>none</td>
            </tr>
          )}
        </tbody>
      </table>
    </article>
  );
}

function Ledgers({ balance }: { readonly balance: PartyBalances["receivable"] }) {
  if (balance === null) return <td title="The ledger states no balance of its own">n/a</td>;
  return (
    <td>
      <Money amount={balance.amount} currency={balance.currency} showCurrency />
    </td>
  );
}

function roles({ isCustomer, isVendor, taxIdentifier }: PartyBalances): string {
  const role = [...(isCustomer ? ["Customer"] : []), ...(isVendor ? ["Vendor"] : [])].join(" and ") || "No role yet";
  return taxIdentifier === null ? role : `${role}, tax identifier ${taxIdentifier}`;
}
