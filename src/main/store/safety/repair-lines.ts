import type { RepairReport } from "#shared/contract/app/data-safety.ts";

const WORDS: Readonly<Record<string, string>> = {
  decision: "decisions of people",
  write_job: "write jobs",
  write_attempt: "sendings of write jobs",
  tie_out: "outcomes of tie-outs",
  ledger_report: "the ledger's own reports",
  pack: "close packs",
  attachment: "attached files' records",
  budget: "budgets",
  budget_amount: "budget amounts",
  signed_input: "signed figures",
};

/** What a repair did, in plain words. */
export function repairLines({ from, snapshotAt, quarantine, ownFacts, complete }: Omit<RepairReport, "lines">): string[] {
  const told = ownFacts.filter(
    (table) => table.fromDamaged + table.fromSnapshot > 0 || !table.complete || table.changed > 0 || (table.missing ?? 0) > 0,
  );
  return [
    from === "backup"
      ? `The mirror was taken from the snapshot of ${snapshotAt}; the next sync reads what changed since.`
      : "The mirror starts empty; the next sync reads everything from the ledger again.",
    from === "ledger" ? "The history of field changes before now is only in the quarantined file." : "",
    ...told.map(({ table, fromDamaged, fromSnapshot, changed, missing, complete: whole }) => {
      const lost = (missing ?? 0) > 0 ? `, ${missing} missing` : "";
      const wrong = changed > 0 ? `, ${changed} not as they were written (the snapshot's were used where it has them)` : "";
      const open = whole
        ? ""
        : `; the damaged file does not tell all, so what was added after ${snapshotAt ?? "its beginning"} may be missing`;
      return `${WORDS[table] ?? table}: ${fromDamaged} read from the damaged file, ${fromSnapshot} from the snapshot${wrong}${lost}${open}.`;
    }),
    complete
      ? "Everything that people decided and everything that was sent is there."
      : "Not everything that the application kept itself could be saved. Look through the write jobs against the ledger before you write again.",
    `The damaged file is kept in ${quarantine}.`,
  ].filter((line) => line !== "");
}
