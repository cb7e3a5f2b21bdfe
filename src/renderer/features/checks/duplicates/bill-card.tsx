import type { DocumentView } from "#shared/contract/books/documents.ts";
import { formatAmount, formatMoney } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { statusLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { documentAddress } from "../../../state/window/screen-address.ts";
import text from "../../../styles/text.module.css";
import { PER_OPEN_ITEMS } from "../../../ui/contacts/contact-card.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { Money } from "../../../ui/figures/money.tsx";
import { BillActs } from "./bill-acts.tsx";
import { type Bill, type BillFacts, billFacts, nameOf } from "./bill-comparison.ts";
import pairs from "./duplicate-list.module.css";

interface BillCardProps {
  readonly clientId: string;
  readonly bill: Bill;
  readonly other: Bill;
}

const ENDED: ReadonlySet<string> = new Set(["voided", "voided_or_zero", "deleted"]);

/** One bill of a pair with its open amount and vendor. What both bills share is muted; what differs is emphasized. */
export function BillCard({ clientId, bill, other }: BillCardProps) {
  const { word, tone } = statusLabel(bill.status, bill.type);
  const connection = useCoreQuery("connections.show", { clientId });
  const own = useBillFacts(clientId, bill.id);
  const others = useBillFacts(clientId, other.id);
  const writable = connection.data?.capabilities != null && !ENDED.has(bill.status);
  const isExpense = bill.type === "cash_purchase";
  return (
    <article className={pairs.bill} aria-label={nameOf(bill)}>
      <header className={pairs.head}>
        <a className={pairs.number} href={`#${documentAddress(clientId, bill.id)}`}>
          {bill.number ?? bill.reference ?? (isExpense ? t("Expense without a number") : t("Bill without a number"))}
        </a>
        <Chip tone={tone} word={word} />
      </header>
      <dl className={pairs.facts} aria-busy={own === null}>
        <Fact name={t("Vendor")} value={bill.partyName ?? t("None")} same={bill.partyName === other.partyName} />
        <Fact name={t("Date")} value={formatDay(bill.date)} same={bill.date === other.date} />
        <dt>{t("Amount")}</dt>
        <dd className={look(formatAmount(bill.total, bill.currency) === formatAmount(other.total, other.currency))}>
          <Money amount={bill.total} currency={bill.currency} showCurrency />
        </dd>
        {bill.reference === null || bill.number === null ? null : (
          <Fact name={t("Reference")} value={bill.reference} same={bill.reference === other.reference} />
        )}
        {own === null || others === null ? null : <MoreFacts own={own} other={others} />}
        {bill.partyId === null ? null : <VendorBalances clientId={clientId} partyId={bill.partyId} />}
      </dl>
      {writable ? <BillActs clientId={clientId} bill={bill} /> : null}
    </article>
  );
}

function useBillFacts(clientId: string, id: string): BillFacts | null {
  const view: DocumentView | undefined = useCoreQuery("documents.show", { clientId, id }).data;
  return view === undefined ? null : billFacts(view);
}

function look(same: boolean): string | undefined {
  return same ? pairs.same : pairs.differs;
}

function Fact({ name, value, same }: { readonly name: string; readonly value: string; readonly same: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={look(same)}>{value === "" ? "–" : value}</dd>
    </>
  );
}

function MoreFacts({ own, other }: { readonly own: BillFacts; readonly other: BillFacts }) {
  const applied = own.applied.join("; ");
  return (
    <>
      <Fact name={t("Outstanding")} value={own.outstanding} same={own.outstanding === other.outstanding} />
      <Fact name={t("Memo")} value={own.memo} same={own.memo === other.memo} />
      <Fact name={t("Accounts or items")} value={own.accounts} same={own.accounts === other.accounts} />
      <Fact name={t("Payments and credits")} value={applied === "" ? t("None") : applied} same={applied === other.applied.join("; ")} />
    </>
  );
}

/** Both balances of the vendor: the ledger's own, and its open bills less what isn't applied to any. */
function VendorBalances({ clientId, partyId }: { readonly clientId: string; readonly partyId: string }) {
  const party = useCoreQuery("parties.show", { clientId, id: partyId }).data?.party;
  if (party === undefined) return null;
  const open = party.open.map(({ currency, payable }) => formatMoney(payable, currency)).join("; ");
  return (
    <>
      <dt>{t("Vendor balance")}</dt>
      <dd className={text.muted}>
        {party.payable === null
          ? t("Not reported by the ledger")
          : t("{amount} per ledger", { amount: formatMoney(party.payable.amount, party.payable.currency) })}
      </dd>
      <dd className={classes(text.muted, pairs.second)} title={PER_OPEN_ITEMS}>
        {open === "" ? t("No open items") : t("{amount} per open items", { amount: open })}
      </dd>
    </>
  );
}
