import type { DocumentView } from "#shared/contract/books/documents.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { formatMinute } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { Fact, Facts } from "../../../ui/layout/facts.tsx";
import styles from "./transaction-panel.module.css";

/** Which ledger the record was read from, and as of when it holds. When it was read itself is said only where that was earlier. */
export function Provenance({ document }: { readonly document: DocumentView["document"] }) {
  const fetched = formatMinute(document.source.fetchedAt);
  const asOf = document.asOf === null ? t("Transactions of this type aren't fully synced yet") : formatMinute(document.asOf);
  return (
    <Facts>
      <Fact name={t("Ledger")}>{ledgerLabel(document.source.system)}</Fact>
      {fetched === asOf ? null : <Fact name={t("Synced at")}>{fetched}</Fact>}
      <Fact name={t("Up to date as of")}>{asOf}</Fact>
    </Facts>
  );
}

/** What the ledger itself calls the record and its state: codes to look for there. */
export function RecordIds({ document }: { readonly document: DocumentView["document"] }) {
  const { source } = document;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t("Ledger record type"), source.entityType],
    [t("Ledger record ID"), source.id],
    [t("Company ID"), source.tenantId],
    ...(document.sourceStatus === undefined ? [] : [[t("Ledger status"), document.sourceStatus] as const]),
    ...(document.approvalStatus === undefined ? [] : [[t("Approval status"), document.approvalStatus] as const]),
    [t("Change hash"), document.changeHash],
  ];
  return (
    <>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            <code>{value}</code>
          </Fact>
        ))}
      </Facts>
      <div className={styles.copy}>
        <CopyButton text={facts.map(([name, value]) => `${name}: ${value}`).join("\n")} label={t("Copy these details")} />
      </div>
    </>
  );
}
