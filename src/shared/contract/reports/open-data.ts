import { z } from "zod";

/** What a column of a readable view holds, for programs that keep types. */
export const viewColumnKind = z.enum(["text", "amount", "integer", "date"]);
export type ViewColumnKind = z.infer<typeof viewColumnKind>;

/** A view of a client's file that is made to stay, in its own words. */
export const viewAbout = z.object({
  name: z.string(),
  about: z.string(),
  columns: z.array(z.object({ name: z.string(), kind: viewColumnKind, about: z.string() })),
});
export type ViewAbout = z.infer<typeof viewAbout>;

/** A value as SQLite has it; an integer that a JavaScript number can't hold is text, and so are the bytes of a blob, in hex. */
export const sqlValue = z.union([z.string(), z.number(), z.null()]);
export type SqlValue = z.infer<typeof sqlValue>;

/** The answer to a question in SQL. */
export const sqlRows = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(sqlValue)),
  /** More rows exist than the limit let through. */
  more: z.boolean(),
});
export type SqlRows = z.infer<typeof sqlRows>;

/** Tables, and journals of plain-text accounting. */
export const exportFormat = z.enum(["csv", "ndjson", "xlsx", "parquet", "hledger", "beancount"]);
export type ExportFormat = z.infer<typeof exportFormat>;
export type JournalFormat = Extract<ExportFormat, "hledger" | "beancount">;

/** A file that was written. */
export const exportedFile = z.object({ path: z.string(), rows: z.number().int() });
export type ExportedFile = z.infer<typeof exportedFile>;
