import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";

/** Beside a sign-off or approval that the firm's server doesn't have yet. */
export function WaitingToSync() {
  return (
    <Chip
      tone="warning"
      word={t("Waiting for server")}
      title={t(
        "This hasn't reached the firm's server, so it doesn't count yet. Tieout sends it once this computer can reach the server. It will then show the date and time when the server received it.",
      )}
    />
  );
}
