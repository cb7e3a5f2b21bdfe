import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { formatMoney } from "../../../format/amounts/amount.ts";
import { type Bill, billName } from "../../../format/labels/duplicate-labels.ts";
import { statusLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { documentAddress } from "../../../state/window/screen-address.ts";
import link from "../../../styles/link.module.css";
import text from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { BillActs, ComingActs } from "./bill-acts.tsx";
import { billFacts, type ComparedRow, comparedRows, vendorBalance } from "./bill-comparison.ts";
import pairs from "./duplicate-list.module.css";

interface PairComparisonProps {
  readonly clientId: string;
  readonly bills: readonly [Bill, Bill];
}

const ENDED: ReadonlySet<string> = new Set(["voided", "voided_or_zero", "deleted"]);

/** Two bills field by field: what differs first, what is the same on request, then what can be done about either. */
export function PairComparison({ clientId, bills }: PairComparisonProps) {
  const connection = useCoreQuery("connections.show", { clientId });
  const [chosen, setChosen] = useState<boolean | null>(null);
  const sameId = useId();
  const { rows, isBusy } = useComparedRows({ clientId, bills });
  const [a, b] = bills;
  const names = { a: billName(a), b: billName(b) };
  const differing = rows.filter(({ isSame }) => !isSame);
  const same = rows.filter(({ isSame }) => isSame);
  // What is the same is in sight where nothing differs.
  const isOpen = chosen ?? (differing.length === 0 && !isBusy);
  const mayAct = connection.isPending || connection.data?.capabilities != null;
  const acts = mayAct ? bills.filter(({ status }) => !ENDED.has(status)) : [];
  return (
    <article aria-label={t("{a} and {b}", names)} aria-busy={isBusy}>
      <table className={pairs.table} aria-label={t("{a} compared with {b}", names)}>
        <thead>
          <tr>
            <th scope="col">
              {same.length === 0 ? (
                <HiddenText>{t("Field")}</HiddenText>
              ) : (
                <button
                  type="button"
                  data-printed=""
                  className={pairs.fold}
                  aria-expanded={isOpen}
                  aria-controls={sameId}
                  onClick={() => setChosen(!isOpen)}
                >
                  <ChevronRight size={14} aria-hidden className={classes(isOpen && pairs.turned)} />
                  {t("{count, plural, one {1 field is the same} other {# fields are the same}}", { count: same.length })}
                </button>
              )}
            </th>
            {bills.map((bill) => (
              <BillHead key={bill.id} clientId={clientId} bill={bill} />
            ))}
          </tr>
        </thead>
        <tbody id={sameId}>
          {differing.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{values[0]}</td>
              <td>{values[1]}</td>
            </tr>
          ))}
          {isOpen ? same.map((row) => <SameRow key={row.name} row={row} />) : null}
          {acts.length === 0 ? null : (
            <tr className={pairs.acts}>
              <td />
              {bills.map((bill) => (
                <td key={bill.id}>
                  {!acts.includes(bill) ? null : connection.isPending ? <ComingActs /> : <BillActs clientId={clientId} bill={bill} />}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </article>
  );
}

function BillHead({ clientId, bill }: { readonly clientId: string; readonly bill: Bill }) {
  const { word, tone } = statusLabel(bill.status, bill.type);
  const unnamed = bill.type === "cash_purchase" ? t("Expense without a number") : t("Bill without a number");
  return (
    <th scope="col">
      <span className={pairs.head}>
        <a className={classes(link.link, pairs.number)} href={`#${documentAddress(clientId, bill.id)}`}>
          {bill.number ?? bill.reference ?? unnamed}
        </a>
        <Chip quiet tone={tone} word={word} icon={null} />
      </span>
    </th>
  );
}

/** What both have, once for the two. */
function SameRow({ row: { name, values } }: { readonly row: ComparedRow }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td colSpan={2}>{values[0]}</td>
    </tr>
  );
}

/** The fields with what is known so far. */
function useComparedRows({ clientId, bills }: PairComparisonProps) {
  const [a, b] = bills;
  const [own, other] = [useView(clientId, a.id), useView(clientId, b.id)];
  const [vendor, others] = [useVendor(clientId, a.partyId), useVendor(clientId, b.partyId)];
  const facts = own.data === undefined || other.data === undefined ? null : ([billFacts(own.data), billFacts(other.data)] as const);
  const balances =
    vendor.data === undefined || others.data === undefined
      ? null
      : ([vendorBalance(vendor.data.party), vendorBalance(others.data.party)] as const);
  return { rows: comparedRows(bills, facts, balances), isBusy: own.isPending || other.isPending };
}

function useView(clientId: string, id: string) {
  return useCoreQuery("documents.show", { clientId, id });
}

function useVendor(clientId: string, id: string | null) {
  return useCoreQuery("parties.show", { clientId, id: id ?? "" }, { enabled: id !== null });
}

/** Whose bills they are, and for how much. */
export function PairTitle({ bills: [a, b] }: Pick<PairComparisonProps, "bills">) {
  const names = [...new Set([a, b].map(({ partyName }) => partyName ?? t("No vendor")))];
  return (
    <p className={pairs.title}>
      <span className={text.strong}>{names.join(" / ")}</span>
      <span>{formatMoney(a.total, a.currency)}</span>
    </p>
  );
}
