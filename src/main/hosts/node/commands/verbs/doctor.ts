import type { HealthCheck, HealthReport } from "#shared/contract/app/data-safety.ts";
import { counted, withDays } from "#shared/kernel/readable.ts";
import { refused, reply } from "../ask.ts";
import { type Command, EXIT, textOption } from "../command.ts";
import { oneOf } from "../report-options.ts";

const doctorCheck: Command = {
  noun: "doctor",
  verb: "",
  summary: "Check files, backups, disk and keychain, and say how to fix each problem",
  asks: ["safety.report"],
  options: { deep: "flag" },
  required: [],
  help: { deep: "Read every record, which takes longer" },
  run: async (run) => {
    const checked = await reply(run, "safety.report", { deep: run.options.deep === true });
    if (!checked.ok) return refused(run, checked.failure);
    const report = checked.value;
    run.output.result(report, [...report.checks.flatMap(checkLines), conclusion(report)]);
    return report.ok ? EXIT.done : EXIT.failed;
  },
};

const doctorRepair: Command = {
  noun: "doctor",
  verb: "repair",
  summary: "Repair a client's damaged file from the newest good snapshot or from the ledger. --registry repairs the firm's file instead",
  asks: ["safety.repair"],
  options: { client: "text", from: "text", registry: "flag" },
  required: [],
  help: {
    from: "backup (the default) restores the newest good snapshot. With ledger, or without a good snapshot, the next sync reads everything again",
    registry: "Repair the firm's file from its newest good snapshot",
  },
  run: async (run) => {
    if (run.options.registry === true) {
      // It was done before the core could start: without a registry there is none.
      run.output.result({ registry: "opens" }, [
        "The firm's file can be opened. If it was damaged, Tieout replaced it with the newest good snapshot.",
        "If so, clients added after that snapshot are missing. To find their files, run “tieout doctor” and look for unused files.",
      ]);
      return EXIT.done;
    }
    if (run.options.client === undefined)
      return refused(run, { code: "usage", message: "Add --client ID or --registry.", field: "client" });
    const from = oneOf({ from: "backup", ...run.options }, "from", ["backup", "ledger"] as const);
    if (!from.ok) return refused(run, from.failure);
    const repaired = await reply(run, "safety.repair", { clientId: textOption(run.options, "client") as string, from: from.value });
    if (!repaired.ok) return refused(run, repaired.failure);
    const report = repaired.value;
    run.output.result(report, [...report.lines, "Sync the client now."]);
    return report.complete ? EXIT.done : EXIT.partly;
  },
};

/** The word "repair" is looked for first: the check has no verb. */
export const doctorCommands: readonly Command[] = [doctorRepair, doctorCheck];

const MARKS: Readonly<Record<HealthCheck["state"], string>> = { ok: "ok  ", warning: "WARN", bad: "BAD " };

function checkLines({ state, what, detail, next }: HealthCheck): string[] {
  return [`${MARKS[state]}  ${what}: ${withDays(detail)}`, ...(next === null ? [] : [`      ${next}`])];
}

/** What all checks come to: a warning is no problem yet, and is named all the same. */
function conclusion({ checks, ok }: HealthReport): string {
  const warnings = checks.filter(({ state }) => state === "warning").length;
  if (!ok) return "Problems found: see the lines marked BAD.";
  return warnings === 0 ? "No problems found." : `No problems found, but ${counted(warnings, "warning")}: see the lines marked WARN.`;
}
