import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, multiplyDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Books, SimAccount, SimItem, SimParty, SimTaxCode } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import { derivedId } from "../derived-id.ts";
import { type JsonRecord, numeral } from "../json-text.ts";
import { padDecimal, roundDecimal } from "../round-decimal.ts";
import { settlementOf, ZERO } from "../settlement.ts";
import { momentString, vendorDay, vendorMoment } from "../vendor-time.ts";
import { accountWords, systemWord } from "../words.ts";
import { money } from "./render-common.ts";

/** One element of `Accounts`. Only bank accounts name their currency. */
export function renderAccount({ books }: BooksView, account: SimAccount): JsonRecord {
  const words = accountWords(account);
  const isBank = words.type === "BANK";
  return {
    AccountID: account.id,
    Code: account.code,
    Name: account.name,
    Status: account.active ? "ACTIVE" : "ARCHIVED",
    Type: words.type,
    TaxType: "NONE",
    Class: words.class,
    SystemAccount: systemWord(books, account),
    EnablePaymentsToAccount: false,
    ShowInExpenseClaims: false,
    ...(isBank ? { BankAccountType: account.kind === "credit_card" ? "CREDITCARD" : "BANK", CurrencyCode: account.currency } : {}),
    ReportingCode: "",
    HasAttachments: false,
    UpdatedDateUTC: vendorMoment(account.modifiedMs),
    UpdatedDateUTCString: momentString(account.modifiedMs),
  };
}

/** One element of `Contacts`. Balances show only on contacts that owe or are owed something. */
export function renderContact(view: BooksView, party: SimParty, today: CalendarDate): JsonRecord {
  return {
    ContactID: party.id,
    ContactStatus: party.active ? "ACTIVE" : "ARCHIVED",
    Name: party.name,
    EmailAddress: party.email ?? "",
    BankAccountDetails: "",
    TaxNumber: party.taxIdentifier ?? "",
    Addresses: [],
    Phones: [],
    UpdatedDateUTC: vendorMoment(party.modifiedMs),
    UpdatedDateUTCString: momentString(party.modifiedMs),
    ContactGroups: [],
    IsSupplier: party.role === "vendor" || party.role === "both",
    IsCustomer: party.role === "customer" || party.role === "both",
    ContactPersons: [],
    Balances: balances(view, party, today),
    HasAttachments: false,
    HasValidationErrors: false,
  };
}

function balances(view: BooksView, party: SimParty, today: CalendarDate): JsonRecord | undefined {
  const sides = (["sales_invoice", "purchase_bill"] as const).map((kind) => {
    const open = openInvoices(view, kind).get(party.id) ?? [];
    const overdue = open.filter((entry) => entry.dueDate !== null && entry.dueDate < today);
    return {
      count: open.length,
      node: {
        Outstanding: money(sumDecimals([ZERO, ...open.map((e) => e.due)])),
        Overdue: money(sumDecimals([ZERO, ...overdue.map((e) => e.due)])),
      },
    };
  });
  if (sides.every((side) => side.count === 0)) return undefined;
  return { AccountsReceivable: sides[0]?.node, AccountsPayable: sides[1]?.node };
}

interface OpenInvoice {
  readonly due: DecimalString;
  readonly dueDate: CalendarDate | null;
}

const openCache = new WeakMap<BooksView, Map<string, Map<string, OpenInvoice[]>>>();

/** Open base-currency invoices by party; the ledger's balances are in base currency. */
function openInvoices(view: BooksView, kind: "sales_invoice" | "purchase_bill"): Map<string, OpenInvoice[]> {
  const cache = openCache.get(view) ?? new Map<string, Map<string, OpenInvoice[]>>();
  openCache.set(view, cache);
  const known = cache.get(kind);
  if (known) return known;
  const found = new Map<string, OpenInvoice[]>();
  for (const t of view.ofKinds(kind)) {
    if (t.state !== "approved" || t.partyId === null) continue;
    const { due } = settlementOf(view, t);
    if (isZero(due)) continue;
    const base = t.currency === view.books.baseCurrency ? due : openBase(due, t.rate);
    found.set(t.partyId, [...(found.get(t.partyId) ?? []), { due: base, dueDate: t.dueDate }]);
  }
  cache.set(kind, found);
  return found;
}

function openBase(due: DecimalString, rate: DecimalString): DecimalString {
  return roundDecimal(multiplyDecimals(due, rate), 2);
}

