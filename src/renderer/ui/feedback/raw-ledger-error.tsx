import type { LedgerError } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { ScrollText } from "../layout/scroll-area.tsx";
import styles from "./raw-ledger-error.module.css";

/** The ledger's answer byte for byte: request, status, body; as text, never as markup. */
export function RawLedgerError({
  error,
  copyLabel = t("Copy details for the ledger's administrator"),
}: {
  readonly error: LedgerError;
  readonly copyLabel?: string;
}) {
  const text = `${error.request}\nHTTP ${error.status}\n\n${error.body}`;
  return (
    <figure className={styles.raw}>
      <figcaption className={styles.caption}>
        <span>{t("The ledger's answer, as received")}</span>
        <CopyButton text={text} label={copyLabel} />
      </figcaption>
      <ScrollText className={styles.text}>{text}</ScrollText>
    </figure>
  );
}
