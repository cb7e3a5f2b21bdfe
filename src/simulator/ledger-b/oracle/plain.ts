import { type DecimalString, decimal } from "#shared/kernel/decimal.ts";

/** A record as the mirror should hold it, as plain JSON. */
export interface OracleRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The object without its undefined members: absent, not empty. */
export function present<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

export function moneyOf(amount: DecimalString, currency: string): { amount: DecimalString; currency: string } {
  return { amount, currency };
}

/** Empty text counts as nothing. */
export function textOf(value: string | null | undefined): string | undefined {
  return value === null || value === "" ? undefined : value;
}

/** Provenance without the moment of the read. */
export function sourceOf(tenantId: string, entityType: string, id: string): Record<string, string> {
  return { system: "ledger_b", tenantId, entityType, id };
}

export const NOTHING = decimal("0.00");
