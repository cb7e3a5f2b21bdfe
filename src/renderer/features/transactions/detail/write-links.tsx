import type { DocumentView } from "#shared/contract/books/documents.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { t } from "../../../language/t.ts";
import { writesAddress } from "../../../state/window/screen-address.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import styles from "./transaction-panel.module.css";

const ENDED: ReadonlySet<string> = new Set(["voided", "voided_or_zero", "deleted"]);

/** Ways to change the document in its ledger; each leads to a review, and nothing is sent from here. */
export function WriteLinks({ clientId, view: { document } }: { readonly clientId: string; readonly view: DocumentView }) {
  if (document.removedDetectedAt !== null || ENDED.has(document.status)) return null;
  const to = (word: string) => `#${writesAddress(clientId, `${word}-${document.id}`)}`;
  // Cash on account has no lines that a form could show; it is voided or deleted as a whole.
  const changeable = document.unappliedKind === undefined;
  const settles = document.type === "purchase_bill" || document.type === "sales_invoice";
  const open = (document.status === "open" || document.status === "part_paid") && !isZero(document.outstanding.amount);
  return (
    <nav className={styles.marks} aria-label={t("Changes in the ledger")}>
      {settles && open && changeable ? (
        <ButtonLink kind="primary" href={to("pay")}>
          {document.type === "purchase_bill" ? t("Pay") : t("Receive payment")}
        </ButtonLink>
      ) : null}
      {changeable ? <ButtonLink href={to("change")}>{t("Edit")}</ButtonLink> : null}
      {changeable ? <ButtonLink href={to("copy")}>{t("Copy")}</ButtonLink> : null}
      {changeable ? <ButtonLink href={to("repeat")}>{t("Repeat…")}</ButtonLink> : null}
      {settles && changeable ? <ButtonLink href={to("credit")}>{t("Credit note")}</ButtonLink> : null}
      <ButtonLink href={to("void")}>{t("Void")}</ButtonLink>
      <ButtonLink href={to("delete")}>{t("Delete")}</ButtonLink>
    </nav>
  );
}
