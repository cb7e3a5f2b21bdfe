import { fork } from "node:child_process";
import type { AskSql } from "#main/ports/index.ts";
import type { SqlRows } from "#shared/contract/reports/open-data.ts";
import { fail, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const MEMORY_MB_MAX = 512;
const START_MS_MAX = 60_000;

/**
 * Answers each question in a process of its own. SQLite can't be interrupted from within while it looks for a row, so
 * what takes too long is ended from outside; it only reads, and the system frees its locks.
 * @param entry URL of sql-process
 */
export function askSqlIn(entry: URL): AskSql {
  return (question, signal) =>
    new Promise((resolve) => {
      const child = fork(entry, [], {
        execArgv: [`--max-old-space-size=${MEMORY_MB_MAX}`],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        env: { ...process.env, NODE_NO_WARNINGS: "1" },
      });
      let patience = setTimeout(() => end(notStarted()), START_MS_MAX);
      const end = (answer: Result<SqlRows, Failure>) => {
        clearTimeout(patience);
        signal?.removeEventListener("abort", onAbort);
        child.kill("SIGKILL");
        resolve(answer);
      };
      const onAbort = () => end(fail({ code: "cancelled", message: t("The query was canceled.") }));
      // The first message says that it is ready, so that a slow start isn't taken from the question's time.
      child.once("message", () => {
        clearTimeout(patience);
        patience = setTimeout(() => end(tooLong(question.secondsMax)), question.secondsMax * 1000);
        child.once("message", (answer) => end(answer as Result<SqlRows, Failure>));
        child.send(question, () => undefined);
      });
      child.once("error", (error) => end(ended(error.message)));
      child.once("exit", (code, name) => end(ended(name ?? `exit status ${code}`)));
      if (signal?.aborted === true) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
    });
}

function tooLong(seconds: number): Result<SqlRows, Failure> {
  return fail({
    code: "cancelled",
    message: `No answer within ${seconds} s, so the query was stopped.`,
    field: "seconds",
    next: "Query less data, such as one year or one account, or allow more seconds (at most 600).",
  });
}

function notStarted(): Result<SqlRows, Failure> {
  return fail({
    code: "cancelled",
    message: `The query couldn't start within ${START_MS_MAX / 1000} s.`,
    field: "query",
    next: "Run the query again when this computer is less busy.",
  });
}

function ended(how: string): Result<SqlRows, Failure> {
  return fail({
    code: "cancelled",
    message: `The query ended without a result (${how}).`,
    field: "query",
    next: "The query may need more memory than is available. Query less data, such as one year or one account.",
  });
}
