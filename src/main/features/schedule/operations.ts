import { z } from "zod";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import { scheduleView } from "#shared/contract/sync/schedule.ts";
import { ok } from "#shared/kernel/result.ts";

const done = z.object({ done: z.literal(true) });

/** Automatic sync: which client is next and when. */
export const scheduleOperations = [
  // In a host that doesn't stay, what an open app would do.
  query("schedule.list", {
    summary: "List each client's next automatic sync, soonest first, with the reason for its timing",
    input: z.object({}),
    output: scheduleView,
    runs: "core",
    perform: async ({ schedule }) => ok(await schedule.view()),
    command: {
      verb: "sync schedule",
      table: {
        rows: ({ rows }) => rows,
        columns: [
          left("client", 30, (row) => row.name),
          left("state", 13, (row) => row.state),
          left("next", 24, (row) => row.nextAt ?? "-"),
          right("requests a day", 14, (row) => row.callsPerDay),
          left("why", 60, (row) => row.why),
        ],
      },
    },
  }),

  // A reading under way ends as it would.
  command("schedule.pause", {
    summary: "Pause automatic sync for all clients",
    input: z.object({}),
    output: done,
    runs: "core",
    perform: async ({ schedule }) => {
      await schedule.setPaused(true);
      return ok({ done: true as const });
    },
    command: { verb: "sync pause-all", lines: () => ["Automatic sync is paused."] },
  }),

  command("schedule.resume", {
    summary: "Resume automatic sync",
    input: z.object({}),
    output: done,
    runs: "core",
    perform: async ({ schedule }) => {
      await schedule.setPaused(false);
      return ok({ done: true as const });
    },
    command: {
      verb: "sync resume-all",
      lines: () => ["Automatic sync is on for every client that isn't paused. It runs while the Tieout app is open."],
    },
  }),
] as const;
