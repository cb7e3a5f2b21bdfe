import { z } from "zod";
import { commentarySection } from "#shared/model/close/commentary.ts";
import { decided } from "./reviews.ts";

/** The text of one section, with who wrote it. */
export const commentaryView = decided.extend({ section: commentarySection, text: z.string() });
export type CommentaryView = z.infer<typeof commentaryView>;
