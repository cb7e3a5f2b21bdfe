import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";

/** Beside a sign-off or approval that the firm's server doesn't have yet. */
export function WaitingToSync() {
  return (
    <Chip
      tone="warning"
      word={t("Waiting to sync")}
      title={t("The firm's server hasn't received this change yet. Once it has, the change takes effect with the server's time.")}
    />
  );
}
