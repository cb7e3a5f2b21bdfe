import { z } from "zod";

/** What is recorded of the firm's settings, to be undone, and of people's PINs, of which only the time is known. */
export const SETTING_CHANGE_KINDS = ["firm_name", "firm_logo", "firm_language", "open_item_terms", "flux_template", "person_pin"] as const;
export type SettingChangeKind = (typeof SETTING_CHANGE_KINDS)[number];

/** Begins with the kind, so that the door knows which role may undo it. */
export const settingChangeId = z
  .string()
  .regex(new RegExp(`^(?:${SETTING_CHANGE_KINDS.join("|")}):[0-9a-f]{16}$`), "must be an ID shown by “firm activity”");

/** What an operation noted; none where nothing changed. */
export const changeIds = z.array(settingChangeId);

export const settingChange = z.object({
  changeId: settingChangeId,
  kind: z.enum(SETTING_CHANGE_KINDS),
  /** The template or person it is about; empty where the kind says it all. */
  subject: z.string(),
  /** What it was and what it became, as text; null for nothing. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  what: z.enum(["added", "changed", "removed"]),
  person: z.string(),
  at: z.string(),
  /** Who undid it; null while it counts. */
  undoneBy: z.string().nullable(),
});
export type SettingChange = z.infer<typeof settingChange>;