/** One element of `Items`. */
export function renderItem(view: BooksView, item: SimItem): JsonRecord {
  const price = numeral(padDecimal(item.unitPrice, 4));
  return {
    ItemID: item.id,
    Code: item.code,
    Description: item.name,
    UpdatedDateUTC: vendorMoment(item.modifiedMs),
    UpdatedDateUTCString: momentString(item.modifiedMs),
    PurchaseDetails: { UnitPrice: price, AccountCode: view.accounts.get(item.expenseAccountId)?.code },
    SalesDetails: { UnitPrice: price, AccountCode: view.accounts.get(item.incomeAccountId)?.code },
    Name: item.name,
    IsTrackedAsInventory: item.kind === "inventory",
    IsSold: item.active,
    IsPurchased: item.active,
  };
}

/** One element of `TaxRates`. */
export function renderTaxRate(code: SimTaxCode): JsonRecord {
  const rate = numeral(padDecimal(code.rate, 4));
  const sales = code.side !== "purchases";
  return {
    Name: code.name,
    TaxType: code.id,
    ReportTaxType: sales ? "OUTPUT" : "INPUT",
    CanApplyToAssets: true,
    CanApplyToEquity: true,
    CanApplyToExpenses: code.side !== "sales",
    CanApplyToLiabilities: true,
    CanApplyToRevenue: sales,
    DisplayTaxRate: rate,
    EffectiveRate: rate,
    Status: "ACTIVE",
    TaxComponents: [{ Name: code.name, Rate: rate, IsCompound: false, IsNonRecoverable: false }],
  };
}

/** One element of `TrackingCategories`; archived options show only when asked for. */
export function renderTrackingCategory(category: Books["dimensions"][number], includeArchived: boolean): JsonRecord {
  return {
    Name: category.name,
    Status: "ACTIVE",
    TrackingCategoryID: category.id,
    Options: category.values
      .filter((value) => value.active || includeArchived)
      .map((value) => ({
        TrackingOptionID: value.id,
        Name: value.name,
        Status: value.active ? "ACTIVE" : "ARCHIVED",
        HasValidationErrors: false,
        IsDeleted: false,
        IsArchived: !value.active,
        IsActive: value.active,
      })),
  };
}

const TIME_ZONES: Readonly<Record<string, string>> = {
  NZ: "NEWZEALANDSTANDARDTIME",
  AU: "AUSEASTERNSTANDARDTIME",
  GB: "GMTSTANDARDTIME",
  US: "EASTERNSTANDARDTIME",
  CA: "EASTERNSTANDARDTIME",
  DE: "WEUROPESTANDARDTIME",
};

/** The one element of `Organisations`. Lock dates are there only when set. */
export function renderOrganisation(books: Books): JsonRecord {
  const { periodLock, yearEndLock } = books.locks;
  return {
    Name: books.name,
    LegalName: books.name,
    PaysTax: true,
    Version: books.country,
    OrganisationType: "COMPANY",
    BaseCurrency: books.baseCurrency,
    CountryCode: books.country,
    IsDemoCompany: false,
    OrganisationStatus: "ACTIVE",
    FinancialYearEndDay: books.fiscalYearEndDay,
    FinancialYearEndMonth: books.fiscalYearEndMonth,
    SalesTaxBasis: "ACCRUALS",
    SalesTaxPeriod: "QUARTERLY",
    DefaultSalesTax: "Tax Exclusive",
    DefaultPurchasesTax: "Tax Exclusive",
    ...(periodLock === null ? {} : { PeriodLockDate: vendorDay(periodLock) }),
    ...(yearEndLock === null ? {} : { EndOfYearLockDate: vendorDay(yearEndLock) }),
    OrganisationEntityType: "COMPANY",
    Timezone: TIME_ZONES[books.country] ?? "UTC",
    ShortCode: `!${derivedId("short code", books.tenantId).slice(0, 5)}`,
    OrganisationID: derivedId("organisation", books.tenantId),
    Edition: "BUSINESS",
    Class: "PREMIUM",
    Addresses: [],
    Phones: [],
    ExternalLinks: [],
    PaymentTerms: {},
  };
}

const ACTIONS = [
  "CreateDraftInvoice",
  "CreateApprovedInvoice",
  "CreateDraftBill",
  "CreateApprovedBill",
  "CreateInvoicePayment",
  "CreateBillPayment",
];

/** What the signed-in user may do. */
export function renderActions(books: Books): JsonRecord[] {
  const multi = { Name: "UseMulticurrency", Status: books.currencies.length > 1 ? "ALLOWED" : "NOT-ALLOWED" };
  return [...ACTIONS.map((name) => ({ Name: name, Status: "ALLOWED" })), multi];
}
