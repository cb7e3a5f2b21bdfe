import { oneForBoth } from "#main/domain/contacts/same-person.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { PackSignature, PackStamp, PackStream } from "#shared/model/close/pack.ts";

interface Stamped {
  readonly streams: readonly PackStream[];
  readonly signatures: readonly PackSignature[];
  readonly periodEnd: CalendarDate;
}

/** INCOMPLETE while a stream is behind the period's end, DRAFT while a signature is missing or stale; each with its reasons. */
export function stampsOf({ streams, signatures, periodEnd }: Stamped): PackStamp[] {
  const behind = streams.flatMap((stream) => behindOf(stream, periodEnd));
  if (streams.length === 0) behind.push("nothing has been read from the ledger yet");
  const unsigned = (["preparer", "reviewer"] as const).flatMap((role) => unsignedOf(role, signatures));
  const both = oneForBoth(signatures);
  if (both !== null) unsigned.push(`${both} signed as preparer and as reviewer`);
  return [
    ...(behind.length === 0 ? [] : [{ stamp: "INCOMPLETE" as const, reasons: behind }]),
    ...(unsigned.length === 0 ? [] : [{ stamp: "DRAFT" as const, reasons: unsigned }]),
  ];
}

/** A stamp as one line of text. */
export function stampLine({ stamp, reasons }: PackStamp): string {
  return `${stamp}: ${reasons.join("; ")}`;
}

function behindOf({ label, state, asOf }: PackStream, periodEnd: CalendarDate): string[] {
  if (asOf === null) return [`${label} was never read to its end`];
  if (state !== "up_to_date") return [`${label} is ${state.replaceAll("_", " ")}, read to its end last at ${asOf}`];
  return asOf.slice(0, 10) > periodEnd ? [] : [`${label} was read at ${asOf}, before the period had ended`];
}

function unsignedOf(role: PackSignature["role"], signatures: readonly PackSignature[]): string[] {
  const own = signatures.filter((signature) => signature.role === role);
  if (own.length === 0) return [`the ${role} has not signed`];
  return own.some(({ stale }) => !stale) ? [] : [`the books have moved since the ${role} signed`];
}
