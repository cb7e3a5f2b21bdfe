import { oneForBoth } from "#main/domain/contacts/same-person.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { minuteName } from "#shared/kernel/readable.ts";
import type { PackSignature, PackStamp, PackStream } from "#shared/model/close/pack.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";

interface Stamped {
  readonly streams: readonly PackStream[];
  readonly signatures: readonly PackSignature[];
  readonly periodEnd: CalendarDate;
}

/** INCOMPLETE while a data set isn't synced past the period's end, DRAFT while a sign-off is missing, stale or not on the firm's server. */
export function stampsOf({ streams, signatures, periodEnd }: Stamped): PackStamp[] {
  const behind = streams.flatMap((stream) => behindOf(stream, periodEnd));
  if (streams.length === 0) behind.push("Nothing has been synced from the ledger yet");
  const unsigned = (["preparer", "reviewer"] as const).flatMap((role) => unsignedOf(role, signatures));
  const both = oneForBoth(signatures);
  if (both !== null) unsigned.push(`${both} signed off as both preparer and reviewer`);
  return [
    ...(behind.length === 0 ? [] : [{ stamp: "INCOMPLETE" as const, reasons: behind }]),
    ...(unsigned.length === 0 ? [] : [{ stamp: "DRAFT" as const, reasons: unsigned }]),
  ];
}

/** A stamp as one line of text. */
export function stampLine({ stamp, reasons }: PackStamp): string {
  return `${stamp}: ${reasons.map((reason) => reason.replace(/\.$/, "")).join(". ")}.`;
}

function behindOf({ label, state, asOf }: PackStream, periodEnd: CalendarDate): string[] {
  if (asOf === null) return [`The data set ${label} has never been fully synced`];
  const synced = `The data set ${label} was last fully synced ${minuteName(asOf)}`;
  if (state !== "up_to_date") return [`${synced}, and its status is ${codeLabel(state).toLowerCase()}`];
  return asOf.slice(0, 10) > periodEnd ? [] : [`${synced}, before the period ended`];
}

function unsignedOf(role: PackSignature["role"], signatures: readonly PackSignature[]): string[] {
  const own = signatures.filter((signature) => signature.role === role);
  if (own.length === 0) return [`The ${role} hasn't signed off`];
  const current = own.filter(({ stale }) => !stale);
  if (current.length === 0) return [`The books have changed since the ${role} signed off`];
  return current.some(({ waiting }) => waiting) ? [`The firm's server hasn't accepted the ${role}'s sign-off yet`] : [];
}
