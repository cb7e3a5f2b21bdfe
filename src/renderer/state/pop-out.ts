import { openWindow } from "../api/client.ts";
import { t } from "../language/t.ts";
import { aloneAddress } from "./alone.ts";
import { announce } from "./announcements.ts";

/** Opens what is open at a place in a window of its own, alone, and says whether it could be. */
export function popOut(address: string): void {
  openWindow(aloneAddress(address)).then(
    () => announce(t("A window was opened.")),
    (error: unknown) => announce(error instanceof Error ? error.message : String(error)),
  );
}
