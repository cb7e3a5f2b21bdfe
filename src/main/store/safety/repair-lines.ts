import type { RepairReport } from "#shared/contract/app/data-safety.ts";
import { minuteName } from "#shared/kernel/readable.ts";

const WORDS: Readonly<Record<string, string>> = {
  decision: "Decisions",
  note: "Notes",
  task: "Tasks",
  work_event: "History of notes and tasks",
  write_job: "Ledger updates",
  write_attempt: "Requests sent for ledger updates",
  tie_out: "Tie-out results",
  ledger_report: "The ledger's own reports",
  pack: "Close packs",
  attachment: "Attachments",
  bank_statement: "Bank statements",
  bank_line: "Bank statement lines",
  budget: "Budgets",
  budget_amount: "Budget amounts",
  signed_input: "Signed-off figures",
  review_conflict: "Conflicting versions",
  program_read: "Requests from apps and AI assistants",
};

/** What a repair did, in plain words. */
export function repairLines({ from, snapshotAt, quarantine, ownFacts, complete }: Omit<RepairReport, "lines">): string[] {
  const told = ownFacts.filter(
    (table) => table.fromDamaged + table.fromSnapshot > 0 || !table.complete || table.changed > 0 || (table.missing ?? 0) > 0,
  );
  const taken = snapshotAt === null ? null : minuteName(snapshotAt);
  return [
    from === "backup"
      ? `The local copy was restored from the snapshot of ${taken}. The next sync reads what changed since.`
      : "The local copy starts empty. The next sync reads everything from the ledger again.",
    from === "ledger" ? "The history of changes before this repair is only in the damaged file." : "",
    ...told.map(({ table, fromDamaged, fromSnapshot, changed, missing, complete: whole }) => {
      const lost = (missing ?? 0) > 0 ? `, ${missing} missing` : "";
      const replaced = taken === null ? "" : " (replaced from the snapshot where possible)";
      const wrong = changed > 0 ? `, ${changed} damaged${replaced}` : "";
      const some = taken === null ? "some" : `anything added after ${taken}`;
      const open = whole ? "" : `. The damaged file is incomplete, so ${some} may be missing`;
      const kept = taken === null ? "" : `, ${fromSnapshot} from the snapshot`;
      return `${WORDS[table] ?? table}: ${fromDamaged} read from the damaged file${kept}${wrong}${lost}${open}.`;
    }),
    complete
      ? "All work and ledger updates were recovered."
      : "Some of Tieout's own data couldn't be recovered. Compare Tieout's ledger updates with the ledger before you send anything again.",
    `The damaged file is kept in ${quarantine}.`,
  ].filter((line) => line !== "");
}
