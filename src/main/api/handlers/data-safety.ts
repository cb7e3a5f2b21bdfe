import { fail } from "#shared/kernel/result.ts";
import type { Handlers } from "./handlers.ts";

const later = async () => fail({ code: "not_supported", message: "This comes in a moment." });

/** Backups, restore, the doctor and the repair of damaged files. */
export function dataSafetyHandlers() {
  return {
    "safety.report": later,
    "safety.damaged": later,
    "safety.repair": later,
    "backups.list": later,
    "backups.setAutomatic": later,
    "backups.snapshot": later,
    "backups.create": later,
    "backups.restore": later,
  } satisfies Partial<Handlers>;
}
