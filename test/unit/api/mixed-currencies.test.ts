import { expect, test } from "vitest";
import { mixedCurrencies } from "#main/features/statements/mixed-currencies.ts";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";

const entity = (id: string, currency: string, active = true) => ({ id, name: id, currency, isElimination: false, active });
const organisation = (...entities: Organisation["entities"]): Organisation => ({
  name: "Group",
  baseCurrency: "USD",
  fiscalYearEndMonth: 12,
  fiscalYearEndDay: 31,
  entities,
  currencies: [],
});

test("figures of a whole client in several currencies say so; one entity's, or one currency's, do not", () => {
  const mixed = organisation(entity("1", "USD"), entity("2", "EUR"));
  expect(mixedCurrencies(mixed, undefined)).toMatchObject({ code: "mixed_currencies", message: expect.stringContaining("EUR and USD") });
  expect(mixedCurrencies(mixed, "2")).toBeNull();
  expect(mixedCurrencies(organisation(entity("1", "USD"), entity("2", "USD")), undefined)).toBeNull();
  // A closed entity posts no more.
  expect(mixedCurrencies(organisation(entity("1", "USD"), entity("2", "EUR", false)), undefined)).toBeNull();
  expect(mixedCurrencies(organisation(), undefined)).toBeNull();
});
