import { useId } from "react";
import type { Withdrawal } from "#shared/model/ledger/write.ts";
import { unbroken } from "../../../format/dates/date.ts";
import { type Bill, billName } from "../../../format/labels/duplicate-labels.ts";
import { actOf } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useWithdrawals } from "../../../state/core/withdrawals.ts";
import { writesAddress } from "../../../state/window/screen-address.ts";
import text from "../../../styles/text.module.css";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { type RemovalBar, removalBar } from "./bill-removal.ts";
import pairs from "./duplicate-list.module.css";

const BILL_WORDS = { void: t("Void this bill"), delete: t("Delete this bill") } as const;
const EXPENSE_WORDS = { void: t("Void this expense"), delete: t("Delete this expense") } as const;
/** The longest number, in characters, that a button has room for at 1280 px. */
const LONGEST_NUMBER = 16;

interface BillActsProps {
  readonly clientId: string;
  readonly bill: Bill;
}

/**
 * Ways to correct one of a pair; each leads to a review. What is in the way of the first is said before it, or in its place. Until
 * that is known there is a line in their place: one that is locked would show another way for a moment.
 */
export function BillActs({ clientId, bill }: BillActsProps) {
  const whyId = useId();
  const withdrawals = useWithdrawals(clientId, bill.id);
  const act = actOf("void", withdrawals.possible);
  const { bar, isKnown } = useRemovalBar({ clientId, bill }, act);
  if (!isKnown || !withdrawals.isKnown) return <ComingActs />;
  const name = { bill: billName(bill) };
  const number = shownNumber(bill);
  const words = number === null ? (bill.type === "cash_purchase" ? EXPENSE_WORDS : BILL_WORDS)[act] : removalWords(act, number);
  const why = bar === null ? {} : { "aria-describedby": whyId };
  return (
    <div>
      {bar === null ? null : (
        <p id={whyId} className={classes(text.mutedSmall, pairs.why)}>
          {unbroken(bar.words)}
        </p>
      )}
      <div className={pairs.footActs}>
        {bar?.isCertain === true ? null : (
          <ButtonLink
            needs="preparer"
            href={`#${writesAddress(clientId, `${act}-${bill.id}`)}`}
            {...(number === null ? { "aria-label": `${words}: ${name.bill}` } : {})}
            title={t("Opens a review. Nothing is sent until you confirm.")}
            {...why}
          >
            {words}
          </ButtonLink>
        )}
        {bar?.credits === true ? (
          <ButtonLink
            needs="preparer"
            href={`#${writesAddress(clientId, `credit-${bill.id}`)}`}
            aria-label={t("New vendor credit: {bill}", name)}
          >
            {t("New vendor credit")}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}

/** What names the bill on its button, so that nobody takes one for the other; null where it is too long for that, or missing. */
function shownNumber({ number, reference }: Bill): string | null {
  const shown = number ?? reference;
  return shown === null || shown.length > LONGEST_NUMBER ? null : shown;
}

function removalWords(act: Withdrawal, number: string): string {
  return act === "void" ? t("Void {number}", { number }) : t("Delete {number}", { number });
}

/** A line where a button will be, as high as one, so that the row doesn't grow when it comes. */
export function ComingActs() {
  return (
    <div aria-busy="true">
      <span className={pairs.actRoom} />
    </div>
  );
}

/** By the locks that the checks before a ledger update ask as well. What can't be asked is left to them. */
function useRemovalBar({ clientId, bill }: BillActsProps, act: Withdrawal): { readonly bar: RemovalBar | null; readonly isKnown: boolean } {
  const { id, date } = bill;
  const view = useCoreQuery("documents.show", { clientId, id });
  const document = view.data?.document;
  const entity = document?.entityId === undefined ? {} : { entityId: document.entityId };
  const lock = useCoreQuery("posting.check", { clientId, date, module: "ap", ...entity }, { enabled: document !== undefined });
  if (document === undefined || lock.data === undefined) return { bar: null, isKnown: view.error !== null || lock.error !== null };
  const { canPost, firstPostableDate } = lock.data;
  const isSettled = document.allocations.some(({ toId }) => toId === id);
  return { bar: removalBar(bill, act, { openDate: canPost ? null : firstPostableDate, isSettled }), isKnown: true };
}
