import type { DocumentView } from "#shared/contract/books/documents.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";
import { formatInstant } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import styles from "./transaction-panel.module.css";

/** Where the record was read, by which name the ledger knows it, and as of when it holds. */
export function Provenance({ document }: { readonly document: DocumentView["document"] }) {
  const { source } = document;
  const facts: readonly (readonly [string, string])[] = [
    [t("Ledger"), ledgerLabel(source.system)],
    [t("Record type in the ledger"), source.entityType],
    [t("Record ID in the ledger"), source.id],
    [t("Tenant"), source.tenantId],
    [t("Synced at"), formatInstant(source.fetchedAt)],
    [t("As of"), document.asOf === null ? t("the data set isn't fully synced yet") : formatInstant(document.asOf)],
    [t("Change hash"), document.changeHash],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <div>
        <CopyButton text={facts.map(([name, value]) => `${name}: ${value}`).join("\n")} label={t("Copy these details")} />
      </div>
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{name === "Change hash" || name === "Its own id" ? <code>{value}</code> : value}</dd>
    </>
  );
}
