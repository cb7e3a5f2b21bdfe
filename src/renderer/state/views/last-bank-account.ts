import { z } from "zod";
import type { Named } from "#shared/contract/books/choices.ts";

const kept = z.object({ id: z.string(), name: z.string() });

function keyOf(clientId: string, currency: string): string {
  return `tieout.bank-account.${clientId}.${currency}`;
}

/** The bank account that this client's last payment in a currency went through; null before the first. */
export function lastBankAccount(clientId: string, currency: string): Named | null {
  const text = localStorage.getItem(keyOf(clientId, currency));
  if (text === null) return null;
  try {
    return kept.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function keepBankAccount(clientId: string, currency: string, { id, name }: Named): void {
  localStorage.setItem(keyOf(clientId, currency), JSON.stringify({ id, name }));
}
