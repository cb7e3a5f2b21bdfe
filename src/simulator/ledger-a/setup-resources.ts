import { fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { SimAccount, SimDimension, SimItem, SimParty, SimTaxCode } from "../books/types.ts";
import { envelope, notFound } from "./answers.ts";
import type { ListRules } from "./lists/list-request.ts";
import { moment, text, truth } from "./lists/where-fields.ts";
import {
  renderAccount,
  renderActions,
  renderContact,
  renderItem,
  renderOrganisation,
  renderTaxRate,
  renderTrackingCategory,
} from "./rendering/render-setup.ts";
import { type Resource, resource } from "./resource.ts";
import { accountWords } from "./words.ts";

const DAY_MS = 86_400_000;
const UNPAGED = { paged: false, where: true, selects: {} } as const satisfies Partial<ListRules<never>>;

const accounts = resource<SimAccount>({
  key: "Accounts",
  rows: (view) => byChange(view.books.accounts),
  names: (account) => [account.id],
  rules: () => ({
    ...UNPAGED,
    fields: {
      AccountID: (a) => text(a.id),
      Code: (a) => text(a.code),
      Name: (a) => text(a.name),
      Type: (a) => text(accountWords(a).type),
      Class: (a) => text(accountWords(a).class),
      Status: (a) => text(a.active ? "ACTIVE" : "ARCHIVED"),
      UpdatedDateUTC: (a) => moment(a.modifiedMs),
    },
    updatedMs: (a) => a.modifiedMs,
  }),
  render: renderAccount,
});

const contacts = resource<SimParty>({
  key: "Contacts",
  rows: (view, query) => byChange(view.books.parties).filter((p) => p.active || showsArchived(query)),
  names: (party) => [party.id],
  rules: () => ({
    fields: {
      ContactID: (p) => text(p.id),
      Name: (p) => text(p.name),
      EmailAddress: (p) => text(p.email ?? ""),
      ContactStatus: (p) => text(p.active ? "ACTIVE" : "ARCHIVED"),
      IsCustomer: (p) => truth(p.role === "customer" || p.role === "both"),
      IsSupplier: (p) => truth(p.role === "vendor" || p.role === "both"),
      UpdatedDateUTC: (p) => moment(p.modifiedMs),
    },
    updatedMs: (p) => p.modifiedMs,
    paged: true,
    where: true,
    selects: {
      IDs: (p, list) => list.split(",").includes(p.id),
      searchTerm: (p, term) => p.name.toLowerCase().includes(term.toLowerCase()),
    },
  }),
  render: (view, party, _style, call) => renderContact(view, party, fromDayNumber(Math.floor(call.nowMs / DAY_MS))),
});

const items = resource<SimItem>({
  key: "Items",
  rows: (view) => byChange(view.books.items),
  names: (item) => [item.id, item.code],
  rules: () => ({
    ...UNPAGED,
    fields: {
      ItemID: (i) => text(i.id),
      Code: (i) => text(i.code),
      Name: (i) => text(i.name),
      UpdatedDateUTC: (i) => moment(i.modifiedMs),
    },
    updatedMs: (i) => i.modifiedMs,
  }),
  render: (view, item) => renderItem(view, item),
});

const taxRates = resource<SimTaxCode>({
  key: "TaxRates",
  rows: (view) => view.books.taxCodes,
  names: (code) => [code.id],
  rules: () => ({
    ...UNPAGED,
    fields: { Name: (c) => text(c.name), TaxType: (c) => text(c.id), Status: () => text("ACTIVE") },
    updatedMs: null,
  }),
  render: (_view, code) => renderTaxRate(code),
});

const trackingCategories = resource<SimDimension>({
  key: "TrackingCategories",
  rows: (view) => view.books.dimensions,
  names: (category) => [category.id],
  rules: () => ({
    ...UNPAGED,
    fields: { TrackingCategoryID: (c) => text(c.id), Name: (c) => text(c.name), Status: () => text("ACTIVE") },
    updatedMs: null,
  }),
  render: (_view, category, _style, call) => renderTrackingCategory(category, showsArchived(call.query)),
});

const currencies = resource<string>({
  key: "Currencies",
  rows: (view) => view.books.currencies,
  names: (code) => [code],
  rules: () => ({ ...UNPAGED, fields: { Code: (code) => text(code) }, updatedMs: null }),
  render: (_view, code) => ({ Code: code, Description: code }),
});

/** The path is singular, the key of the answer plural. */
const organisation: Resource = {
  key: "Organisation",
  list: (view, _request, nowMs) => envelope("Organisations", [renderOrganisation(view.books)], nowMs),
  one: (view, name, _request, nowMs) => (name === "Actions" ? envelope("Actions", renderActions(view.books), nowMs) : notFound()),
};

/** What the company is set up with. */
export const SETUP_RESOURCES: readonly Resource[] = [accounts, contacts, items, taxRates, trackingCategories, currencies, organisation];

function showsArchived(query: URLSearchParams): boolean {
  return query.get("includeArchived")?.toLowerCase() === "true";
}

function byChange<T extends { readonly id: string; readonly modifiedMs: number }>(records: readonly T[]): T[] {
  return [...records].sort((a, b) => a.modifiedMs - b.modifiedMs || (a.id < b.id ? -1 : 1));
}
