import { z } from "zod";
import { instantString as at } from "../../model/books/money.ts";
import { personRole } from "../../model/close/person.ts";
import { failure } from "../../model/ledger/failure.ts";

/** A computer of the firm, which is a data folder with a login and keys of its own. */
export const firmMachineView = z.object({
  machineId: z.string(),
  person: z.string(),
  name: z.string(),
  addedAt: at,
  /** When it was removed; null while it belongs to the firm. */
  revokedAt: at.nullable(),
  revokedBy: z.string().nullable(),
  isThisOne: z.boolean(),
});

export const firmMemberView = z.object({
  person: z.string(),
  role: personRole,
  disabledAt: at.nullable(),
  /** The clients that the person works on; null for all of them, and where the caller may not know. */
  clients: z.array(z.string()).nullable(),
});

/** Whether the firm works on one computer or shares its books through a server, and how that server is. */
export const firmServerStatus = z.object({
  state: z.enum(["alone", "online", "offline"]),
  server: z.string().nullable(),
  machineId: z.string().nullable(),
  person: z.string().nullable(),
  role: personRole.nullable(),
  members: z.array(firmMemberView),
  machines: z.array(firmMachineView),
  /** Milliseconds by which this computer's clock is ahead of the server's; null where that isn't known. */
  clockAheadMs: z.number().nullable(),
  /** What a person should know: why the server can't be used, or that a clock is wrong. */
  problem: failure.nullable(),
});
export type FirmServerStatus = z.infer<typeof firmServerStatus>;

export const firmJoined = z.object({
  server: z.string(),
  person: z.string(),
  role: personRole,
  machineId: z.string(),
  /** How many clients of the firm this person works on. */
  clients: z.number().int(),
  /** Clients here whose books the firm has under another id: they become the firm's as the firm is opened. */
  twice: z.array(z.object({ clientId: z.string(), serverId: z.string() })),
  members: z.array(firmMemberView),
});
export type FirmJoined = z.infer<typeof firmJoined>;

/** Those that a person works on; null for all of the firm's. */
const clientsOf = z.array(z.string()).nullable();

/**
 * `code` is shown once and isn't kept anywhere. `before`: what somebody who was in the firm already was until now, as the invitation
 * gives them the role, and access, at once; null for a new person. `clients`: what such a person worked on and works on now, where the
 * invitation changed that; else null.
 */
export const firmInvitation = z.object({
  person: z.string(),
  role: personRole,
  code: z.string(),
  until: at,
  before: z.object({ role: personRole, deactivated: z.boolean() }).nullable(),
  clients: z.object({ from: clientsOf, to: clientsOf }).nullable(),
});
export type FirmInvitation = z.infer<typeof firmInvitation>;

/** A sign-in to a ledger, or the client secret of the firm's own app, with the clients that use it, by name. */
export const knownSignIn = z.object({ isApp: z.boolean(), ledger: z.string().nullable(), clients: z.array(z.string()) });
export type KnownSignIn = z.infer<typeof knownSignIn>;

export const firmRevoked = z.object({
  person: z.string(),
  name: z.string(),
  /** Sign-ins to ledgers that were encrypted again without the computer. */
  resealed: z.number().int(),
  /** Sign-ins that the computer could read: end them at the ledger and sign in again. */
  known: z.array(knownSignIn),
});
export type FirmRevoked = z.infer<typeof firmRevoked>;
