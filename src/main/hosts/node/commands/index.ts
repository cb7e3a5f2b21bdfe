import { adjustmentCommands } from "./adjustments.ts";
import { backupCommands } from "./backup.ts";
import { changeList, postCheck } from "./checks.ts";
import { clientAdd, clientList, connectionAdd, connectionDiscover, connectionList, connectionShow, connectionSignIn } from "./clients.ts";
import { closeCommands } from "./close.ts";
import type { BareCommand, Command } from "./command.ts";
import { demoReset, demoStart, demoStop } from "./demo.ts";
import { derivedCommands } from "./derived.ts";
import { dimensionCommands } from "./dimensions.ts";
import { doctorCommands } from "./doctor.ts";
import { entityRate, entityReport, entityTreeCommand } from "./entity.ts";
import { exportTable } from "./export.ts";
import { limitsCommands } from "./limits.ts";
import { documentList, documentShow, lists } from "./lists.ts";
import { inboxCommands, noteCommands, taskCommands } from "./notes.ts";
import { packCommands } from "./packs.ts";
import { peopleCommands } from "./people.ts";
import { profileCommands } from "./profiles.ts";
import { reportAging, reportSpend } from "./report.ts";
import { reviewBundleCommands } from "./review-bundle.ts";
import { reviews } from "./reviews.ts";
import { schedulePause, scheduleResume, syncSchedule } from "./schedule.ts";
import { signInCommands } from "./sign-ins.ts";
import { balanceSheet, generalLedger, profitAndLoss, trialBalance } from "./statements.ts";
import { syncPlan, syncReconcile, syncRun, syncStatusCommand } from "./sync.ts";
import { tieOutCommands } from "./tie-outs.ts";
import { writeCommands } from "./writes.ts";

/** Every command of the headless contract that this release has. */
export const commands: readonly (BareCommand | Command)[] = [
  demoStart,
  demoStop,
  demoReset,
  clientAdd,
  clientList,
  connectionAdd,
  connectionList,
  connectionShow,
  connectionSignIn,
  connectionDiscover,
  syncRun,
  syncStatusCommand,
  syncPlan,
  syncReconcile,
  syncSchedule,
  schedulePause,
  scheduleResume,
  documentList,
  documentShow,
  ...lists,
  ...dimensionCommands,
  reportAging,
  reportSpend,
  trialBalance,
  profitAndLoss,
  balanceSheet,
  generalLedger,
  postCheck,
  ...reviews,
  changeList,
  ...tieOutCommands,
  ...closeCommands,
  ...adjustmentCommands,
  ...derivedCommands(),
  ...writeCommands,
  entityTreeCommand,
  entityReport,
  entityRate,
  exportTable,
  ...packCommands,
  ...profileCommands,
  ...peopleCommands,
  ...noteCommands,
  ...taskCommands,
  ...inboxCommands,
  ...reviewBundleCommands,
  ...limitsCommands,
  ...signInCommands,
  ...backupCommands,
  ...doctorCommands,
];
