import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";

/** Beside a sign-off or approval that the firm's server doesn't have yet. */
export function WaitingToSync() {
  return (
    <Chip
      tone="warning"
      word={t("Waiting for server")}
      title={t(
        "The firm's server hasn't accepted this yet, so it doesn't count. Tieout sends it when this computer can reach the server, and then shows the date and time when the server received it. If the server rejects it, it's listed in Settings › Firm.",
      )}
    />
  );
}
