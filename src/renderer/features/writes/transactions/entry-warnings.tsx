import { Copy, Lock, TriangleAlert } from "lucide-react";
import type { EntryWarnings as Warnings } from "#shared/contract/books/entries.ts";
import { formatAmount } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { typeLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { documentAddress } from "../../../state/window/screen-address.ts";
import styles from "./entry.module.css";

interface EntryWarningsProps {
  readonly clientId: string;
  readonly warnings: Warnings | null;
}

/** What a person should know before the review: a lock, a bill that is there already, a control account. */
export function EntryWarnings({ clientId, warnings }: EntryWarningsProps) {
  return (
    <div aria-live="polite" className={styles.warnings}>
      {warnings?.lock == null ? null : (
        <p className={styles.warning}>
          <Lock size={14} aria-hidden />
          {t("The transaction date is in a locked period. The next open date is {date}.", {
            date: formatDay(warnings.lock.firstPostableDate),
          })}
        </p>
      )}
      {warnings?.duplicates.map(({ documentId, type, unappliedKind, number, date, total, currency }) => (
        <p key={documentId} className={styles.warning}>
          <Copy size={14} aria-hidden />
          <span>
            {t("Possible duplicate:")}{" "}
            <a href={`#${documentAddress(clientId, documentId)}`} target="_blank" rel="noreferrer">
              {`${typeLabel(type, unappliedKind)} ${number ?? ""}`.trim()}
            </a>
            {`, ${formatDay(date)}, ${currency} ${formatAmount(total, currency)}`}
          </span>
        </p>
      ))}
      {warnings?.controlAccounts.map(({ accountId, name, role }) => (
        <p key={accountId} className={styles.warning}>
          <TriangleAlert size={14} aria-hidden />
          {role === "payable"
            ? t(
                "{name} is a control account for payables. Totals of bills and vendor credits post to it automatically, so choose another account for the line.",
                {
                  name,
                },
              )
            : t(
                "{name} is a control account for receivables. Totals of invoices and credit notes post to it automatically, so choose another account for the line.",
                {
                  name,
                },
              )}
        </p>
      ))}
    </div>
  );
}
