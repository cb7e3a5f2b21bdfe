import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { changeWizard, useWizard } from "../../state/window/connect-wizard.ts";
import { Button } from "../../ui/controls/button.tsx";
import step from "./step.module.css";

/** Clients that were connected and then left before their first read. */
export function ResumeNote() {
  const forClientId = useWizard((state) => state.forClientId);
  const list = useCoreQuery("clients.list", {});
  const unread = (list.data?.rows ?? []).filter((row) => !row.demo && row.ledger !== null && row.state === "never_synced");
  if (unread.length === 0 || forClientId !== null) return null;
  const [first] = unread;
  return (
    <div className={step.card} role="note">
      <p>
        {t(
          "{unread, plural, one {{name} is connected but hasn't been synced yet.} other {{unread} clients are connected but haven't been synced yet.}}",
          { unread: unread.length, name: first?.name },
        )}
      </p>
      <div>
        <Button onClick={() => changeWizard({ step: "found", connected: unread.map((row) => row.clientId) })}>
          {t("Continue to the first sync")}
        </Button>
      </div>
    </div>
  );
}
