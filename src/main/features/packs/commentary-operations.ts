import { z } from "zod";
import { findPeriod } from "#main/features/periods/find-period.ts";
import { left } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { periodCommentary, saveCommentary } from "#main/store/close/commentary.ts";
import { commentaryView } from "#shared/contract/close/commentary.ts";
import { clientId, done, shortId } from "#shared/contract/fields.ts";
import { ok } from "#shared/kernel/result.ts";
import { commentarySection } from "#shared/model/close/commentary.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";

const ofPeriod = z.object({ clientId, period: shortId.describe("Period (ID, label or month, such as 2026-10)") });

/** Management commentary of a period, printed before each section of its close pack. */
export const commentaryOperations = [
  query("commentary.list", {
    summary: "Show a period's management commentary",
    input: ofPeriod,
    output: z.array(commentaryView),
    runs: "reader",
    unread: [],
    perform: ({ mirror, yearEnd }, { period }) => {
      const found = findPeriod({ mirror, yearEnd }, period);
      return found.ok ? ok(periodCommentary(mirror.db, found.value.id)) : found;
    },
    command: {
      verb: "commentary list",
      table: {
        rows: (sections) => sections,
        columns: [
          left("section", 24, (row) => codeLabel(row.section as string)),
          left("text", 80, (row) => row.text),
          left("written by", 24, (row) => row.person),
          left("written at", 24, (row) => row.at),
        ],
      },
    },
  }),

  command("commentary.save", {
    summary: "Write a section of a period's management commentary. If you leave out the text, the section is removed",
    input: ofPeriod.extend({
      section: commentarySection.describe("Section of the close pack"),
      text: z.string().trim().max(4000).default("").describe("Text. To remove the section, leave this out"),
    }),
    output: done,
    runs: "writer",
    perform: ({ mirror, yearEnd, person, nowMs }, { period, section, text }) => {
      const found = findPeriod({ mirror, yearEnd }, period);
      if (!found.ok) return found;
      return ok({ decisionNo: saveCommentary(mirror.db, { periodId: found.value.id, section, text, person, nowMs }) });
    },
    command: { verb: "commentary save", lines: ({ decisionNo }) => [`Saved (decision ${decisionNo}).`] },
  }),
] as const;
