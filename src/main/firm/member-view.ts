import type { FirmMember } from "#main/store/server/members.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";

/** A person of the firm as windows and commands see them. */
export function memberView({ person, role, disabledAt, clients }: FirmMember) {
  return { person, role, disabledAt: instantOrNull(disabledAt), clients: clients === null ? null : [...clients] };
}

/** A time as the server writes it, such as `2026-11-27 03:01:31.3+00`. */
export function instantOf(written: string): Instant {
  return instantFromMs(Date.parse(written));
}

export function instantOrNull(written: string | null): Instant | null {
  return written === null ? null : instantOf(written);
}
