import { andList } from "#shared/language/english.ts";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import type { FigureGap } from "#shared/model/reports/statement.ts";

/**
 * The warning for a client whose legal entities have books in different currencies: a total that adds them
 * untranslated means nothing (rule 24 translates them).
 */
export function mixedCurrencies(organisation: Organisation, entityId: string | undefined): FigureGap | null {
  if (entityId !== undefined) return null;
  const currencies = new Set(organisation.entities.filter(({ active }) => active).map(({ currency }) => currency));
  if (currencies.size < 2) return null;
  const message = `This client's entities have books in ${andList([...currencies].sort())}. These totals add amounts in different currencies without translating them. Consolidate the entities under Groups instead.`;
  return { code: "mixed_currencies", message, recordIds: [], count: 0 };
}
