import { safeNamePart } from "#main/domain/documents/safe-text.ts";
import type { PackStamp } from "#shared/model/close/pack.ts";

interface Version {
  readonly month: string;
  readonly version: number;
  readonly stamps: readonly Pick<PackStamp, "stamp">[];
}

/**
 * The name of a pack's file: `<CLIENT>_<YYYY-MM>_closepack_vNN.zip`, of letters that every file system takes. Its stamps follow the
 * version, as in `_v01_DRAFT.zip`: a file is sent on without the screen that says it isn't final.
 */
export function packName(client: { readonly name: string; readonly id: string }, { month, version, stamps }: Version): string {
  const label = safeNamePart(client.name, `client-${safeNamePart(client.id, "x").slice(0, 8)}`);
  const marks = stamps.map(({ stamp }) => `_${stamp}`).join("");
  return `${label}_${month}_closepack_v${String(version).padStart(2, "0")}${marks}.zip`;
}

/** The file of the same version that has other stamps, such as one that another computer made; null where there is none. */
export function otherOfVersion(name: string, files: readonly string[]): string | null {
  const unstamped = (file: string) => file.replace(/(?:_(?:INCOMPLETE|DRAFT))*\.zip$/, ".zip");
  return files.find((file) => file !== name && unstamped(file) === unstamped(name)) ?? null;
}
