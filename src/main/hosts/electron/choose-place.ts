import { dialog } from "electron";
import type { PlaceQuestion } from "#shared/contract/app/shell.ts";

/** Asks for a file or folder in the system's own window; null when the person chose none. */
export async function choosePlace({ kind, title, name, extensions }: PlaceQuestion): Promise<string | null> {
  const filters = extensions.length === 0 ? {} : { filters: [{ name: title, extensions: [...extensions] }] };
  if (kind === "save_file") {
    const { canceled, filePath } = await dialog.showSaveDialog({ title, ...(name === undefined ? {} : { defaultPath: name }), ...filters });
    return canceled || filePath === "" ? null : filePath;
  }
  const properties: ("openDirectory" | "createDirectory" | "openFile")[] =
    kind === "folder" ? ["openDirectory", "createDirectory"] : ["openFile"];
  const { canceled, filePaths } = await dialog.showOpenDialog({ title, properties, ...filters });
  return canceled ? null : (filePaths[0] ?? null);
}
