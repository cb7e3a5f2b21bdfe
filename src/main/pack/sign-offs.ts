import { oneForBoth } from "#main/domain/contacts/same-person.ts";
import type { GateView } from "#shared/contract/close/close-gates.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { counted, minuteName } from "#shared/kernel/readable.ts";
import { GATE_NOUNS, isWholeComparison } from "#shared/model/close/close-gates.ts";
import type { KeptStamp, PackSignature, PackStamp, PackStream, StampPlace } from "#shared/model/close/pack.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";

interface Stamped {
  readonly streams: readonly PackStream[];
  readonly signatures: readonly PackSignature[];
  readonly periodEnd: CalendarDate;
  /** What has to be done before the reviewer signs off; asked for only while that sign-off is missing. */
  readonly gates: () => readonly Gate[];
}

type Gate = Pick<GateView, "gate" | "required" | "open">;

interface Reason {
  readonly text: string;
  readonly place: StampPlace;
}

/**
 * INCOMPLETE while a data set isn't synced past the period's end, DRAFT while a sign-off is missing, stale or not on the firm's server.
 * Open work keeps the reviewer from signing off, so a draft counts it as the checklist does.
 */
export function stampsOf({ streams, signatures, periodEnd, gates }: Stamped): KeptStamp[] {
  const behind = streams.flatMap((stream) => behindOf(stream, periodEnd));
  if (streams.length === 0) behind.push("Nothing has been synced from the ledger yet");
  const unsigned = (["preparer", "reviewer"] as const).flatMap((role) =>
    unsignedOf(role, signatures).map((text): Reason => ({ text, place: role })),
  );
  const both = oneForBoth(signatures);
  if (both !== null) unsigned.push({ text: `${both} signed off as both preparer and reviewer`, place: "reviewer" });
  const isReviewed = signatures.some(({ role, stale }) => role === "reviewer" && !stale);
  const open = isReviewed ? [] : openReasons(gates());
  return [
    ...stamped(
      "INCOMPLETE",
      behind.map((text): Reason => ({ text, place: "sync" })),
    ),
    ...stamped("DRAFT", [...unsigned, ...open]),
  ];
}

function stamped(stamp: PackStamp["stamp"], reasons: readonly Reason[]): KeptStamp[] {
  if (reasons.length === 0) return [];
  return [{ stamp, reasons: reasons.map(({ text }) => text), places: reasons.map(({ place }) => place) }];
}

/** As the checklist names them: tasks last, and "other" beside what is counted one by one, whose own tasks are required too. */
function openReasons(gates: readonly Gate[]): Reason[] {
  const others = gates.filter(({ gate }) => gate !== "tasks").flatMap((gate) => openWork(gate, GATE_NOUNS[gate.gate]));
  const one = others.length === 0 ? "required task" : "other required task";
  return [...others, ...gates.filter(({ gate }) => gate === "tasks").flatMap((gate) => openWork(gate, [one, `${one}s`]))];
}

/** What is open and not overridden. A comparison without figures has no lines to count. */
function openWork({ gate, required, open }: Gate, [one, many]: readonly [one: string, many: string]): Reason[] {
  const left = open.filter(({ overridden }) => !overridden);
  const whole = left.filter((item) => isWholeComparison(item)).length;
  const lines = left.length - whole;
  const all = required - open.filter((item) => isWholeComparison(item)).length;
  return [
    ...(lines === 0 ? [] : [{ text: `${lines} of ${counted(all, one, many)} ${lines === 1 ? "is" : "are"} open`, place: gate }]),
    ...(whole === 0 ? [] : [{ text: `${counted(whole, "flux comparison")} ${whole === 1 ? "isn't" : "aren't"} available`, place: gate }]),
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
