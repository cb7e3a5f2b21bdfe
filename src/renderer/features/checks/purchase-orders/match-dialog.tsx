import type { ReactNode } from "react";
import { decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { formatAmount, formatMoney, formatNumeral } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import confirm from "../../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { Fact, Facts } from "../../../ui/layout/facts.tsx";
import type { MatchedBill, OrderMatch } from "../check-labels.ts";
import styles from "../checks.module.css";
import own from "./match-dialog.module.css";
import { type LinePair, leftToBill, pairLines } from "./match-pairs.ts";

const ZERO = decimal("0");

interface MatchDialogProps {
  readonly clientId: string;
  readonly match: OrderMatch;
  readonly bill: MatchedBill;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** An order and a bill side by side, with both balances and their lines, before a person says that they belong together. */
export function MatchDialog({ clientId, match, bill, onConfirm, onClose }: MatchDialogProps) {
  const view = useCoreQuery("documents.show", { clientId, id: bill.id });
  const left = leftToBill(match);
  const { currency } = match;
  const without = t("without a number");
  return (
    <Dialog title={t("Does this bill belong to this order?")} wide onClose={onClose}>
      <div className={confirm.body}>
        <div className={own.sides}>
          <Side title={t("Order {number}", { number: match.number ?? without })} vendor={match.party?.name} day={match.date}>
            <Amount name={t("Net")} amount={match.orderedNet} currency={currency} />
            <Amount name={t("With tax")} amount={match.total} currency={currency} />
            <Amount name={t("Not yet billed, net")} amount={left} currency={currency} />
          </Side>
          <Side title={t("Bill {number}", { number: bill.number ?? without })} vendor={view.data?.document.party?.name} day={bill.date}>
            <Amount name={t("Net")} amount={bill.net} currency={bill.currency} />
            <Amount name={t("With tax")} amount={bill.total} currency={bill.currency} />
            <Amount name={t("Outstanding, with tax")} amount={bill.outstanding} currency={bill.currency} />
          </Side>
        </div>
        <p>
          {t("Difference (bill less amount not yet billed, both net): {difference}", {
            difference: left === null ? t("not known") : formatMoney(subtractDecimals(bill.net, left), currency),
          })}
        </p>
        {view.error === null ? null : <FailureNote failure={view.error.failure} />}
        <div aria-busy={view.isPending}>
          {view.data === undefined ? null : <Lines pairs={pairLines(match.lines, view.data.document.lines)} currency={currency} />}
        </div>
        <p className={text.muted}>{t("The match is recorded in Tieout only, and you can undo it. Nothing is sent to the ledger.")}</p>
      </div>
      <div className={layout.dialogFoot}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button
          kind="primary"
          data-first-focus=""
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {t("Confirm match")}
        </Button>
      </div>
    </Dialog>
  );
}

interface SideProps {
  readonly title: string;
  readonly vendor: string | undefined;
  readonly day: string;
  readonly children: ReactNode;
}

function Side({ title, vendor, day, children }: SideProps) {
  return (
    <article className={own.side} aria-label={title}>
      <h3>{title}</h3>
      <Facts>
        <Fact name={t("Vendor")}>{vendor ?? "–"}</Fact>
        <Fact name={t("Date")}>{formatDay(day)}</Fact>
        {children}
      </Facts>
    </article>
  );
}

function Amount({ name, amount, currency }: { readonly name: string; readonly amount: string | null; readonly currency: string }) {
  return (
    <Fact name={name} kind="figure">
      {amount === null ? t("Not known") : <Money amount={amount} currency={currency} showCurrency />}
    </Fact>
  );
}

function Lines({ pairs, currency }: { readonly pairs: readonly LinePair[]; readonly currency: string }) {
  return (
    <table className={own.lines} aria-label={t("Lines side by side")}>
      <thead>
        <tr>
          <th scope="col">{t("Order line")}</th>
          <th scope="col" className={styles.figure}>
            {t("Ordered, net")}
          </th>
          <th scope="col">{t("Bill line")}</th>
          <th scope="col" className={styles.figure}>
            {t("Billed, net")}
          </th>
          <th scope="col" className={styles.figure}>
            {t("Billed less ordered")}
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ order, bill }) => (
          <tr key={`${order?.lineId} ${bill?.id}`}>
            <td>
              {order === null ? <span className={text.muted}>{t("Not ordered")}</span> : (order.description ?? t("No description"))}
              {order === null ? null : <Many quantity={order.ordered} price={order.unitAmount} currency={currency} />}
            </td>
            <td className={styles.figure}>{order === null ? "–" : formatAmount(order.orderedNet, currency)}</td>
            <td>
              {bill === null ? <span className={text.muted}>{t("Not on this bill")}</span> : (bill.description ?? t("No description"))}
              {bill === null ? null : (
                <Many quantity={bill.quantity ?? null} price={bill.unitAmount?.amount ?? null} currency={bill.net.currency} />
              )}
            </td>
            <td className={styles.figure}>{bill === null ? "–" : formatAmount(bill.net.amount, bill.net.currency)}</td>
            <td className={styles.figure}>
              {formatAmount(subtractDecimals(bill?.net.amount ?? ZERO, order?.orderedNet ?? ZERO), currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ManyProps {
  readonly quantity: string | null;
  readonly price: string | null;
  readonly currency: string;
}

function Many({ quantity, price, currency }: ManyProps) {
  if (quantity === null || price === null) return null;
  return <div className={text.muted}>{`${formatNumeral(quantity)} × ${formatAmount(price, currency)}`}</div>;
}
