import { useEffect, useRef } from "react";
import { t } from "../../../language/t.ts";
import { settleTip, useInboxActs } from "../../../state/core/attention-actions.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { Button } from "../../../ui/controls/button.tsx";

interface DismissUpdateProps {
  readonly clientId: string;
  readonly jobId: string;
}

/** Takes an update that needs nothing more in Tieout off the inbox, as the inbox itself does: what was rejected can't be canceled. */
export function DismissUpdate({ clientId, jobId }: DismissUpdateProps) {
  const inbox = useCoreQuery("inbox.list", { clientId });
  const { settle, pending } = useInboxActs(clientId);
  // The key of such an item has the update's id.
  const item = inbox.data?.items.find(({ kind, key, dismissible }) => kind === "write" && dismissible && key.split("/").includes(jobId));
  const isThere = item !== undefined;
  const isDismissed = useRef(false);
  useEffect(() => {
    if (isThere || !isDismissed.current) return;
    isDismissed.current = false;
    // The button went away, and the focus with it: the panel takes it.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("[data-panel-body]")?.focus();
  }, [isThere]);
  if (item === undefined) return null;
  return (
    <Button
      needs="preparer"
      disabled={pending === item.key}
      title={settleTip(item)}
      onClick={() => {
        isDismissed.current = true;
        settle(item);
      }}
    >
      {t("Dismiss from inbox")}
    </Button>
  );
}
