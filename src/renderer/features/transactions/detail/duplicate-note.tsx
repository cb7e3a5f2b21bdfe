import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import type { DuplicatePage } from "#shared/contract/close/reviews.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { type Bill, billName, bothPaidWords, duplicateWords, isPaid } from "../../../format/labels/duplicate-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useDocumentLink } from "../../../state/window/panels.ts";
import { duplicatesAddress } from "../../../state/window/screen-address.ts";
import styles from "./duplicate-note.module.css";

/** More would push the bill itself out of sight. */
const SHOWN = 2;
const BILLS: readonly (DocumentType | undefined)[] = ["purchase_bill", "cash_purchase"];

/** The pairs of a bill that may be one and that nobody dismissed, asked for beside the bill; undefined where there are none. */
export function useOpenDuplicates(clientId: string, documentId: string, type: DocumentType | undefined): DuplicatePage | undefined {
  const { data } = useCoreQuery("duplicates.list", { clientId, documentId, limit: SHOWN }, { enabled: BILLS.includes(type) });
  return data === undefined || data.rows.length === 0 ? undefined : data;
}

interface DuplicateNoteProps {
  readonly clientId: string;
  readonly documentId: string;
  readonly pairs: DuplicatePage;
}

/** Says before a bill is paid that it may be there twice, with the way to the pair. */
export function DuplicateNote({ clientId, documentId, pairs }: DuplicateNoteProps) {
  const more = pairs.found - pairs.rows.length;
  return (
    <ul className={styles.notes} aria-label={t("Possible duplicates")}>
      {pairs.rows.map(({ id, score, documents: [a, b] }) => (
        <li key={id} className={styles.note}>
          <Copy size={14} aria-hidden />
          <div>
            <Other clientId={clientId} score={score} own={a.id === documentId ? a : b} other={a.id === documentId ? b : a}>
              <a className={styles.compare} href={`#${duplicatesAddress(clientId, documentId)}`}>
                {t("Compare")}
              </a>
            </Other>
          </div>
        </li>
      ))}
      {more === 0 ? null : (
        <li>
          <a href={`#${duplicatesAddress(clientId, documentId)}`}>
            {t("{more, plural, one {1 more possible duplicate} other {# more possible duplicates}}", { more })}
          </a>
        </li>
      )}
    </ul>
  );
}

interface OtherProps {
  readonly clientId: string;
  readonly score: number;
  readonly own: Bill;
  readonly other: Bill;
  /** The way to the pair, after the last words. */
  readonly children: ReactNode;
}

function Other({ clientId, score, own, other, children }: OtherProps) {
  const linkTo = useDocumentLink(clientId);
  const paid = paidWords(own, other);
  return (
    <>
      <p>
        {duplicateWords(score)} <a href={linkTo(other.id)}>{billName(other)}</a>, {formatDay(other.date)} {paid === null ? children : null}
      </p>
      {paid === null ? null : (
        <p>
          {paid} {children}
        </p>
      )}
    </>
  );
}

/** What has been paid already, which decides what is left to do; null for nothing. */
function paidWords(own: Bill, other: Bill): string | null {
  return bothPaidWords([own, other]) ?? (isPaid(other) ? t("{bill} is already paid.", { bill: billName(other) }) : null);
}
