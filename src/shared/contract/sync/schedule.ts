import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";
import { topic } from "../define.ts";

/** A client's state in the automatic sync schedule. */
export const scheduleState = z.enum(["waiting", "reading", "paused", "offline", "needs_sign_in", "held", "not_connected", "off"]);
export type ScheduleState = z.infer<typeof scheduleState>;

/** A client's next automatic sync and the reason for its time. */
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
  /** For people: "every 2 h: automatic sync may use half the daily limit, 480 requests". */
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
  /** Why automatic sync is off now; null when it is on. */
  why: z.string().nullable(),
  rows: z.array(scheduleRow),
});
export type ScheduleView = z.infer<typeof scheduleView>;

export const scheduleTopics = {
  /** The schedule moved: paused, resumed, went offline, came back, or another plan. */
  "schedule.changed": topic(z.object({ online: z.boolean(), paused: z.boolean() })),
};
