import type { PartyDetail, PartyRow } from "#shared/contract/books/records.ts";
import { isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { listedParty } from "../../state/core/listed-records.ts";
import { changeDocumentFilter, clearDocumentFilter } from "../../state/views/transaction-filters.ts";
import { usePanelLink } from "../../state/window/panels.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import {
  BALANCE_SIDES,
  type BalanceDifference,
  balanceDifferences,
  type DifferenceNote,
  differenceNotes,
} from "../../ui/contacts/balance-difference.ts";
import { PER_OPEN_ITEMS, unreportedWords } from "../../ui/contacts/contact-card.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { Figure, NoFigure } from "../../ui/figures/figure.tsx";
import { DocumentLine } from "../../ui/figures/figure-transactions.tsx";
import { DetailPanel } from "../../ui/layout/detail-panel.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { Notes } from "../../ui/notes/notes.tsx";
import { roleLabel } from "./contact-rows.ts";
import styles from "./contacts.module.css";

type Balances = PartyDetail["party"];

interface PartyPanelProps {
  readonly clientId: string;
  readonly partyId: string;
}

/** One contact: both balances of each of its records, its newest documents, possible duplicates, and notes. */
export function PartyPanel({ clientId, partyId }: PartyPanelProps) {
  const detail = useCoreQuery("parties.show", { clientId, id: partyId });
  const { data } = detail;
  const listed = listedParty(clientId, partyId);
  const shown = data ?? (detail.isPending ? detailOf(listed) : undefined);
  return (
    <DetailPanel kind={t("Contact")} title={shown?.party.name ?? t("Contact")} busy={detail.isPending}>
      {detail.error === null ? null : <FailureNote failure={detail.error.failure} />}
      {shown === undefined ? null : (
        <>
          <Facts>
            <Fact name={t("Role")}>{roleLabel({ ...shown.party, isEmployee: listed?.isEmployee ?? false })}</Fact>
            <Fact name={t("Tax ID")}>
              {/* As in the list: a customer may well have none. */}
              {shown.party.taxIdentifier ?? (shown.party.isVendor ? <Chip tone="warning" word={t("Missing")} /> : "–")}
            </Fact>
          </Facts>
          <BalanceTable clientId={clientId} detail={shown} />
        </>
      )}
      {data === undefined ? null : (
        <>
          <Documents clientId={clientId} members={data.members} />
          <Alike clientId={clientId} members={data.members} />
          <Notes clientId={clientId} subject={{ kind: "party", id: partyId }} label={data.party.name} />
        </>
      )}
    </DetailPanel>
  );
}

/** What the list says of a contact already. It has no records of its own: they come with the answer. */
function detailOf(row: PartyRow | undefined): PartyDetail | undefined {
  if (row === undefined) return undefined;
  const { id, name, isCustomer, isVendor, taxIdentifier, amounts } = row;
  // The list has unapplied amounts in columns of their own; here they're deducted.
  const open = amounts.map(({ currency, receivable, payable, unappliedIn, unappliedOut }) => ({
    currency,
    receivable: subtractDecimals(receivable, unappliedIn),
    payable: subtractDecimals(payable, unappliedOut),
  }));
  return {
    asOf: null,
    party: { partyId: id, name, isCustomer, isVendor, taxIdentifier, receivable: null, payable: null, open },
    members: [],
  };
}

function BalanceTable({ clientId, detail: { party, members } }: { readonly clientId: string; readonly detail: PartyDetail }) {
  const differences = members.length > 0 ? balanceDifferences(party) : [];
  // What is unapplied, which the list has apart.
  const list = useCoreQuery("parties.list", { clientId }, { enabled: differences.some(({ amount }) => !isZero(amount)) });
  const listed = list.data?.rows.find(({ id }) => id === party.partyId);
  const notes = listed === undefined ? [] : differenceNotes(differences, listed.amounts);
  return (
    <section>
      <h3>{t("Current balances")}</h3>
      <table className={panel.table}>
        <thead>
          <tr>
            <th scope="col">{t("Balance")}</th>
            <th scope="col" className={panel.end}>
              {t("Receivables")}
            </th>
            <th scope="col" className={panel.end}>
              {t("Payables")}
            </th>
          </tr>
        </thead>
        <tbody>
          <BalanceRows
            party={party}
            known={members.length > 0}
            merged={members.length > 1}
            name={members.length > 1 ? t("all merged contacts") : null}
          />
          {differences.length === 0 ? null : <DifferenceRow differences={differences} notes={notes} merged={members.length > 1} />}
          {members.length < 2
            ? null
            : members.map((member) => <BalanceRows key={member.partyId} party={member} known merged={false} name={member.name} />)}
        </tbody>
      </table>
      <p className={panel.quiet}>{PER_OPEN_ITEMS}</p>
      {notes.map(({ side, explained, words }) => (
        <p key={side} className={explained ? panel.quiet : text.late}>
          {words}
        </p>
      ))}
    </section>
  );
}

interface DifferenceRowProps {
  readonly differences: readonly BalanceDifference[];
  readonly notes: readonly DifferenceNote[];
  readonly merged: boolean;
}

