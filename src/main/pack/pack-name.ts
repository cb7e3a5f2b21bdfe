import { safeNamePart } from "#main/domain/documents/safe-text.ts";

/** The name of a pack's file: `<CLIENT>_<YYYY-MM>_closepack_vNN.zip`, of letters that every file system takes. */
export function packName(client: { readonly name: string; readonly id: string }, month: string, version: number): string {
  const label = safeNamePart(client.name, `client-${safeNamePart(client.id, "x").slice(0, 8)}`);
  return `${label}_${month}_closepack_v${String(version).padStart(2, "0")}.zip`;
}
