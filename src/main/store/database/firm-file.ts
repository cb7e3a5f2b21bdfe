import { join } from "node:path";
import { firmRegistry } from "#main/store/migrations/firm/firm-0001-registry.ts";
import { firmGroups } from "#main/store/migrations/firm/firm-0002-groups.ts";
import { firmTokens } from "#main/store/migrations/firm/firm-0003-tokens.ts";
import { firmPeople } from "#main/store/migrations/firm/firm-0004-people.ts";
import { firmInsights } from "#main/store/migrations/firm/firm-0005-insights.ts";
import { firmOwnChain } from "#main/store/migrations/firm/firm-0006-own-chain.ts";
import { firmReadableViews } from "#main/store/migrations/firm/firm-0007-readable-views.ts";
import { firmSignatureKeys } from "#main/store/migrations/firm/firm-0008-signature-keys.ts";
import { firmFactLog } from "#main/store/migrations/firm/firm-0009-fact-log.ts";
import { firmFactsSeen } from "#main/store/migrations/firm/firm-0010-facts-seen.ts";
import { firmSettingChanges } from "#main/store/migrations/firm/firm-0011-setting-changes.ts";
import { firmPins } from "#main/store/migrations/firm/firm-0012-pins.ts";
import { type FileKind, type Migration, openDatabase, type Sqlite } from "./open.ts";

export const FIRM_APPLICATION_ID = 0x54494546;
export const firmMigrations: readonly Migration[] = [
  firmRegistry,
  firmGroups,
  firmTokens,
  firmPeople,
  firmInsights,
  firmOwnChain,
  firmReadableViews,
  firmSignatureKeys,
  firmFactLog,
  firmFactsSeen,
  firmSettingChanges,
  firmPins,
];
export const firmFileKind: FileKind = { applicationId: FIRM_APPLICATION_ID, migrations: firmMigrations };

/** Opens the firm's registry below the data folder. @throws StoreRefusal */
export function openFirmFile(home: string, options: { readonly readonly?: boolean } = {}): Sqlite {
  return openDatabase(join(home, "firm.sqlite"), { ...firmFileKind, readsOnFullDisk: true, ...options });
}
