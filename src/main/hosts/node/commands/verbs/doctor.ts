import type { HealthCheck } from "#shared/contract/app/data-safety.ts";
import { refused, reply } from "../ask.ts";
import { type Command, EXIT, textOption } from "../command.ts";
import { oneOf } from "../report-options.ts";

const doctorCheck: Command = {
  noun: "doctor",
  verb: "",
  summary: "Check files, references, backups, disk and keychain, and say what to do about problems; --deep reads every record",
  asks: ["safety.report"],
  options: { deep: "flag" },
  required: [],
  help: { deep: "Read every record, which takes longer" },
  run: async (run) => {
    const checked = await reply(run, "safety.report", { deep: run.options.deep === true });
    if (!checked.ok) return refused(run, checked.failure);
    const report = checked.value;
    run.output.result(report, [
      ...report.checks.flatMap(checkLines),
      report.ok ? "No problems found." : "Problems found. Other clients aren't affected.",
    ]);
    return report.ok ? EXIT.done : EXIT.failed;
  },
};

const doctorRepair: Command = {
  noun: "doctor",
  verb: "repair",
  summary: "Repair a client's damaged file from the newest snapshot or the ledger; --registry repairs the firm's file",
  asks: ["safety.repair"],
  options: { client: "text", from: "text", registry: "flag" },
  required: [],
  help: {
    from: "backup (the newest snapshot, the default) or ledger (a full resync)",
    registry: "Repair the firm's file from its newest snapshot",
  },
  run: async (run) => {
    if (run.options.registry === true) {
      // It was done before the core could start: without a registry there is none.
      run.output.result({ registry: "opens" }, [
        "The firm's file is repaired. To find clients added after the snapshot, run tieout doctor: it lists them as orphan files.",
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
  return [`${MARKS[state]}  ${what}: ${detail}`, ...(next === null ? [] : [`      ${next}`])];
}
