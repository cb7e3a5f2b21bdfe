import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";

/** What stopped a sync, where room is short. Anything else is told in its own sentence. */
export const SHORT_PROBLEMS: Readonly<Partial<Record<Failure["code"], string>>> = {
  needs_sign_in: t("Reconnect to sync"),
  secret_missing: t("Credentials unavailable"),
  keychain_unavailable: t("Keychain unavailable"),
  ledger_rejected: t("Ledger rejected request"),
  ledger_unreadable: t("Ledger's answer can't be read"),
  ledger_unreachable: t("Ledger down or unreachable"),
  storage: t("Local storage error"),
  disk_full: t("Disk full"),
  damaged: t("Damaged local copy"),
  server_unreachable: t("Firm server unavailable"),
  defect: t("Unexpected error"),
};

/**
 * A failure as this window knows it: while no ledger can be reached, one ledger's silence has the cause that the bar above the screen
 * gives, and `next` is the advice for it. A ledger that answered, even to say that it's down, was reached: its failure stays as it is.
 */
export function knownFailure<F extends Pick<Failure, "code" | "message" | "ledgerError">>(failure: F, offline: boolean, next: string): F {
  if (!offline || failure.code !== "ledger_unreachable" || failure.ledgerError !== undefined) return failure;
  return { ...failure, message: t("No ledger can be reached from this computer."), next };
}
