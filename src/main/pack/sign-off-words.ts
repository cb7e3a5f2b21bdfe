import { type GivenSignOff, type RowSigned, signOffStanding } from "#shared/contract/close/sign-off-standing.ts";

interface Numbered {
  readonly decisionNo: number | null;
}

/**
 * Printed behind a sign-off of a reconciliation or of a flux line that doesn't count, as the window says it; "" behind one that does.
 * @param explanation of a flux line: a sign-off from before it changed doesn't count
 */
export function whyNotCounting(signOff: GivenSignOff & Numbered, signed: RowSigned, explanation: Numbered | null = null): string {
  const reason = againReason(signOff, signed, explanation);
  return `${reason === null ? "" : ` (sign off again: ${reason})`}${signOff.waiting ? " (not on the firm's server yet)" : ""}`;
}

function againReason(signOff: GivenSignOff & Numbered, signed: RowSigned, explanation: Numbered | null): string | null {
  const standing = signOffStanding(signOff, signed);
  if (standing === "changed") return "changed since then";
  if (standing !== "overtaken") return null;
  if (signed === "returned") return "returned";
  // Later acts have larger numbers.
  if ((explanation?.decisionNo ?? 0) > (signOff.decisionNo ?? 0)) return "explanation changed";
  return "the preparer's sign-off changed";
}
