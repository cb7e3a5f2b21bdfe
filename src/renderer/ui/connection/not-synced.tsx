import { t } from "../../language/t.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import { EmptyState } from "../feedback/empty-state.tsx";

/** In place of figures of books that nobody has read: an empty statement or list would say that nothing is in them. */
export function NotSynced({ clientId }: { readonly clientId: string }) {
  return (
    <EmptyState title={t("Not synced yet")}>
      <p>{t("The client's books appear here during the first sync.")}</p>
      <a href={`#${clientAddress(clientId, "sync")}`}>{t("See sync status")}</a>
    </EmptyState>
  );
}
