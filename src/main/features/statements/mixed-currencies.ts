import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import type { FigureGap } from "#shared/model/reports/statement.ts";

/**
 * Said of figures of a whole client whose legal entities keep their books in different currencies:
 * their amounts are added as they stand, and such a sum is no figure (rule 24 translates them).
 */
export function mixedCurrencies(organisation: Organisation, entityId: string | undefined): FigureGap | null {
  if (entityId !== undefined) return null;
  const currencies = new Set(organisation.entities.filter(({ active }) => active).map(({ currency }) => currency));
  if (currencies.size < 2) return null;
  const message = `The client's entities keep their books in ${[...currencies].sort().join(", ")}, and their amounts are added here as they stand. Ask for one entity, or for a group's report.`;
  return { code: "mixed_currencies", message, recordIds: [], count: 0 };
}
