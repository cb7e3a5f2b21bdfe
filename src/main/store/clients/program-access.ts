import type { Sqlite } from "#main/store/database/open.ts";
import { type ProgramSetting, programSetting } from "#shared/contract/app/programs.ts";
import { readSetting, saveSetting } from "./firm-settings.ts";

const KEY = "firm/programs";

/** Which other programs may read what. Off until somebody switches it on; what can't be read counts as off. */
export function readProgramSetting(db: Sqlite): ProgramSetting {
  const parsed = programSetting.safeParse(readSetting(db, KEY));
  return parsed.success ? parsed.data : { enabled: false, clientIds: [], drafts: false, changedBy: null, changedMs: null, before: null };
}

export function saveProgramSetting(db: Sqlite, setting: ProgramSetting): void {
  saveSetting(db, KEY, setting);
}
