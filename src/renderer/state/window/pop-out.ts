import { openWindow } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { announce } from "./announcements.ts";
import { aloneAddress } from "./single-panel-window.ts";

/** Opens an address in a separate window, alone, and says whether that worked. */
export function popOut(address: string): void {
  openWindow(aloneAddress(address)).then(
    () => announce(t("Window opened.")),
    (error: unknown) => announce(error instanceof Error ? error.message : String(error)),
  );
}
