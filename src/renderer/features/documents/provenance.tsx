import type { DocumentView } from "#shared/contract/documents.ts";
import { ledgerLabel } from "#shared/model/ledger-label.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { formatInstant } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import styles from "./document-panel.module.css";

/** Where the record was read, by which name the ledger knows it, and as of when it holds. */
export function Provenance({ document }: { readonly document: DocumentView["document"] }) {
  const { source } = document;
  const facts: readonly (readonly [string, string])[] = [
    [t("Ledger"), ledgerLabel(source.system)],
    [t("Its own noun"), source.entityType],
    [t("Its own id"), source.id],
    [t("Tenant"), source.tenantId],
    [t("Read at"), formatInstant(source.fetchedAt)],
    [t("As of"), document.asOf === null ? t("the stream has not been read to its end yet") : formatInstant(document.asOf)],
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
        <CopyButton text={facts.map(([name, value]) => `${name}: ${value}`).join("\n")} label={t("Copy these facts")} />
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
