import type { DownloadItem } from "electron";
import { PAGE_ORIGIN } from "./page-address.ts";

const KINDS: ReadonlySet<string> = new Set(["csv", "xlsx", "pdf", "zip", "json", "txt"]);
const NAME_MAX = 120;
// Windows opens the device, whatever kind of file is asked for.
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file that our own page made, of a kind that Tieout exports. Everything else is no download. */
export function exportName(url: string, name: string): string | null {
  if (!url.startsWith(`blob:${PAGE_ORIGIN}/`)) return null;
  const plain = name.normalize("NFC").replaceAll(/[\p{C}\\/:*?"<>|]/gu, "-");
  const dot = plain.lastIndexOf(".");
  const kind = plain.slice(dot + 1).toLowerCase();
  const stem = plain.slice(0, Math.max(dot, 0)).replaceAll(/^[.\s]+|[.\s]+$/g, "");
  if (dot < 1 || stem === "" || !KINDS.has(kind)) return null;
  return `${DEVICE.test(stem) ? "_" : ""}${stem.slice(0, NAME_MAX)}.${kind}`;
}

/** Lets an export be saved where the person chooses, and nothing else be downloaded. */
export function judgeDownload(
  event: { preventDefault(): void },
  item: Pick<DownloadItem, "getURL" | "getFilename" | "setSaveDialogOptions">,
): void {
  const name = exportName(item.getURL(), item.getFilename());
  if (name === null) event.preventDefault();
  else item.setSaveDialogOptions({ title: "Save the export", defaultPath: name });
}
