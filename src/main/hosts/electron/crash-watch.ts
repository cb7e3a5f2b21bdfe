import { app, type WebContents } from "electron";
import type { CrashReports } from "#main/hosts/node/crash-reports.ts";

const AGAIN_AFTER_MS = 60_000;

/**
 * Keeps a report of whatever dies: this process, a page, a helper. A page that died is shown again,
 * once a minute at most; one that keeps dying stays empty rather than taking the machine with it.
 * @param broken ends the app after an error that nobody expected
 */
export function watchCrashes(reports: CrashReports, nowMs: () => number, broken: (error: unknown) => void): void {
  const uncaught = (error: unknown): void => {
    reports.write({ kind: "main-uncaught", error });
    broken(error);
  };
  process.on("uncaughtException", uncaught);
  process.on("unhandledRejection", uncaught);
  app.on("child-process-gone", (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === "clean-exit") return;
    reports.write({ kind: "child-gone", details: { type, reason, exitCode, name: name ?? serviceName ?? "" } });
  });
  const shownAgain = new WeakMap<WebContents, number>();
  app.on("render-process-gone", (_event, contents, { reason, exitCode }) => {
    if (reason === "clean-exit") return;
    reports.write({ kind: "renderer-gone", details: { reason, exitCode } });
    const last = shownAgain.get(contents);
    if (contents.isDestroyed() || (last !== undefined && nowMs() - last < AGAIN_AFTER_MS)) return;
    shownAgain.set(contents, nowMs());
    contents.reload();
  });
}
