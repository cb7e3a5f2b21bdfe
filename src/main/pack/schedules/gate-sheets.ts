import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { gateOverrides } from "#main/store/close/gates/gate-overrides.ts";
import { openReviewNotes, reviewNotes } from "#main/store/close/review-notes.ts";
import type { ReviewNoteView } from "#shared/contract/close/close-gates.ts";
import { counted, periodName } from "#shared/kernel/readable.ts";
import { GATE_NOUNS } from "#shared/model/close/close-gates.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, signedBy } from "./labels.ts";

/** Schedules U2 and U3: what was overridden with which reason, and the period's review notes. Left out where there are none. */
export function gateSheets({ reader, order }: PackFacts): Sheet[] {
  const overrides = gateOverrides(reader.db, order.period.id);
  const notes = reviewNotes(reader.db, order.period.id);
  const name = periodName(order.period.label);
  return [
    ...(overrides.length === 0 ? [] : [overrideSheet(overrides, name)]),
    ...(notes.length === 0 ? [] : [noteSheet(notes, openReviewNotes(reader.db, order.period.id).length, name)]),
  ];
}

function overrideSheet(overrides: ReturnType<typeof gateOverrides>, name: string): Sheet {
  return {
    ref: "U2",
    title: "Overrides",
    source: `${name}: open work that was overridden so that the period could be signed off or closed`,
    notes: ["An override covers the work that was open at the time. It doesn't cover work that came up later."],
    currency: null,
    columns: [
      { title: "Overridden", kind: "text", width: 18 },
      { title: "Reason", kind: "text", width: 60 },
      { title: "Overridden by", kind: "text", width: 40 },
      { title: "Items", kind: "count" },
      { title: "What was open", kind: "text", width: 90 },
    ],
    rows: () =>
      overrides.map((one): SheetRow => {
        const many = GATE_NOUNS[one.gate][1];
        const by = `${signedBy(one)}${one.waiting ? " (not on the firm's server yet)" : ""}`;
        return { cells: [`Open ${many}`, one.why, by, String(one.items.length), one.items.join("; ")] };
      }),
    status: counted(overrides.length, "override"),
    open: 0,
  };
}

function noteSheet(notes: readonly ReviewNoteView[], open: number, name: string): Sheet {
  return {
    ref: "U3",
    title: "Review notes",
    source: `${name}. The reviewer raises a note, the preparer answers it, and the reviewer clears it`,
    notes: [],
    currency: null,
    columns: [
      { title: "Status", kind: "text", width: 12 },
      { title: "About", kind: "text", width: 34 },
      { title: "Note", kind: "text", width: 60 },
      { title: "Raised by", kind: "text", width: 36 },
      { title: "Answers", kind: "text", width: 70 },
      { title: "Last step", kind: "text", width: 44 },
    ],
    rows: () => notes.map(noteRow),
    ...openStatus(open, "to clear", "All cleared"),
  };
}

const STEP_NAMES = { raise: "Raised", answer: "Answered", clear: "Cleared", reopen: "Reopened" } as const;

function noteRow({ state, about, text, raisedBy, raisedAt, steps }: ReviewNoteView): SheetRow {
  const answers = steps.flatMap(({ step, text: said, ...by }) => (said === null || step === "raise" ? [] : [`${said} (${signedBy(by)})`]));
  const last = steps.at(-1);
  return {
    cells: [
      codeLabel(state),
      about.label,
      text,
      signedBy({ person: raisedBy, at: raisedAt }),
      answers.join("; "),
      last === undefined ? null : `${STEP_NAMES[last.step]} by ${signedBy(last)}`,
    ],
  };
}
