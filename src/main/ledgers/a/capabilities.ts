import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { JsonRefusal } from "#shared/kernel/json-exact.ts";
import { counted } from "#shared/kernel/readable.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import type { Discovery, Organisation, SourceCapabilities } from "#shared/model/ledger/capabilities.ts";
import { AnswerUnreadable, type ConnectionFacts, type LedgerRequest, type LedgerResponse, RecordMalformed } from "../adapter.ts";
import { readDay } from "./dates.ts";
import { decodePage, parseRecord } from "./decode.ts";
import { dimensionOf } from "./mappers/dimension.ts";
import { present, readRow } from "./mappers/source.ts";
import { journalsRequest, wholeRequest } from "./requests.ts";
import { actionSchema, currencySchema, organisationSchema } from "./schemas.ts";

/** What one question to the ledger gave, and how that is known. */
interface Finding {
  readonly value: boolean;
  readonly evidence: string;
}

/**
 * Finds out what this connection can do (rule 3): the organisation and its tracking categories, the
 * journals feed only where it was asked for (rule 17), and the actions the user may take.
 * @throws AnswerUnreadable when the ledger's answers are not what the endpoints promise
 */
export function* discover(connection: ConnectionFacts): Generator<LedgerRequest, Discovery, LedgerResponse> {
  const organisationAnswer = yield wholeRequest(connection, "Organisation");
  const row = readOrganisation(organisationAnswer);
  const dimensions = readDimensions(connection, yield wholeRequest(connection, "TrackingCategories"));
  const feed = connection.wantsJournals
    ? readFeed(yield { ...journalsRequest(connection, 0), allowRejection: true })
    : { value: false, evidence: "The general-ledger feed wasn't requested when the client was connected." };
  const actionsAnswer = yield { ...wholeRequest(connection, "Organisation/Actions"), allowRejection: true };
  const actions = readActions(actionsAnswer);
  const taxRates = readTaxRates(actions);
  const currencies = mayUseSeveralCurrencies(row, actions)
    ? readCurrencies(yield { ...wholeRequest(connection, "Currencies"), allowRejection: true })
    : [];
  const lockDate = readOrThrow(() => lockDateOf(row));
  return {
    capabilities: capabilitiesOf(dimensions, feed, taxRates, lockDate),
    evidence: evidenceOf(dimensions, feed, taxRates, lockDate),
    probes: probesOf(connection.wantsJournals),
    organisation: organisationOf(row, currencies),
    discoveredAt: actionsAnswer.receivedAt,
    ...(feed.value ? {} : { unlistedPostings: UNLISTED_POSTINGS }),
    adapterFacts: present({ organisationId: row.OrganisationID, edition: row.Edition, actions }),
  };
}

/** What only the journals feed would tell. */
const UNLISTED_POSTINGS = ["transfers between bank accounts", "payroll", "expense claims", "currency revaluations"];

type OrganisationRow = ReturnType<typeof readOrganisation>;

function readOrganisation(answer: LedgerResponse) {
  const record = decodePage(answer, "Organisations").records[0];
  if (record === undefined) throw new AnswerUnreadable("The ledger's answer doesn't name the company.");
  return readOrThrow(() => readRow(organisationSchema, parseRecord(record), "Organisation"));
}

function readDimensions(connection: ConnectionFacts, answer: LedgerResponse): Dimension[] {
  return decodePage(answer, "TrackingCategories").records.map((bytes) =>
    readOrThrow(() => {
      const record = parseRecord(bytes);
      const dimension = dimensionOf(record, refOf(connection, "", answer.receivedAt));
      return { ...dimension, source: refOf(connection, dimension.id.slice(dimension.id.indexOf(":") + 1), answer.receivedAt) };
    }),
  );
}

function refOf(connection: ConnectionFacts, id: string, fetchedAt: Instant) {
  return { system: "ledger_a" as const, tenantId: connection.tenantId, entityType: "TrackingCategory", id, fetchedAt };
}

function readFeed(answer: LedgerResponse): Finding {
  if (answer.status < 200 || answer.status >= 300) {
    return { value: false, evidence: `The ledger denied access to the general-ledger feed (HTTP status ${answer.status}).` };
  }
  decodePage(answer, "Journals");
  return { value: true, evidence: "Tieout can read the general-ledger feed." };
}

/** Which actions are allowed; undefined where the ledger does not tell. */
function readActions(answer: LedgerResponse): Readonly<Record<string, boolean>> | undefined {
  if (answer.status < 200 || answer.status >= 300) return undefined;
  const rows = decodePage(answer, "Actions").records.map((bytes) =>
    readOrThrow(() => readRow(actionSchema, parseRecord(bytes), "Organisation action")),
  );
  return Object.fromEntries(rows.map((action) => [action.Name, action.Status !== "NOT-ALLOWED"]));
}

