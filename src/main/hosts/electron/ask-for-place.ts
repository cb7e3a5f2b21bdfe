import { dialog } from "electron";
import type { AskPerson } from "./path-consent.ts";

/** What the calls that name a place do with it. */
const PURPOSES: Readonly<Record<string, string>> = {
  "packs.export": "Tieout will save a close pack there.",
  "review.export": "Tieout will save a review bundle there.",
  "review.preview": "Tieout will open this file to read a review bundle.",
  "review.import": "Tieout will open this file to import a review bundle.",
  "data.export": "Tieout will save the exported data there.",
  "backups.create": "Tieout will save a backup of the firm there.",
  "backups.restore": "Tieout will open this file to restore a backup of the firm.",
};

/** A question of the system about a file or folder that a window wants to use. */
export const askForPlace: AskPerson = async ({ method, path }) => {
  const { response } = await dialog.showMessageBox({
    type: "question",
    title: "Use a file or folder",
    message: `Let Tieout use ${path}?`,
    detail: `${PURPOSES[method] ?? ""} Allow this only if you just entered this path in Tieout.`.trim(),
    buttons: ["Cancel", "Allow"],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
};
