import type { HealthCheck } from "#shared/contract/app/data-safety.ts";
import { type DiskEncryption, diskEncryption } from "./disk-encryption.ts";
import { syncedBy } from "./synced-folder.ts";

const ENCRYPTION_NEXT: Readonly<Record<DiskEncryption["state"], string | null>> = {
  encrypted: null,
  plain: "Tieout doesn't encrypt its local copy. Turn on BitLocker (Windows), FileVault (macOS) or LUKS (Linux) for this disk.",
  unknown:
    "Tieout doesn't encrypt its local copy, and can't tell whether this disk is encrypted. Check that BitLocker (Windows), FileVault (macOS) or LUKS (Linux) is on.",
};

/** The doctor's checks of the machine with the data folder. */
export async function examineMachine(home: string): Promise<HealthCheck[]> {
  const { state, detail } = diskEncryption(home);
  const synced = syncedBy(home);
  const check = (what: string, told: string, next: string | null): HealthCheck => ({
    what,
    ok: true,
    state: next === null ? "ok" : "warning",
    detail: told,
    next,
    clientId: null,
  });
  return [
    check("data folder access", `only this Tieout process (${process.pid}) has it open`, null),
    check("disk encryption", detail, ENCRYPTION_NEXT[state]),
    synced === null
      ? check("data folder location", "not on a known cloud drive or network share", null)
      : check(
          "data folder location",
          `on ${synced}`,
          "Close Tieout, move the data folder to this computer's own disk, and start Tieout with --home and the folder's new path. On a cloud drive or network share, your data may be damaged while Tieout runs.",
        ),
  ];
}
