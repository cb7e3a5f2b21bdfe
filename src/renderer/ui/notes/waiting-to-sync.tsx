import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";

/** Beside a sign-off or approval that the firm's server doesn't have yet. */
export function WaitingToSync() {
  return (
    <Chip
      tone="warning"
      word={t("Waiting for server")}
      title={t(
        "The firm's server hasn't accepted this yet, so it doesn't count. Tieout sends it once this computer can reach the server. If the server rejects it, you'll see it in Settings › Firm.",
      )}
    />
  );
}