/** Whether both balances agree, where they can be compared. What isn't explained is marked. */
function DifferenceRow({ differences, notes, merged }: DifferenceRowProps) {
  const mixed = new Set(differences.map(({ currency }) => currency)).size > 1;
  return (
    <tr>
      <th scope="row" title={t("Open items less the ledger's balance.")}>
        {merged ? t("Difference, all merged contacts") : t("Difference")}
      </th>
      {BALANCE_SIDES.map((side) => {
        const difference = differences.find((one) => one.side === side);
        const unexplained = notes.some((note) => note.side === side && !note.explained);
        return (
          <td key={side} className={classes(panel.end, unexplained && text.late)}>
            {difference === undefined ? (
              <NoFigure />
            ) : (
              <Figure amount={difference.amount} currency={difference.currency} showCurrency={mixed} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface BalanceRowsProps {
  readonly party: Balances;
  /** Whether the ledger's own balance was read already. */
  readonly known: boolean;
  /** Whether it is all merged contacts together. */
  readonly merged: boolean;
  readonly name: string | null;
}

function BalanceRows({ party, known, merged, name }: BalanceRowsProps) {
  const of = name === null ? "" : `, ${name}`;
  const open = party.open.length > 0 ? party.open : [{ currency: "", receivable: "0", payable: "0" }];
  const currencies = new Set([party.receivable, party.payable].flatMap((balance) => (balance === null ? [] : [balance.currency])));
  const mixed = currencies.size > 1;
  const ledgers = currencies.size === 1 ? `, ${[...currencies].join("")}` : "";
  return (
    <>
      <tr>
        <th scope="row">{t("Per ledger{currency}{of}", { currency: ledgers, of })}</th>
        {known ? <Ledgers balance={party.receivable} merged={merged} mixed={mixed} /> : <td />}
        {known ? <Ledgers balance={party.payable} merged={merged} mixed={mixed} /> : <td />}
      </tr>
      {open.map(({ currency, receivable, payable }) => (
        <tr key={currency}>
          <th scope="row">{t("Per open items{currency}{of}", { currency: currency === "" ? "" : `, ${currency}`, of })}</th>
          <td className={panel.end}>
            <Figure amount={receivable} currency={currency} />
          </td>
          <td className={panel.end}>
            <Figure amount={payable} currency={currency} />
          </td>
        </tr>
      ))}
    </>
  );
}

interface LedgersProps {
  readonly balance: Balances["receivable"];
  /** Merged contacts' balances in different currencies have no sum. */
  readonly merged: boolean;
  /** Whether the other balance is in another currency. */
  readonly mixed: boolean;
}

function Ledgers({ balance, merged, mixed }: LedgersProps) {
  if (balance !== null)
    return (
      <td className={panel.end}>
        <Figure amount={balance.amount} currency={balance.currency} showCurrency={mixed} />
      </td>
    );
  return (
    <td className={panel.end}>
      <NoFigure why={unreportedWords(merged)} />
    </td>
  );
}

const NEWEST = 8;

function Documents({ clientId, members }: { readonly clientId: string; readonly members: readonly Balances[] }) {
  const [first] = members;
  // As the list counts them: what the ledger deleted is no longer a transaction with this contact.
  const filter = { partyId: first?.partyId ?? "", removed: false, sort: "issueDate" as const, descending: true };
  const documents = useCoreQuery("documents.list", { clientId, filter, limit: NEWEST });
  const rows = documents.data?.rows ?? [];
  return (
    <section aria-busy={documents.isPending}>
      {/* A merged contact's own are one list for each: the others are behind the buttons below. */}
      <h3>
        {first === undefined || members.length < 2 ? t("Latest transactions") : t("Latest transactions for {name}", { name: first.name })}
      </h3>
      {documents.error === null ? null : <FailureNote failure={documents.error.failure} />}
      {rows.length === 0 && documents.error !== null ? null : rows.length === 0 ? (
        <p className={panel.quiet}>
          {documents.isPending ? t("Loading…") : t("No transactions yet, not counting payments or deleted transactions.")}
        </p>
      ) : (
        <table className={panel.table}>
          <tbody>
            {rows.map((row) => (
              <DocumentLine key={row.id} clientId={clientId} row={row} amount="total" />
            ))}
          </tbody>
        </table>
      )}
      <p className={classes(layout.buttons, styles.under)}>
        {members.map(({ partyId, name }) => (
          <ButtonLink
            key={partyId}
            href={`#${clientAddress(clientId, "documents")}`}
            onClick={() => {
              clearDocumentFilter(clientId);
              changeDocumentFilter(clientId, { partyId });
            }}
          >
            {members.length > 1 ? t("All transactions for {name}", { name }) : t("All transactions")}
          </ButtonLink>
        ))}
      </p>
    </section>
  );
}

/** Contacts that look like this one; the comparison screen is where they are merged or dismissed. */
function Alike({ clientId, members }: { readonly clientId: string; readonly members: readonly Balances[] }) {
  const linkTo = usePanelLink(clientId);
  const suggestions = useCoreQuery("parties.suggestions", { clientId });
  const own = new Set(members.map(({ partyId }) => partyId));
  const rows = suggestions.data?.rows.filter(({ parties }) => parties.some(({ partyId }) => own.has(partyId))) ?? [];
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>{t("Possible duplicate of")}</h3>
      {rows.map(({ score, reasons, parties }) => {
        const other = parties.find(({ partyId }) => !own.has(partyId)) ?? parties[0];
        return (
          <div key={other.partyId} className={styles.pair}>
            <p className={layout.wrappingLine}>
              <a href={linkTo({ kind: "party", id: other.partyId })}>{other.name}</a>
              <span className={panel.quiet}>{t("Match score {score} of 100", { score })}</span>
            </p>
            <p className={panel.quiet}>{capitalized(reasons.join("; "))}</p>
          </div>
        );
      })}
      <p>
        <a href={`#${recordAddress(clientId, "checks", "parties")}`}>{t("Compare and merge contacts")}</a>
      </p>
    </section>
  );
}
