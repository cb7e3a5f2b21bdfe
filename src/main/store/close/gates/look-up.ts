import type { GateEvidence } from "#shared/contract/close/close.ts";
import type { CloseGate } from "#shared/model/close/close.ts";
import { noMissingTaxId, noOpenDuplicate, noRemovedRecord, noUnappliedCash, noUncategorised, ordersMatched } from "./documents.ts";
import { entriesConfirmed } from "./entries.ts";
import { tieOutsHold, trialBalanceHolds, variancesHold } from "./figures.ts";
import { changesDisposed, closedHere, noUnknownWrite, packMade, reconciled, signedOff } from "./finish.ts";
import type { GateSetting } from "./gate.ts";
import { questionsSent } from "./questions.ts";
import { ledgerLocked, lockRead, streamsComplete } from "./reading.ts";

/** Finds a gate's evidence in the local copy; nothing is sent to the ledger. */
export function lookUp(setting: GateSetting, gate: CloseGate): GateEvidence {
  return { kind: gate.kind, ...found(setting, gate) };
}

function found(setting: GateSetting, gate: CloseGate): Omit<GateEvidence, "kind"> {
  switch (gate.kind) {
    case "streams_complete":
      return streamsComplete(setting);
    case "lock_read":
      return lockRead(setting);
    case "tie_outs":
      return tieOutsHold(setting, gate);
    case "trial_balance":
      return trialBalanceHolds(setting);
    case "variances":
      return variancesHold(setting, gate);
    case "questions_sent":
      return questionsSent(setting);
    case "no_unknown_write":
      return noUnknownWrite(setting);
    case "no_open_duplicate":
      return noOpenDuplicate(setting);
    case "no_uncategorised":
      return noUncategorised(setting, gate);
    case "no_missing_tax_id":
      return noMissingTaxId(setting);
    case "no_unapplied_cash":
      return noUnappliedCash(setting);
    case "orders_matched":
      return ordersMatched(setting);
    case "no_removed_record":
      return noRemovedRecord(setting);
    case "changes_disposed":
      return changesDisposed(setting);
    case "entries_confirmed":
      return entriesConfirmed(setting, gate);
    case "reconciled":
      return reconciled(setting);
    case "signed_off":
      return signedOff(setting);
    case "closed_here":
      return closedHere(setting);
    case "ledger_locked":
      return ledgerLocked(setting);
    case "pack_made":
      return packMade(setting);
  }
}
