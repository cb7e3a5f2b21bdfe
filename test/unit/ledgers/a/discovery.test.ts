import { describe, expect, test } from "vitest";
import { adapterA } from "#main/ledgers/a/index.ts";
import { AnswerUnreadable, type LedgerRequest, type LedgerResponse } from "#main/ledgers/adapter.ts";
import { discovery as discoverySchema } from "#shared/model/ledger/capabilities.ts";
import { answerA, contextA, fetchedAt } from "./support.ts";

const organisation = {
  OrganisationID: "og1",
  Name: "Birch Group",
  BaseCurrency: "NZD",
  CountryCode: "NZ",
  Timezone: "NEWZEALANDSTANDARDTIME",
  FinancialYearEndDay: 31,
  FinancialYearEndMonth: 3,
  IsDemoCompany: false,
  Edition: "BUSINESS",
  PeriodLockDate: "/Date(1790726400000+0000)/",
  EndOfYearLockDate: "/Date(1774915200000+0000)/",
};
const region = {
  TrackingCategoryID: "t1",
  Name: "Region",
  Status: "ACTIVE",
  Options: [{ TrackingOptionID: "o1", Name: "North", Status: "ACTIVE" }],
};

const answers: Record<string, LedgerResponse> = {
  "/Organisation": answerA({ Organisations: [organisation] }),
  "/TrackingCategories": answerA({
    TrackingCategories: [region, { ...region, TrackingCategoryID: "t2", Name: "Old", Status: "ARCHIVED" }],
  }),
  "/Journals": answerA({ Journals: [] }),
  "/Organisation/Actions": answerA({ Actions: [{ Name: "CreateApprovedBill", Status: "ALLOWED" }] }),
};

function run(changes: Record<string, LedgerResponse> = {}, wantsJournals = true) {
  const { tenantId, profile, pageSize } = contextA();
  const reading = adapterA.discover({ tenantId, profile, pageSize, wantsJournals });
  const asked: LedgerRequest[] = [];
  let step = reading.next();
  while (!step.done) {
    asked.push(step.value);
    const answer = changes[step.value.path] ?? answers[step.value.path];
    if (answer === undefined) throw new Error(`nobody answers ${step.value.path}`);
    step = reading.next(answer);
  }
  return { found: discoverySchema.parse(step.value), asked };
}

describe("discovery", () => {
  test("capabilities come from the ledger's answers, each with its evidence", () => {
    const { found, asked } = run();
    expect(asked.map((request) => [request.path, request.allowRejection ?? false])).toEqual([
      ["/Organisation", false],
      ["/TrackingCategories", false],
      ["/Journals", true],
      ["/Organisation/Actions", true],
    ]);
    expect(asked[1]?.query).toEqual({ includeArchived: "true" });
    expect(found.capabilities).toEqual({
      dimensions: [
        expect.objectContaining({
          id: "TrackingCategory:t1",
          name: "Region",
          active: true,
          values: [{ id: "o1", name: "North", active: true }],
        }),
        expect.objectContaining({ id: "TrackingCategory:t2", active: false }),
      ],
      lineTarget: "both",
      canCreateTaxRates: true,
      hasApprovalWorkflow: false,
      hasGlFeed: true,
      hasAuditTrail: false,
      statusIsDerived: false,
      writeSemantics: "merge",
      periodLock: { date: "2026-09-30", perSubsidiary: false },
      idempotencyKey: true,
    });
    expect(found.capabilities.dimensions[0]?.source).toMatchObject({ entityType: "TrackingCategory", id: "t1", tenantId: "tenant-1" });
    expect(Object.keys(found.evidence).sort()).toEqual(Object.keys(found.capabilities).sort());
    expect(found.organisation).toEqual({
      name: "Birch Group",
      baseCurrency: "NZD",
      country: "NZ",
      timeZone: "NEWZEALANDSTANDARDTIME",
      fiscalYearEndMonth: 3,
      fiscalYearEndDay: 31,
      isDemo: false,
      entities: [],
      currencies: ["NZD"],
    });
    expect(found.discoveredAt).toBe(fetchedAt);
    expect(found.adapterFacts).toEqual({ organisationId: "og1", edition: "BUSINESS", actions: { CreateApprovedBill: true } });
  });

  test.each([401, 403, 404])("journals refused with %d means no feed", (status) => {
    const { found } = run({ "/Journals": answerA("", { status }) });
    expect(found.capabilities.hasGlFeed).toBe(false);
    expect(found.evidence.hasGlFeed).toContain(String(status));
  });

  test("journals that were not wanted are not asked for", () => {
    const { found, asked } = run({}, false);
    expect(asked.map((request) => request.path)).not.toContain("/Journals");
    expect(found.capabilities.hasGlFeed).toBe(false);
  });

  test("actions decide about tax rates; their absence decides nothing", () => {
    const refused = answerA({ Actions: [{ Name: "CreateTaxRate", Status: "NOT-ALLOWED" }] });
    const { found } = run({ "/Organisation/Actions": refused });
    expect(found.capabilities.canCreateTaxRates).toBe(false);
    expect(found.evidence.canCreateTaxRates).toMatch(/ledger works them out/);
    expect(run({ "/Organisation/Actions": answerA("", { status: 403 }) }).found.capabilities.canCreateTaxRates).toBe(true);
  });

  test("the later lock date counts; without dates there is none", () => {
    const swapped = { ...organisation, PeriodLockDate: organisation.EndOfYearLockDate, EndOfYearLockDate: organisation.PeriodLockDate };
    expect(run({ "/Organisation": answerA({ Organisations: [swapped] }) }).found.capabilities.periodLock.date).toBe("2026-09-30");
    const open = { ...organisation, PeriodLockDate: null, EndOfYearLockDate: null };
    expect(run({ "/Organisation": answerA({ Organisations: [open] }) }).found.capabilities.periodLock).toEqual({ perSubsidiary: false });
  });

  test.each<[string, unknown]>([
    ["/Organisation", { Organisations: [] }],
    ["/Organisation", { Organisations: [{ ...organisation, BaseCurrency: null }] }],
    ["/Organisation", { Organisations: [{ ...organisation, PeriodLockDate: "soon" }] }],
    ["/TrackingCategories", { TrackingCategories: [{ Name: "Region" }] }],
    ["/Journals", "<html></html>"],
  ])("an unusable answer of %s is unreadable", (path, body) => expect(() => run({ [path]: answerA(body) })).toThrow(AnswerUnreadable));
});
