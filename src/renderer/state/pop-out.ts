import { openWindow } from "../api/client.ts";
import { t } from "../language/t.ts";
import { announce } from "./announcements.ts";

/** Opens a place in a window of its own, and says whether it could be. */
export function popOut(address: string): void {
  openWindow(address).then(
    () => announce(t("A window was opened.")),
    (error: unknown) => announce(error instanceof Error ? error.message : String(error)),
  );
}
