import { z } from "zod";

/** Where a figure came from. */
export const figureSource = z.enum(["gl_feed", "query", "report", "mirror", "reconstructed"]);
export type FigureSource = z.infer<typeof figureSource>;
