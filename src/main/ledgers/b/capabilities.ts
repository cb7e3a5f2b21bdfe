import { counted } from "#shared/kernel/readable.ts";
import { message, t } from "#shared/language/t.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import type { CapabilityEvidence, Discovery, Organisation } from "#shared/model/ledger/capabilities.ts";
import type { ConnectionFacts, LedgerRequest, LedgerResponse } from "../adapter.ts";
import { AnswerUnreadable } from "../adapter.ts";
import { parseAnswer, queryRecords, requireObject } from "./decode.ts";
import { type DimensionEntity, dimensionShape, dimensionValue } from "./mappers/dimension.ts";
import { compact, isSet, readRecord, refValue, sentDay, sentText, sourceRef } from "./mappers/fields.ts";
import { companyInfoRequest, MAX_QUERY_ROWS, preferencesRequest, queryRequest } from "./requests.ts";
import {
  type CompanyInfoPayload,
  companyCurrencyPayload,
  companyInfoPayload,
  type PreferencesPayload,
  preferencesPayload,
} from "./schemas.ts";
import { verdictB } from "./verdicts.ts";

/**
 * Asks the ledger what this company can do (rule 3): company, preferences, and the values of its two
 * dimensions. @throws AnswerUnreadable, RecordMalformed
 */
export function* discoverB(connection: ConnectionFacts): Generator<LedgerRequest, Discovery, LedgerResponse> {
  const companyAnswer = yield companyInfoRequest(connection);
  const company = readRecord(companyInfoPayload, requireObject(parseAnswer(companyAnswer.body), "CompanyInfo"));
  const answer = yield preferencesRequest(connection);
  const preferences = readRecord(preferencesPayload, requireObject(parseAnswer(answer.body), "Preferences"));
  const dimensions: Dimension[] = [];
  for (const entity of ["Class", "Department"] as const) {
    const dimension = yield* discoverDimension(connection, entity, preferences);
    if (dimension !== null) dimensions.push(dimension);
  }
  const currencies = isSet(preferences.CurrencyPrefs?.MultiCurrencyEnabled) ? yield* discoverCurrencies(connection) : [];
  const closed = sentDay(preferences.AccountingInfoPrefs?.BookCloseDate, "AccountingInfoPrefs.BookCloseDate");
  const automatedTax = isSet(preferences.TaxPrefs?.PartnerTaxEnabled);
  return {
    capabilities: {
      dimensions,
      lineTarget: "both",
      canCreateTaxRates: !automatedTax,
      hasApprovalWorkflow: false,
      hasGlFeed: false,
      hasAuditTrail: false,
      statusIsDerived: true,
      writeSemantics: "replace",
      periodLock: closed === undefined ? { perSubsidiary: false } : { date: closed, perSubsidiary: false },
      idempotencyKey: true,
    },
    evidence: evidenceOf(preferences, dimensions),
    probes: PROBES,
    organisation: organisationOf(company, preferences, currencies),
    discoveredAt: answer.receivedAt,
    unlistedPostings: UNLISTED_POSTINGS,
    ...(automatedTax ? { unlistedTaxCodes: UNLISTED_TAX_CODES } : {}),
    adapterFacts: factsOf(preferences),
  };
}

const UNLISTED_POSTINGS = [
  "payroll",
  message("sales tax payments and adjustments"),
  "statement charges",
  "opening inventory",
  "currency revaluations",
];

/** Under automated sales tax, a line is only marked as taxed or not. */
const UNLISTED_TAX_CODES = { TAX: "Taxable", NON: "Nontaxable" };

/** What was asked; the rest is settled by the interface itself. */
const PROBES = {
  dimensions: "GET preferences; query of Class and Department",
  canCreateTaxRates: "GET preferences",
  periodLock: "GET preferences",
} as const;

/** The currencies that the company keeps beside its own; none where the ledger does not tell. */
function* discoverCurrencies(connection: ConnectionFacts): Generator<LedgerRequest, string[], LedgerResponse> {
  const entity = "CompanyCurrency";
  const request = queryRequest(connection, { entity, where: [], orderBy: "Id", startPosition: 1, maxResults: MAX_QUERY_ROWS });
  const answer = yield { ...request, allowRejection: true };
  if (verdictB(answer).kind === "rejected") return [];
  return queryRecords(answer.body, entity).map((bytes) => readRecord(companyCurrencyPayload, parseAnswer(bytes)).Code);
}

/** A dimension with all its values; null when it is not tracked and never was. */
function* discoverDimension(
  connection: ConnectionFacts,
  entity: DimensionEntity,
  preferences: PreferencesPayload,
): Generator<LedgerRequest, Dimension | null, LedgerResponse> {
  const shape = dimensionShape(entity, preferences.AccountingInfoPrefs);
  const values = new Map<string, Dimension["values"][number]>();
  let fetchedAt: LedgerResponse["receivedAt"] | undefined;
  for (let startPosition = 1; ; startPosition += MAX_QUERY_ROWS) {
    const where = [{ property: "Active", operator: "IN", value: { anyOf: [{ truth: true }, { truth: false }] } }] as const;
    const request = queryRequest(connection, { entity, where, orderBy: "Id", startPosition, maxResults: MAX_QUERY_ROWS });
    const answer = yield { ...request, allowRejection: true };
    // Editions without the feature refuse the entity: an answer, not an error.
    if (verdictB(answer).kind === "rejected") break;
    const records = queryRecords(answer.body, entity);
    for (const value of records.map((bytes) => dimensionValue(parseAnswer(bytes)))) values.set(value.id, value);
    fetchedAt = answer.receivedAt;
    if (records.length < MAX_QUERY_ROWS) break;
  }
  if (!shape.active && values.size === 0) return null;
  const source = fetchedAt === undefined ? undefined : sourceRef({ tenantId: connection.tenantId, fetchedAt }, entity, entity);
  return compact({ ...shape, values: [...values.values()], source });
}