function readTaxRates(actions: Readonly<Record<string, boolean>> | undefined): Finding {
  const refused = Object.entries(actions ?? {}).find(([name, allowed]) => /^(?:Create|Update|Manage).*TaxRate/i.test(name) && !allowed);
  if (refused !== undefined)
    return {
      value: false,
      evidence: `The user who connected this ledger isn't allowed to change tax rates (ledger permission ${refused[0]}), so Tieout sends no tax amounts and the ledger works them out.`,
    };
  return {
    value: true,
    evidence:
      actions === undefined
        ? "The ledger didn't report which actions are allowed. Tieout assumes that the ledger keeps the tax amounts that Tieout sends."
        : "The ledger keeps the tax amounts that Tieout sends.",
  };
}

function capabilitiesOf(dimensions: Dimension[], feed: Finding, taxRates: Finding, lockDate: CalendarDate | undefined): SourceCapabilities {
  return {
    dimensions,
    lineTarget: "both",
    canCreateTaxRates: taxRates.value,
    hasApprovalWorkflow: false,
    hasGlFeed: feed.value,
    hasAuditTrail: false,
    statusIsDerived: false,
    writeSemantics: "merge",
    periodLock: { perSubsidiary: false, ...present({ date: lockDate }) },
    idempotencyKey: true,
  };
}

function evidenceOf(
  dimensions: readonly Dimension[],
  feed: Finding,
  taxRates: Finding,
  lockDate: CalendarDate | undefined,
): Record<keyof SourceCapabilities, string> {
  const active = dimensions.filter((dimension) => dimension.active).length;
  return {
    dimensions: dimensionWords(dimensions.length, active),
    lineTarget: "A line has an account and may have an item.",
    canCreateTaxRates: taxRates.evidence,
    hasApprovalWorkflow: "Transactions can be marked as awaiting approval, but the ledger has no approval workflow.",
    hasGlFeed: feed.evidence,
    hasAuditTrail: "The ledger doesn't report changes field by field.",
    statusIsDerived: "Every transaction has a status.",
    writeSemantics:
      "An update changes only the fields it includes. If it includes a transaction's lines, they replace all of its lines in the ledger.",
    periodLock: lockDate === undefined ? "No lock date is set in the ledger." : `The books are locked through ${lockDate}.`,
    idempotencyKey:
      "Each request that changes the ledger has its own key. If the same request arrives again within a few minutes, the ledger doesn't post it twice.",
  };
}

/** How many tracking categories there are, and how many of them are in use where that isn't all. */
function dimensionWords(all: number, active: number): string {
  if (all === 0) return "The ledger has no tracking categories.";
  if (active === all) return `The ledger has ${counted(all, "active tracking category", "active tracking categories")}.`;
  if (all === 1) return "The ledger has 1 tracking category, which isn't active.";
  return `The ledger has ${all} tracking categories, ${active === 0 ? "none" : active} of them active.`;
}

/** What was asked; the rest is settled by the interface itself. */
function probesOf(askedForJournals: boolean): Readonly<Record<string, string>> {
  return {
    dimensions: "GET TrackingCategories",
    canCreateTaxRates: "GET Organisation/Actions",
    periodLock: "GET Organisation",
    ...(askedForJournals ? { hasGlFeed: "GET Journals" } : {}),
  };
}

/** The actions say whether the plan has several currencies; where they do not, any organisation with a plan is asked. */
function mayUseSeveralCurrencies(row: OrganisationRow, actions: Readonly<Record<string, boolean>> | undefined): boolean {
  return actions?.UseMulticurrency ?? row.Class !== undefined;
}

/** The currencies that the organisation subscribes to; none where the ledger does not tell. */
function readCurrencies(answer: LedgerResponse): string[] {
  if (answer.status < 200 || answer.status >= 300) return [];
  return decodePage(answer, "Currencies").records.map((bytes) =>
    readOrThrow(() => readRow(currencySchema, parseRecord(bytes), "Currency").Code),
  );
}

function organisationOf(row: OrganisationRow, currencies: readonly string[]): Organisation {
  return {
    name: row.Name,
    baseCurrency: row.BaseCurrency,
    fiscalYearEndMonth: Number(row.FinancialYearEndMonth),
    fiscalYearEndDay: Number(row.FinancialYearEndDay),
    entities: [],
    currencies: [...new Set([row.BaseCurrency, ...currencies])],
    ...present({ country: row.CountryCode, timeZone: row.Timezone, isDemo: row.IsDemoCompany }),
  };
}

/** The later of the two locks: nobody but an adviser posts up to that day. */
function lockDateOf(row: OrganisationRow): CalendarDate | undefined {
  const period = readDay(undefined, row.PeriodLockDate, "PeriodLockDate");
  const yearEnd = readDay(undefined, row.EndOfYearLockDate, "EndOfYearLockDate");
  if (period === undefined || yearEnd === undefined) return period ?? yearEnd;
  return dayNumber(period) >= dayNumber(yearEnd) ? period : yearEnd;
}

/** Discovery has no record to set aside: a malformed one makes the answer unreadable. */
function readOrThrow<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RecordMalformed || cause instanceof JsonRefusal)) throw cause;
    throw new AnswerUnreadable(cause.message, { cause });
  }
}
