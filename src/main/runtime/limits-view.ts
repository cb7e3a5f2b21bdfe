import { limitsOverride, readLimits, verifiedLimitsOf } from "#main/transport/limiter/limits.ts";
import type { VerifiedLimitsView } from "#shared/contract/app/settings.ts";
import type { LimitsView } from "#shared/contract/connections/connections.ts";
import { calendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { type LedgerSystem, ledgerSystem } from "#shared/model/books/source-ref.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { ledgerLabel } from "#shared/model/ledger/ledger-label.ts";

/** Vendors change their limits: older numbers are to be looked at again. */
const OLD_AFTER_DAYS = 180;

/**
 * What holds for a connection, each value with where it came from.
 * @param override the connection's own partial limits
 * @param today calendar date, YYYY-MM-DD
 */
export function limitsView(json: unknown, system: LedgerSystem, override: unknown, today: string): Result<LimitsView, Failure> {
  const verified = verifiedLimitsOf(json, system);
  if (!verified.ok) return verified;
  const effective = readLimits(json, system, override);
  if (!effective.ok) return effective;
  const { verifiedOn, ...file } = verified.value;
  const own = new Set(Object.keys(limitsOverride.parse(override ?? {})));
  const inFile: Readonly<Record<string, number | null | undefined>> = file;
  const values = Object.entries(effective.value).map(([name, value]) => ({
    name,
    value: value ?? null,
    from: own.has(name) ? ("connection" as const) : ("file" as const),
    inFile: inFile[name] ?? null,
  }));
  return ok({ verifiedOn: calendarDate(verifiedOn), warning: ageWarning(verifiedOn, today), values });
}

/** The verified limits of every ledger. */
export function verifiedLimitsViews(json: unknown, today: string): Result<VerifiedLimitsView[], Failure> {
  const views: VerifiedLimitsView[] = [];
  for (const system of ledgerSystem.options) {
    const limits = verifiedLimitsOf(json, system);
    if (!limits.ok) return limits;
    const { verifiedOn, ...numbers } = limits.value;
    views.push({
      system,
      ledger: ledgerLabel(system),
      verifiedOn: calendarDate(verifiedOn),
      warning: ageWarning(verifiedOn, today),
      values: Object.entries(numbers).map(([name, value]) => ({ name, value: value ?? null })),
    });
  }
  return ok(views);
}

function ageWarning(verifiedOn: string, today: string): string | null {
  const days = dayNumber(calendarDate(today)) - dayNumber(calendarDate(verifiedOn));
  return days > OLD_AFTER_DAYS
    ? `Tieout's limits for this ledger were last verified on ${dayName(verifiedOn)}, ${days} days ago. Compare them with the ledger's current limits.`
    : null;
}

/** Parses a connection's own limits; those above the verified numbers need a yes, since the tenant would be throttled. */
export function checkOwnLimits(
  json: unknown,
  system: LedgerSystem,
  own: unknown,
  yes: boolean,
): Result<Readonly<Record<string, number | null>>, Failure> {
  const readable = readLimits(json, system, own);
  if (!readable.ok) return readable;
  const verified = verifiedLimitsOf(json, system);
  if (!verified.ok) return verified;
  const given = Object.entries(limitsOverride.parse(own ?? {})).filter((entry): entry is [string, number | null] => entry[1] !== undefined);
  const inFile = verified.value as Readonly<Record<string, unknown>>;
  const above = given.find(([name, value]) => isAbove(name, value, inFile[name]));
  if (above !== undefined && !yes)
    return fail({
      code: "invalid_input",
      message: `${beyondWords(...above, String(inFile[above[0]]))}. The ledger could reject or throttle this client's requests.`,
      field: `limits.${above[0]}`,
      next: "Keep to the verified limit. If the ledger's provider agreed to your limit, confirm with --yes.",
    });
  return ok(Object.fromEntries(given));
}

function beyondWords(name: string, value: number | null, verified: string): string {
  if (value === null) return `limits.${name} is set to no limit, while the verified limit is ${verified}`;
  return `limits.${name} is ${value}, ${name === "windowMs" ? "shorter than the verified window of" : "above the verified limit of"} ${verified}`;
}

/** A shorter window lets more calls through, so there smaller is beyond. */
function isAbove(name: string, value: number | null, verified: unknown): boolean {
  if (typeof verified !== "number") return false;
  if (name === "windowMs") return value !== null && value < verified;
  return value === null || value > verified;
}
