import { z } from "zod";
import { instantString } from "#shared/model/money.ts";
import { command, query, topic } from "./define.ts";

/** How a client stands in the background schedule. */
export const scheduleState = z.enum(["waiting", "reading", "paused", "offline", "needs_sign_in", "held", "not_connected"]);
export type ScheduleState = z.infer<typeof scheduleState>;

/** When a client is read next by itself, and why then. */
export const scheduleRow = z.object({
  clientId: z.string(),
  name: z.string(),
  /** A period of it is in close or reopened. */
  inClose: z.boolean(),
  state: scheduleState,
  lastStartedAt: instantString.nullable(),
  nextAt: instantString.nullable(),
  /** The interval that holds now; null where nothing is planned. */
  everyMinutes: z.number().int().nullable(),
  /** For people: "every 2 h: the day's budget allows 480 calls". */
  why: z.string(),
  /** What a reading of news costs, as learned from the last ones. */
  callsPerRun: z.number().int(),
  /** Planned background calls of a day. */
  callsPerDay: z.number().int(),
  /** The most that the background may use of the day's budget; null where the ledger names none. */
  callsAllowedPerDay: z.number().int().nullable(),
});
export type ScheduleRow = z.infer<typeof scheduleRow>;

export const scheduleView = z.object({
  /** All background reading is paused by a person. */
  paused: z.boolean(),
  online: z.boolean(),
  /** Why nothing is read by itself now; null when it is. */
  why: z.string().nullable(),
  rows: z.array(scheduleRow),
});
export type ScheduleView = z.infer<typeof scheduleView>;

const done = z.object({ done: z.literal(true) });

export const scheduleContract = {
  /** The background schedule, soonest first; in a host that does not stay, what an open app would do. */
  "schedule.list": query(z.object({}), scheduleView),
  /** Stops all background reading until it is resumed; a reading under way ends as it would. */
  "schedule.pause": command(z.object({}), done),
  "schedule.resume": command(z.object({}), done),
  /** The schedule moved: paused, resumed, went offline, came back, or another plan. */
  "schedule.changed": topic(z.object({ online: z.boolean(), paused: z.boolean() })),
};
