import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { type LedgerFacts, useLedgerFacts } from "./use-ledger-facts.ts";

/** What needs the facts of the client's ledger, once they are there; else why there are none. */
export function WithLedgerFacts({
  clientId,
  children,
}: {
  readonly clientId: string;
  readonly children: (facts: LedgerFacts) => ReactNode;
}) {
  const { facts, isConnected, error } = useLedgerFacts(clientId);
  if (error !== null && facts === undefined) return <FailureNote failure={error.failure} />;
  if (facts === undefined) return <div className={layout.column} aria-busy="true" />;
  if (facts === null && isConnected)
    return (
      <EmptyState state="not_synced" title={t("This client isn't synced yet")}>
        <p>{t("Once the first sync has started, you can enter transactions here.")}</p>
        <ButtonLink href={`#${clientAddress(clientId, "sync")}`}>{t("See sync status")}</ButtonLink>
      </EmptyState>
    );
  if (facts === null)
    return (
      <EmptyState state="not_connected" title={t("No ledger connected")}>
        <p>{t("Once a ledger is connected, you can enter transactions here, review them and send them.")}</p>
        <ButtonLink needs="preparer" href={`#/connect/${encodeURIComponent(clientId)}`}>
          {t("Connect a ledger")}
        </ButtonLink>
      </EmptyState>
    );
  return children(facts);
}
