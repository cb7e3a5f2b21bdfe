import type { Sqlite } from "#main/store/database/open.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, ownDecisions } from "#main/store/work/own-decisions.ts";
import type { CommentaryView } from "#shared/contract/close/commentary.ts";
import { COMMENTARY_SECTIONS, type CommentarySection, commentaryBody } from "#shared/model/close/commentary.ts";

/** A period's management commentary, in the pack's order. Sections without a text aren't listed. */
export function periodCommentary(db: Sqlite, periodId: string): CommentaryView[] {
  return ownDecisions(db, "commentary", commentaryBody, { prefix: `${periodId}|` })
    .filter(({ body }) => body.periodId === periodId && body.text !== "")
    .map(({ decisionNo, person, at, body }) => ({ decisionNo, person, at, section: body.section, text: body.text }))
    .sort((a, b) => COMMENTARY_SECTIONS.indexOf(a.section) - COMMENTARY_SECTIONS.indexOf(b.section));
}

/** Saves the text of a section; an empty one says that there is none. The text before stays on record. */
export function saveCommentary(
  db: Sqlite,
  {
    periodId,
    section,
    text,
    person,
    nowMs,
  }: Act & { readonly periodId: string; readonly section: CommentarySection; readonly text: string },
): number {
  return makeDecision(db, { kind: "commentary", subject: `${periodId}|${section}`, body: { periodId, section, text }, person, nowMs });
}
