import type { Allocation } from "#shared/model/books/allocation.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useDocumentLink } from "../../../state/window/panels.ts";
import text from "../../../styles/text.module.css";
import { Money } from "../../../ui/figures/money.tsx";
import styles from "./transaction-panel.module.css";

interface AllocationListProps {
  readonly clientId: string;
  readonly documentId: string;
  readonly allocations: readonly Allocation[];
  readonly names: Readonly<Record<string, string>>;
}

/** What settled this document, and what it settled. */
export function AllocationList({ clientId, documentId, allocations, names }: AllocationListProps) {
  const linkTo = useDocumentLink(clientId);
  return (
    <table className={styles.table}>
      <tbody>
        {allocations.map((allocation) => {
          const outward = allocation.fromId === documentId;
          const other = outward ? allocation.toId : allocation.fromId;
          const isDocument = outward || allocation.fromKind === "document";
          const words = isDocument ? documentWords(names[other]) : paymentWords(names[other]);
          return (
            <tr key={`${allocation.fromId} ${allocation.toId} ${allocation.date ?? ""} ${allocation.amount.amount}`}>
              <td className={text.muted}>{allocation.date === undefined ? "–" : formatDay(allocation.date)}</td>
              <td>
                {outward ? t("Applied to ") : t("Settled by ")}
                {isDocument ? <a href={linkTo(other)}>{words}</a> : words}
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

function documentWords(number: string | undefined): string {
  return number === undefined ? t("a transaction without a number") : t("transaction {number}", { number });
}

function paymentWords(reference: string | undefined): string {
  return reference === undefined ? t("a payment") : t("a payment ({reference})", { reference });
}