function evidenceOf(preferences: PreferencesPayload, dimensions: readonly Dimension[]): CapabilityEvidence {
  const accounting = preferences.AccountingInfoPrefs;
  const closed = sentText(accounting?.BookCloseDate);
  const found = dimensions.map(
    (dimension) =>
      `${dimension.name} is ${dimension.active ? "tracked" : "not currently tracked"} (${counted(dimension.values.length, "value").replace(" ", "\u00a0")})`,
  );
  const automated = isSet(preferences.TaxPrefs?.PartnerTaxEnabled);
  return {
    dimensions: found.length === 0 ? "Neither classes nor departments are tracked." : `${found.join(". ")}.`,
    lineTarget: "Sales lines need an item with an account. Purchase lines need an account or an item.",
    canCreateTaxRates: automated
      ? message("Automated sales tax is on, so the ledger calculates the tax. Tieout sends no tax amounts.")
      : message("Automated sales tax is off, so the ledger keeps the tax amounts that Tieout sends."),
    hasApprovalWorkflow: "The ledger has no approval workflow.",
    hasGlFeed: "The ledger doesn't provide postings.",
    hasAuditTrail: "The ledger reports when a record changed, but not who changed it or what changed.",
    statusIsDerived: "The ledger doesn't report the status of transactions.",
    writeSemantics: "A full update replaces the whole record, including its lines. A partial update changes only the fields that are sent.",
    periodLock: closed === undefined ? "No closing date is set." : `The books are closed through ${closed}.`,
    idempotencyKey: "The ledger posts an update only once, even if it arrives twice with the same request ID.",
  };
}

function organisationOf(company: CompanyInfoPayload, preferences: PreferencesPayload, currencies: readonly string[]): Organisation {
  const country = sentText(company.Country);
  const baseCurrency = refValue(preferences.CurrencyPrefs?.HomeCurrency) ?? currencyOf(country);
  return compact({
    name: company.CompanyName,
    baseCurrency,
    country,
    ...fiscalYearEnd(
      sentText(company.FiscalYearStartMonth) ?? sentText(preferences.AccountingInfoPrefs?.FirstMonthOfFiscalYear) ?? "January",
    ),
    entities: [],
    currencies: [...new Set([baseCurrency, ...currencies])],
  });
}

const countryCurrencies = new Map([
  ["AU", "AUD"],
  ["CA", "CAD"],
  ["GB", "GBP"],
  ["UK", "GBP"],
  ["IE", "EUR"],
  ["FR", "EUR"],
  ["IN", "INR"],
  ["NZ", "NZD"],
  ["SG", "SGD"],
  ["ZA", "ZAR"],
]);

/** Companies with one currency do not always state it. */
function currencyOf(country: string | undefined): string {
  return countryCurrencies.get(country ?? "US") ?? "USD";
}

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The last day of the fiscal year that begins with a month given as a word. @throws AnswerUnreadable for another word */
function fiscalYearEnd(startMonth: string): Pick<Organisation, "fiscalYearEndMonth" | "fiscalYearEndDay"> {
  const start = months.findIndex((month) => month.toLowerCase() === startMonth.toLowerCase());
  if (start < 0) throw new AnswerUnreadable(t("The fiscal year starts in an unknown month: {month}", { month: startMonth }));
  const end = (start + 11) % 12;
  return { fiscalYearEndMonth: end + 1, fiscalYearEndDay: lastDays[end] as number };
}

/** Preferences that only this adapter reads back. */
function factsOf(preferences: PreferencesPayload): Discovery["adapterFacts"] {
  const accounting = preferences.AccountingInfoPrefs;
  return compact({
    departmentTerminology: sentText(accounting?.DepartmentTerminology),
    trackDepartments: isSet(accounting?.TrackDepartments),
    classPerTransaction: isSet(accounting?.ClassTrackingPerTxn),
    classPerLine: isSet(accounting?.ClassTrackingPerTxnLine),
    usesAccountNumbers: isSet(accounting?.UseAccountNumbers),
    usesSalesTax: isSet(preferences.TaxPrefs?.UsingSalesTax),
    automatedSalesTax: isSet(preferences.TaxPrefs?.PartnerTaxEnabled),
    multiCurrency: isSet(preferences.CurrencyPrefs?.MultiCurrencyEnabled),
    customDocumentNumbers: isSet(preferences.SalesFormsPrefs?.CustomTxnNumbers),
    reportBasis: sentText(preferences.ReportPrefs?.ReportBasis),
  });
}
