import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { Button } from "../controls/button.tsx";
import { EmptyState } from "../feedback/empty-state.tsx";

interface NotSyncedProps {
  readonly clientId: string;
  /** No sync is running or paused, and nothing keeps one from starting. */
  readonly canStart: boolean;
  /** What isn't here yet, where only a part of the books is missing. */
  readonly title?: string;
  /** What will be here: nothing else on the screen says which one it is. */
  readonly children: ReactNode;
}

/** In place of figures of books that nobody has read: an empty statement or list would say that nothing is in them. */
export function NotSynced({ clientId, canStart, title = t("Not synced yet"), children }: NotSyncedProps) {
  const start = useCoreCommand("sync.start");
  return (
    <EmptyState state="not_synced" title={title}>
      <p>{children}</p>
      {canStart ? (
        <Button
          needs="preparer"
          kind="primary"
          icon={<RefreshCw size={14} aria-hidden />}
          disabled={start.isPending}
          onClick={() => start.mutate({ clientIds: [clientId] })}
        >
          {t("Start sync")}
        </Button>
      ) : null}
      {start.error === null ? null : <p className={text.failed}>{start.error.failure.message}</p>}
      <a href={`#${clientAddress(clientId, "sync")}`}>{t("See sync status")}</a>
    </EmptyState>
  );
}
