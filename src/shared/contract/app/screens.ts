import { z } from "zod";

/** The screens of a client by their name in an address, in the order of the tabs. */
export const CLIENT_SCREENS = [
  "overview",
  "sync",
  "documents",
  "parties",
  "accounts",
  "statements",
  "aging",
  "spend",
  "bank",
  "tie-outs",
  "writes",
  "checks",
  "findings",
  "close",
  "schedules",
  "flux",
  "questions",
  "activity",
  "connection",
] as const;
export const clientScreen = z.enum(CLIENT_SCREENS);
export type ClientScreen = z.infer<typeof clientScreen>;

const PART = "[A-Za-z0-9._~!'()*%@=,:-]{1,200}";

/**
 * An address in the window after `#`: `/`, `/connect/ID`, `/clients/ID/documents/ID`. It only names a screen; anything
 * else is refused.
 */
export const windowAddress = z
  .string()
  .max(600)
  .regex(new RegExp(`^/(?:${PART}(?:/${PART}){0,5})?(?:\\?[A-Za-z0-9._~!'()*%@=,:&+-]{0,300})?$`), "isn't a valid address in the app");

const clientId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** What a link from outside may say: look at this screen of this client. Never a record, a form or an act. */
export const outsideNavigation = z.strictObject({ clientId, screen: clientScreen });
export type OutsideNavigation = z.infer<typeof outsideNavigation>;
