import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { ButtonLink } from "../controls/button.tsx";
import { EmptyState } from "../feedback/empty-state.tsx";

/** In a place of a client that has no ledger. `children`: what will be there. */
export function NotConnected({ clientId, children }: { readonly clientId: string; readonly children: ReactNode }) {
  return (
    <EmptyState state="not_connected" title={t("No ledger is connected")}>
      <p>{children}</p>
      <ButtonLink needs="preparer" kind="primary" href={`#/connect/${encodeURIComponent(clientId)}`}>
        {t("Connect a ledger")}
      </ButtonLink>
    </EmptyState>
  );
}
