import type { ScheduleRow, ScheduleView } from "#shared/contract/schedule.ts";
import { type Command, EXIT, exitOf } from "./command.ts";

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
  options: {},
  required: [],
  run: async ({ core, output }) => {
    const reply = await core.runtime.route("schedule.list", {});
    if (!reply.ok) {
      output.failure(reply.failure);
      return exitOf(reply.failure);
    }
    const { rows } = reply.value as ScheduleView & { readonly rows: ScheduleRow[] };
    output.rows(rows, columns);
    output.endRows(rows.length);
    return EXIT.done;
  },
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

function switchCommand(verb: string, method: string, summary: string, words: string): Command {
  return {
    noun: "sync",
    verb,
    summary,
    options: {},
    required: [],
    run: async ({ core, output }) => {
      const reply = await core.runtime.route(method, {});
      if (!reply.ok) {
        output.failure(reply.failure);
        return exitOf(reply.failure);
      }
      output.result(reply.value, [words]);
      return EXIT.done;
    },
  };
}
