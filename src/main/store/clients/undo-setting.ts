import type { Sqlite } from "#main/store/database/open.ts";
import { undoTemplate } from "#main/store/flux/flux-templates.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import { ENGLISH_SETTING, savedEnglish } from "#shared/contract/app/english.ts";
import { firmProfile } from "#shared/contract/clients/firm.ts";
import type { SettingChangeKind } from "#shared/contract/clients/setting-changes.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { readFirmProfile, saveFirmProfile } from "./firm-profile.ts";
import { readSetting, saveSetting } from "./firm-settings.ts";
import { markUndone, type NotedChange, notedChange } from "./setting-changes.ts";

/** Gives a setting its value from before a change. It is refused once the setting was changed again. */
export function undoSetting(db: Sqlite, { changeId, ...act }: Act & { readonly changeId: string }): Result<NotedChange, Failure> {
  const change = notedChange(db, changeId);
  if (change === null) return fail({ code: "not_found", message: "No settings change has this ID.", field: "changeId" });
  if (change.undoneMs !== null) return fail({ code: "conflict", message: "This change was already undone.", field: "changeId" });
  const { kind } = change;
  if (kind === "person_pin")
    return fail({
      code: "not_supported",
      message: change.subject === "" ? "This change can't be undone here." : "A change to a PIN can't be undone.",
      field: "changeId",
      next: change.subject === "" ? "An administrator can change it under Settings › People." : "The person can set a new PIN.",
    });
  if (!RESTORE[kind](db, change, act))
    return fail({
      code: "conflict",
      message: "This setting was changed again after the change that you want to undo.",
      field: "changeId",
      next: "Undo the newer change first.",
    });
  markUndone(db, changeId, act);
  return ok(change);
}

/** Per setting: puts `before` back, or answers false when the setting no longer is what the change made of it. */
const RESTORE: Readonly<Record<Exclude<SettingChangeKind, "person_pin">, (db: Sqlite, change: NotedChange, act: Act) => boolean>> = {
  firm_name: (db, change) => restoreProfile(db, "name", change),
  firm_logo: (db, change) => restoreProfile(db, "logo", change),
  firm_language: (db, change, act) => restoreEnglish(db, "language", change, act),
  open_item_terms: (db, change, act) => restoreEnglish(db, "terms", change, act),
  flux_template: undoTemplate,
};

function restoreProfile(db: Sqlite, part: "name" | "logo", { before, after }: NotedChange): boolean {
  const profile = readFirmProfile(db);
  if (JSON.stringify(profile[part]) !== JSON.stringify(after)) return false;
  saveFirmProfile(db, firmProfile.parse({ ...profile, [part]: before }));
  return true;
}

function restoreEnglish(db: Sqlite, part: "language" | "terms", { before, after }: NotedChange, { person, nowMs }: Act): boolean {
  const english = savedEnglish(readSetting(db, ENGLISH_SETTING));
  if (english[part] !== after) return false;
  saveSetting(db, ENGLISH_SETTING, { ...english, [part]: before, person, at: instantFromMs(nowMs) });
  return true;
}
