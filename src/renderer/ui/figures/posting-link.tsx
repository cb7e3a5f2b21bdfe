import type { LedgerDetailRow } from "#shared/model/reports/statement.ts";
import { t } from "../../language/t.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import panel from "../layout/side-panel.module.css";

interface PostingLinkProps {
  readonly clientId: string;
  readonly row: Pick<LedgerDetailRow, "kind" | "documentId" | "isDocument" | "settles">;
  readonly children: string;
}

/** A posting's name. It opens the transaction that caused it; a payment, which can't be shown on its own, opens what it settles. */
export function PostingLink({ clientId, row: { kind, documentId, isDocument, settles = null }, children: name }: PostingLinkProps) {
  const linkTo = useDocumentLink(clientId);
  // Only digits: a tabular hyphen would tear a number such as INV-0191 apart.
  const children = /^\d+$/.test(name) ? <span className={panel.number}>{name}</span> : name;
  if (kind === "year_end")
    return <span title={t("Calculated, not posted: net income moves to retained earnings at fiscal year end.")}>{children}</span>;
  if (documentId !== null && isDocument) return <a href={linkTo(documentId)}>{children}</a>;
  if (settles === null)
    return (
      <span className={documentId === null ? panel.quiet : undefined} title={nothingWords(documentId)}>
        {children}
      </span>
    );
  return (
    <a href={linkTo(settles.documentId)} title={settlesWords(settles)}>
      {children}
    </a>
  );
}

function settlesWords({ name, others }: NonNullable<LedgerDetailRow["settles"]>): string {
  return others === 0
    ? t("Opens the transaction that it was applied to: {name}", { name })
    : t("Opens the first of {count} transactions that it was applied to: {name}", { name, count: others + 1 });
}

function nothingWords(documentId: string | null): string {
  return documentId === null
    ? t("The ledger names no transaction for this posting, so there's nothing to open.")
    : t("This record isn't applied to a transaction, or Tieout couldn't read it. There's nothing to open.");
}
