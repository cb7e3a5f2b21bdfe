import type { DownloadItem, WebContents } from "electron";
import type { FileOutcome } from "#shared/contract/app/shell.ts";
import { EVENT_CHANNEL } from "#shared/contract/channels.ts";
import { PAGE_ORIGIN } from "./page-address.ts";

/** What Tieout exports, and what people attach: none of it is a program, or can hold one. */
const KINDS: ReadonlySet<string> = new Set([
  ...["csv", "xlsx", "pdf", "zip", "json", "txt", "pem"],
  ...["png", "jpg", "jpeg", "gif", "heic", "webp", "tif", "tiff", "docx", "odt", "ods", "eml", "msg", "ofx", "qfx", "xml"],
]);
const NAME_MAX = 120;
// Windows opens the device, whatever kind of file is asked for.
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file that our own page offers, of a kind that Tieout saves. Everything else is no download. */
export function exportName(url: string, name: string): string | null {
  if (!url.startsWith(`blob:${PAGE_ORIGIN}/`)) return null;
  const plain = name.normalize("NFC").replaceAll(/[\p{C}\\/:*?"<>|]/gu, "-");
  const dot = plain.lastIndexOf(".");
  const kind = plain.slice(dot + 1).toLowerCase();
  const stem = plain.slice(0, Math.max(dot, 0)).replaceAll(/^[.\s]+|[.\s]+$/g, "");
  if (dot < 1 || stem === "" || !KINDS.has(kind)) return null;
  return `${DEVICE.test(stem) ? "_" : ""}${stem.slice(0, NAME_MAX)}.${kind}`;
}

/** Lets a file be saved where the person chooses, and nothing else be downloaded. The page is told what came of it. */
export function judgeDownload(
  event: { preventDefault(): void },
  item: Pick<DownloadItem, "getURL" | "getFilename" | "setSaveDialogOptions" | "once">,
  page: Pick<WebContents, "send" | "isDestroyed">,
): void {
  const address = item.getURL();
  const tell = (outcome: FileOutcome): void => {
    if (!page.isDestroyed()) page.send(EVENT_CHANNEL, { topic: "shell.fileDone", payload: { address, outcome } });
  };
  const name = exportName(address, item.getFilename());
  if (name === null) {
    event.preventDefault();
    tell("refused");
    return;
  }
  item.setSaveDialogOptions({ title: "Save file", defaultPath: name });
  item.once("done", (_event, state) => tell(state === "completed" ? "saved" : "not_saved"));
}
