import { ask } from "./ask.ts";
import type { Command } from "./command.ts";

const columns = [
  { title: "client", width: 30, of: (row: Readonly<Record<string, unknown>>) => String(row.name) },
  { title: "state", width: 13, of: (row: Readonly<Record<string, unknown>>) => String(row.state) },
  { title: "next", width: 24, of: (row: Readonly<Record<string, unknown>>) => String(row.nextAt ?? "-") },
  { title: "calls a day", width: 11, right: true, of: (row: Readonly<Record<string, unknown>>) => String(row.callsPerDay) },
  { title: "why", width: 60, of: (row: Readonly<Record<string, unknown>>) => String(row.why) },
] as const;

/** When each client is read next by an open app, and why then. */
export const syncSchedule: Command = {
  noun: "sync",
  verb: "schedule",
  summary: "shows when an open app reads each client next, and why then",
  asks: ["schedule.list"],
  options: {},
  required: [],
  run: (run) =>
    ask(run, "schedule.list", {}, ({ rows }) => {
      run.output.rows(rows, columns);
      run.output.endRows(rows.length);
    }),
};

export const schedulePause = switchCommand(
  "pause-all",
  "schedule.pause",
  "pauses all background reading",
  "Paused: nothing is read by itself.",
);
export const scheduleResume = switchCommand(
  "resume-all",
  "schedule.resume",
  "goes on with background reading",
  "An open app reads by itself again.",
);

function switchCommand(verb: string, method: "schedule.pause" | "schedule.resume", summary: string, words: string): Command {
  return {
    noun: "sync",
    verb,
    summary,
    asks: [method],
    options: {},
    required: [],
    run: (run) => ask(run, method, {}, (done) => run.output.result(done, [words])),
  };
}
