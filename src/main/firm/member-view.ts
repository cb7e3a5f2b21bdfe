import type { FirmMember } from "#main/store/server/members.ts";

/** A person of the firm as windows and commands see them. */
export function memberView({ person, role, disabledAt, clients }: FirmMember) {
  return { person, role, disabledAt, clients: clients === null ? null : [...clients] };
}
