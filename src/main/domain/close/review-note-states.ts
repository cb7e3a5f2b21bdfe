export type ReviewStep = "raise" | "answer" | "clear" | "reopen";
export type ReviewNoteState = "open" | "answered" | "cleared";

const AFTER: Readonly<Record<ReviewStep, ReviewNoteState>> = { raise: "open", answer: "answered", clear: "cleared", reopen: "open" };

/** The state after these steps, oldest first. */
export function reviewNoteState(steps: readonly { readonly step: ReviewStep }[]): ReviewNoteState {
  const last = steps.at(-1);
  return last === undefined ? "open" : AFTER[last.step];
}

const MAY: Readonly<Record<ReviewNoteState, readonly Exclude<ReviewStep, "raise">[]>> = {
  open: ["answer", "clear"],
  answered: ["answer", "clear", "reopen"],
  cleared: ["reopen"],
};

/** Whether a note in this state takes the step. A cleared note takes no answer until it is reopened. */
export function mayTakeStep(state: ReviewNoteState, step: Exclude<ReviewStep, "raise">): boolean {
  return MAY[state].includes(step);
}
