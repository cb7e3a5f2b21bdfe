import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";

/** Beside a sign-off or approval that the firm's server doesn't have yet. */
export function WaitingToSync() {
  return (
    <Chip
      tone="warning"
      word={t("Waiting for server")}
      title={t("This change hasn't reached the firm's server yet. When it does, it takes effect with the server's date and time.")}
    />
  );
}
