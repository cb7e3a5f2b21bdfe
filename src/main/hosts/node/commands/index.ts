import type { BareCommand, Command, LastingCommand } from "./command.ts";
import { derivedCommands } from "./derived.ts";
import { adjustmentCommands } from "./verbs/adjustments.ts";
import { approvals } from "./verbs/approvals.ts";
import { backupCommands } from "./verbs/backup.ts";
import { changeList, postCheck } from "./verbs/checks.ts";
import { clientList, connectionAdd, connectionDiscover, connectionShow, connectionSignIn } from "./verbs/clients.ts";
import { closeCommands } from "./verbs/close.ts";
import { demoReset, demoStart } from "./verbs/demo.ts";
import { dimensionCommands } from "./verbs/dimensions.ts";
import { doctorCommands } from "./verbs/doctor.ts";
import { entityRate, entityReport, entityTreeCommand } from "./verbs/entity.ts";
import { limitsCommands } from "./verbs/limits.ts";
import { documentList, documentShow, lists } from "./verbs/lists.ts";
import { noteCommands, taskCommands } from "./verbs/notes.ts";
import { exportTable } from "./verbs/open-data/export.ts";
import { mcp } from "./verbs/open-data/mcp.ts";
import { sql } from "./verbs/open-data/sql.ts";
import { packCommands } from "./verbs/packs.ts";
import { peopleCommands } from "./verbs/people.ts";
import { profileCommands } from "./verbs/profiles.ts";
import { reportAging, reportSpend } from "./verbs/report.ts";
import { reviewBundleCommands } from "./verbs/review-bundle.ts";
import { signInCommands } from "./verbs/sign-ins.ts";
import { balanceSheet, generalLedger, profitAndLoss, trialBalance } from "./verbs/statements.ts";
import { syncReconcile, syncRun, syncStatusCommand } from "./verbs/sync.ts";
import { tieOutCommands } from "./verbs/tie-outs.ts";
import { work } from "./verbs/work.ts";
import { writeCommands } from "./verbs/writes.ts";

/** Every command of the headless contract that this release has. */
export const commands: readonly (BareCommand | Command | LastingCommand)[] = [
  demoStart,
  demoReset,
  clientList,
  connectionAdd,
  connectionShow,
  connectionSignIn,
  connectionDiscover,
  syncRun,
  syncStatusCommand,
  syncReconcile,
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
  ...approvals,
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
  sql,
  mcp,
  ...packCommands,
  ...profileCommands,
  ...peopleCommands,
  ...noteCommands,
  ...taskCommands,
  ...reviewBundleCommands,
  ...limitsCommands,
  ...signInCommands,
  ...backupCommands,
  ...doctorCommands,
  work,
];
