import type { Sqlite } from "#main/store/database/open.ts";
import { type FirmProfile, firmProfile } from "#shared/contract/clients/firm.ts";
import { readSetting, saveSetting } from "./firm-settings.ts";

const KEY = "firm/profile";

/** The firm's name and logo, as printed in close packs. */
export function readFirmProfile(db: Sqlite): FirmProfile {
  const parsed = firmProfile.safeParse(readSetting(db, KEY));
  return parsed.success ? parsed.data : { name: null, logo: null };
}

export function saveFirmProfile(db: Sqlite, profile: FirmProfile): void {
  saveSetting(db, KEY, profile);
}
