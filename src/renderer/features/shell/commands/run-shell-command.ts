import type { ShellCommand } from "#shared/contract/app/shell.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call, openWindow } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { announce } from "../../../state/window/announcements.ts";
import { noteFailure } from "../../../state/window/notifications.ts";
import { clientAddress, readAddress, setOverlay, usePlace } from "../../../state/window/screen-address.ts";
import { setTheme } from "../../../state/window/theme.ts";

/** The window's current address. */
export function currentAddress(): string {
  return window.location.hash.slice(1) || "/";
}

/** Runs the command of a menu item, a notification or a link from outside. None of them writes to a ledger. */
export function runShellCommand(asked: ShellCommand, navigate: (to: string) => void): void {
  switch (asked.command) {
    case "go":
      navigate(asked.address);
      break;
    case "screen":
      withClient((clientId) => navigate(clientAddress(clientId, asked.screen)));
      break;
    case "back":
      window.history.back();
      break;
    case "forward":
      window.history.forward();
      break;
    case "switch-client":
      setOverlay("switcher");
      break;
    case "search":
      setOverlay("palette");
      break;
    case "keys":
      setOverlay("keys");
      break;
    case "help":
    case "updates":
      setOverlay("about");
      break;
    case "find":
      document.querySelector<HTMLElement>("[data-quick-filter]")?.focus();
      break;
    case "sync-client":
      withClient((clientId) => read({ clientIds: [clientId] }, t("Sync started.")));
      break;
    case "sync-all":
      read({}, t("Sync started for every client that has a ledger and isn't paused."));
      break;
    case "pop-out":
      report(openWindow(currentAddress()), t("Window opened."));
      break;
    case "theme":
      setTheme(asked.theme);
      break;
  }
}

/** The open client, or the last one; otherwise the person is asked which. */
function withClient(act: (clientId: string) => void): void {
  const clientId = readAddress(currentAddress()).clientId ?? usePlace.getState().lastClientId;
  if (clientId === null) setOverlay("switcher");
  else act(clientId);
}

function read(input: { readonly clientIds?: string[] }, said: string): void {
  report(call("sync.start", input), said);
}

/** No screen shows what came of a key or a menu item, so a refusal is told in the bar. */
function report(done: Promise<unknown>, said: string): void {
  done.then(
    () => announce(said),
    (error: unknown) => {
      if (error instanceof CallFailure) noteFailure(error.failure, currentAddress(), "told");
      else announce(error instanceof Error ? error.message : String(error));
    },
  );
}
