import { ChevronDown } from "lucide-react";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { REMOVAL_WORDS } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import { useWithdrawals } from "../../../state/core/withdrawals.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { writesAddress } from "../../../state/window/screen-address.ts";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { LinkMenu } from "../../../ui/controls/link-menu.tsx";
import styles from "./transaction-panel.module.css";

const WITHDRAWALS = ["void", "delete"] as const;
const ENDED: ReadonlySet<string> = new Set(["voided", "voided_or_zero", "deleted"]);

interface WriteLinksProps {
  readonly clientId: string;
  readonly view: DocumentView;
  /** It may be there twice: paying it isn't what to do first. */
  readonly isDoubtful?: boolean;
}

/** Ways to change the document in its ledger; each leads to a review, and nothing is sent from here. */
export function WriteLinks({ clientId, view: { document }, isDoubtful = false }: WriteLinksProps) {
  const { possible } = useWithdrawals(clientId, document.id);
  const mayWrite = useMayAs("preparer");
  if (document.removedDetectedAt !== null || ENDED.has(document.status)) return null;
  const to = (word: string) => `#${writesAddress(clientId, `${word}-${document.id}`)}`;
  // Cash on account has no lines that a form could show; it is voided or deleted as a whole.
  const changeable = document.unappliedKind === undefined;
  const settles = document.type === "purchase_bill" || document.type === "sales_invoice";
  const open = (document.status === "open" || document.status === "part_paid") && !isZero(document.outstanding.amount);
  const credit = document.type === "purchase_bill" ? t("New vendor credit") : t("New credit note");
  const settle = { href: to("pay"), name: document.type === "purchase_bill" ? t("Pay") : t("Receive payment") };
  // Where neither can be done, the review says why.
  const removals = possible === undefined || possible.length === 0 ? WITHDRAWALS : possible;
  const others = [
    ...(changeable
      ? [
          { href: to("copy"), name: t("Copy") },
          { href: to("repeat"), name: t("Make recurring") },
        ]
      : []),
    ...(settles && changeable ? [{ href: to("credit"), name: credit }] : []),
    ...removals.map((act) => ({ href: to(act), name: REMOVAL_WORDS[act] })),
  ];
  const means = t("Records the payment in the ledger. No money is moved.");
  const pay =
    settles && open && changeable ? (
      <ButtonLink
        needs="preparer"
        kind={isDoubtful ? "plain" : "primary"}
        href={settle.href}
        title={isDoubtful ? t("Possible duplicate: compare both before you pay. {means}", { means }) : means}
      >
        {settle.name}
      </ButtonLink>
    ) : null;
  return (
    <nav className={styles.acts} aria-label={t("Change this transaction in the ledger")}>
      {isDoubtful ? null : pay}
      {changeable ? (
        <ButtonLink needs="preparer" href={to("change")}>
          {t("Edit")}
        </ButtonLink>
      ) : null}
      {isDoubtful ? pay : null}
      {mayWrite ? (
        <LinkMenu links={others}>
          {changeable ? t("More") : t("Actions")}
          <ChevronDown size={14} aria-hidden />
        </LinkMenu>
      ) : (
        <Button needs="preparer">
          {changeable ? t("More") : t("Actions")}
          <ChevronDown size={14} aria-hidden />
        </Button>
      )}
    </nav>
  );
}
