import { dialog } from "electron";
import type { AskPerson } from "./path-consent.ts";

/** A question of the system about a file or folder that a window wants to use. */
export const askForPlace: AskPerson = async ({ method, path }) => {
  const { response } = await dialog.showMessageBox({
    type: "question",
    title: "Use a file or folder",
    message: `Let Tieout use ${path}?`,
    detail: `Needed for: ${method}. Allow it only if you have just chosen this file or folder.`,
    buttons: ["Cancel", "Allow"],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
};
