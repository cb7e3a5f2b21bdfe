import type { ArrivalBound } from "./sliding-log.ts";

/** Instants of one call on the monotonic clock. */
export interface CallTimes {
  readonly issuedAt: number;
  /** When the host handed the request to the socket; null when the host does not tell. */
  sentAt: number | null;
}

/** Transit from socket to ledger is believed to take no longer than this (design: 250 ms). */
const TRANSIT_MARGIN_MS = 250;
/** Round trips up to this long are taken as they are: exact, and cheap enough for 99 %. */
const SHORT_ROUND_TRIP_MS = 400;
/** A connection that broke or was cut may still deliver what its buffers hold. */
export const LOST_GRACE_MS = 1_000;
/** Longer than a page of records usually takes: the network may have a part in it. */
const SUSPICIOUS_ROUND_TRIP_MS = 2_000;
const DOUBT_WINDOWS = 5;

/**
 * Decides by when the ledger has counted a call.
 *
 * Known for certain: not later than its answer came back ("response rule"). Nothing shorter follows
 * from round trips alone, since a slow answer may have been slow to arrive. Taken always, the
 * rule costs the mean round trip in every window: 0.3 % at 200 ms, 1.6 % at 1 s.
 *
 * So for answers that took long although the request is known to have been on the wire (the host
 * reports `sentAt`, after name look-up, connecting, handshake and any queue), the margin rule is
 * used: counted by `sentAt + 250 ms`, the rest was the ledger's own work. That is a belief about the
 * network, so an answer that takes more than two seconds, a lost one or a refusal raises doubt: for
 * five windows - and for all slots that are not released yet - only the certain rule holds.
 */
export class ArrivalBounds {
  readonly #doubtMs: number;
  #doubtedUntil = Number.NEGATIVE_INFINITY;

  constructor(windowMs: number) {
    this.#doubtMs = DOUBT_WINDOWS * windowMs;
  }

  doubted(now: number): boolean {
    return now < this.#doubtedUntil;
  }

  /** Something speaks against the margin: a slow or missing answer, or a refusal that should not be. */
  doubt(now: number): void {
    this.#doubtedUntil = now + this.#doubtMs;
  }

  answered(call: CallTimes, now: number): ArrivalBound {
    const certain = now;
    if (now - (call.sentAt ?? call.issuedAt) > SUSPICIOUS_ROUND_TRIP_MS) this.doubt(now);
    if (call.sentAt === null || now - call.issuedAt <= SHORT_ROUND_TRIP_MS) return { certain, likely: certain };
    return { certain, likely: Math.min(certain, call.sentAt + TRANSIT_MARGIN_MS) };
  }

  /** The request left, and no answer came. */
  lost(now: number): ArrivalBound {
    this.doubt(now);
    return { certain: now + LOST_GRACE_MS, likely: now + LOST_GRACE_MS };
  }
}
