import { z } from "zod";
import { answerSql } from "#main/store/views/answer-sql.ts";

const question = z.object({ path: z.string(), sql: z.string(), rowsMax: z.number().int() });

/** Answers the one question that the process which started this one sends, and ends. */
export function serveSql(): void {
  process.once("message", (message) => {
    process.send?.(answerSql(question.parse(message)), () => process.exit());
  });
  process.send?.("ready");
  // Its owner has ended: nobody waits for the answer.
  process.once("disconnect", () => process.exit());
}
