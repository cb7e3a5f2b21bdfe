import type { Allocation } from "#shared/model/books/allocation.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { isPaidByReceipt, recordTypeWord } from "../../../format/labels/transaction-labels.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { useDocumentLink } from "../../../state/window/panels.ts";
import { writesAddress } from "../../../state/window/screen-address.ts";
import { unpayPart } from "../../../state/window/write-address.ts";
import text from "../../../styles/text.module.css";
import { Money } from "../../../ui/figures/money.tsx";
import styles from "./transaction-panel.module.css";

interface AllocationListProps {
  readonly clientId: string;
  readonly documentId: string;
  readonly type: DocumentType;
  readonly allocations: readonly Allocation[];
  readonly names: Readonly<Record<string, string>>;
  /** The document is no longer in the ledger. */
  readonly removed: boolean;
}

/** What settled this document, and what it settled. */
export function AllocationList({ clientId, documentId, type, allocations, names, removed }: AllocationListProps) {
  const linkTo = useDocumentLink(clientId);
  const isReceipt = isPaidByReceipt(type);
  return (
    <table className={styles.table}>
      <tbody>
        {allocations.map((allocation) => {
          const outward = allocation.fromId === documentId;
          const other = outward ? allocation.toId : allocation.fromId;
          const isDocument = outward || allocation.fromKind === "document";
          const transaction = <a href={linkTo(other)}>{documentWords(names[other])}</a>;
          return (
            <tr key={`${allocation.fromId} ${allocation.toId} ${allocation.date ?? ""} ${allocation.amount.amount}`}>
              <td className={text.muted}>{allocation.date === undefined ? "–" : formatDay(allocation.date)}</td>
              <td>
                {!isDocument ? (
                  paymentWords(names[other], isReceipt)
                ) : outward ? (
                  <Sentence text="Applied to {transaction}" values={{ transaction }} />
                ) : (
                  <Sentence text="Paid or credited by {transaction}" values={{ transaction }} />
                )}
                {isDocument || removed ? null : (
                  <>
                    {" "}
                    <DeletePayment clientId={clientId} documentId={documentId} paymentId={other} isReceipt={isReceipt} />
                  </>
                )}
              </td>
              <td className={styles.end}>
                <Money amount={allocation.amount.amount} currency={allocation.amount.currency} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Leads to a review; a bill that is paid can be voided once its payments are deleted. */
function DeletePayment({
  clientId,
  documentId,
  paymentId,
  isReceipt,
}: Pick<AllocationListProps, "clientId" | "documentId"> & { readonly paymentId: string; readonly isReceipt: boolean }) {
  const words = isReceipt ? t("Delete receipt") : t("Delete payment");
  return useMayAs("preparer") ? <a href={`#${writesAddress(clientId, unpayPart(documentId, paymentId))}`}>{words}</a> : null;
}

/** Where nobody gave a payment a reference, it has only the mark that Tieout finds it by. */
const OWN_MARK = /^tieout-[0-9a-z-]+$/;

function documentWords(number: string | undefined): string {
  return number === undefined ? t("a transaction without a number") : t("transaction {number}", { number });
}

function paymentWords(reference: string | undefined, isReceipt: boolean): string {
  if (reference === undefined || OWN_MARK.test(reference)) return recordTypeWord(isReceipt ? "receipt" : "payment");
  return isReceipt ? t("Receipt ({reference})", { reference }) : t("Payment ({reference})", { reference });
}
