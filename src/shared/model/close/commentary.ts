import { z } from "zod";

/** The parts of a close pack that management commentary is printed before, in the pack's order. */
export const COMMENTARY_SECTIONS = ["summary", "profit_and_loss", "balance_sheet", "cash_flow", "receivables_payables"] as const;
export const commentarySection = z.enum(COMMENTARY_SECTIONS);
export type CommentarySection = z.infer<typeof commentarySection>;

/** As it is kept: the text of one section of one period. */
export const commentaryBody = z.object({ periodId: z.string(), section: commentarySection, text: z.string() });
