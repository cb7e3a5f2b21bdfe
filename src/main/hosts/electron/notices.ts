import { Notification } from "electron";
import type { Notice } from "#main/ports/index.ts";
import { windowAddress } from "#shared/contract/app/screens.ts";
import type { Windows } from "./windows.ts";

const SHOWN_MAX = 20;
const TITLE_MAX = 80;
const BODY_MAX = 240;

/**
 * Tells through the system what needs a person, while nobody looks at a window: one that does shows it
 * itself. A click leads to the place.
 */
export function systemNotices(windows: Pick<Windows, "isLookedAt" | "summon">): (notice: Notice) => void {
  // A notification that nothing holds is collected before it can be clicked.
  const shown: Notification[] = [];
  return ({ title, body, address }) => {
    if (windows.isLookedAt() || !Notification.isSupported()) return;
    const note = new Notification({ title: inert(title, TITLE_MAX), body: inert(body, BODY_MAX) });
    const place = windowAddress.safeParse(address);
    note.on("click", () => windows.summon(place.success ? { command: "go", address: place.data } : null));
    shown.push(note);
    if (shown.length > SHOWN_MAX) shown.shift();
    note.show();
  };
}

/** Names come from ledgers, and some desktops read markup in a notification. */
function inert(text: string, most: number): string {
  return text
    .replaceAll(/[\p{C}<>&]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, most);
}
