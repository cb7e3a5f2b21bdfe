import { describe, expect, it } from "vitest";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { SyncPlan } from "#shared/contract/sync/sync.ts";
import { proposedChoices, readChoices } from "../../../src/renderer/features/connect/clients/tenant-choices.ts";
import { dayLabel, durationLabel, planInputs, planTotal } from "../../../src/renderer/features/connect/plan-labels.ts";
import { draftOf, readDraft } from "../../../src/renderer/features/connection/limit-edits.ts";

const tenant = (tenantId: string, name: string, taken = false) => ({
  tenantId,
  name,
  connectedTo: taken ? { clientId: "x", name } : null,
});
const client = (clientId: string, name: string, ledger: string | null = null) =>
  ({ clientId, name, ledger, demo: false }) as unknown as ClientRow;

describe("books and clients", () => {
  const rows = [client("c1", "Alder  & co"), client("c2", "Birch"), client("c3", "Cedar", "Ledger A")];

  it("proposes the client of the same name that has no ledger, and a new one for the others", () => {
    const choices = proposedChoices([tenant("1", "Alder & Co"), tenant("2", "Cedar"), tenant("3", "Elm", true)], rows, null);
    expect(choices).toEqual({
      "1": { chosen: true, clientId: "c1", newName: "Alder & Co" },
      "2": { chosen: true, clientId: null, newName: "Cedar" },
    });
  });

  it("asks for a name where the ledger told only an id", () => {
    expect(proposedChoices([tenant("ACCOUNT1", "account1")], rows, null).ACCOUNT1).toMatchObject({ chosen: true, newName: "" });
  });

  it("chooses a handful, and of many only those that have a client", () => {
    const many = Array.from({ length: 11 }, (_, index) => tenant(String(index), index === 4 ? "Birch" : `Books ${index}`));
    const chosen = (tenants: typeof many) => Object.values(proposedChoices(tenants, rows, null)).filter((choice) => choice.chosen).length;
    expect([chosen(many), chosen(many.slice(1))]).toEqual([1, 10]);
  });

  it("proposes one client for one of the books only", () => {
    const choices = proposedChoices([tenant("1", "Birch"), tenant("2", "birch")], rows, null);
    expect([choices["1"]?.clientId, choices["2"]?.clientId]).toEqual(["c2", null]);
  });

  it("proposes the client it was opened for, or the one that a list named", () => {
    expect(proposedChoices([tenant("1", "Alder & Co")], rows, "c2")["1"]).toMatchObject({ chosen: true, clientId: "c2" });
    expect(proposedChoices([tenant("1", "Alder & Co"), tenant("2", "Elm")], rows, null, { "2": "c2" })["2"]).toMatchObject({
      chosen: true,
      clientId: "c2",
    });
  });

  it("sends what was chosen, and says what is missing", () => {
    const tenants = [tenant("1", "One"), tenant("2", "Two"), tenant("3", "Three"), tenant("4", "Four"), tenant("5", "Five")];
    const read = readChoices(
      tenants,
      {
        "1": { chosen: true, clientId: "c1", newName: "" },
        "2": { chosen: true, clientId: "c1", newName: "" },
        "3": { chosen: true, clientId: null, newName: " cedar " },
        "4": { chosen: true, clientId: null, newName: " " },
        "5": { chosen: false, clientId: null, newName: "" },
      },
      rows,
    );
    expect(read.tenants).toEqual([
      { tenantId: "1", client: { clientId: "c1" } },
      { tenantId: "2", client: { clientId: "c1" } },
      { tenantId: "3", client: { newClient: "cedar" } },
      { tenantId: "4", client: { newClient: "" } },
    ]);
    expect(Object.keys(read.problems)).toEqual(["2", "3", "4"]);
  });

  it("says whether a name is a client's or was chosen in the list", () => {
    const named = (newName: string) => ({ chosen: true, clientId: null, newName });
    const { problems } = readChoices([tenant("1", "One"), tenant("2", "Two")], { "1": named("Maple"), "2": named("maple") }, []);
    expect(problems).toEqual({ "2": "You chose this name for other books in this list. Enter a different name." });
  });

  it("lets a failed one be tried again, though its client has been made by then", () => {
    const choices = { "1": { chosen: true, clientId: null, newName: "Birch" } };
    expect(readChoices([tenant("1", "Birch")], choices, rows).problems).toEqual({});
  });
});

describe("the plan of a first read", () => {
  const plan = (calls: number, estimateSeconds: number, dayBudgets: number): SyncPlan => ({
    calls,
    pages: calls,
    estimateSeconds,
    dayBudgets,
    inputs: {},
  });

  it.each([
    [3, "a few seconds"],
    [41, "about 50 seconds"],
    [125, "about 3 minutes"],
    [7_300, "about 3 hours"],
    [86_400, "about a day"],
    [200_000, "about 3 days"],
  ])("%i seconds are %s", (seconds, words) => expect(durationLabel(seconds)).toBe(words));

  it("adds up the calls of several clients; the longest sets the time", () => {
    expect(planTotal([plan(10, 60, 1), plan(5, 90_000, 2)])).toEqual({ calls: 15, pages: 15, estimateSeconds: 90_000, dayBudgets: 2 });
    expect([dayLabel(1), dayLabel(2)]).toEqual(["Right away", "Over 2 days, to stay within the ledger's daily limit"]);
  });

  it("shows the inputs it knows and no others", () => {
    const inputs = {
      streams: [{ stream: "bills", records: null, pages: 1, calls: 2 }, "odd"],
      callsPerMinute: null,
      callsPerDay: 5_000,
      new: 1,
    };
    expect(planInputs({ ...plan(2, 1, 1), inputs })).toEqual({
      streams: [{ stream: "bills", records: null, pages: 1, calls: 2 }],
      facts: ["no limit per minute", "5,000 requests per day allowed"],
    });
  });
});

describe("limits of a connection", () => {
  const values = [
    { name: "requestsPerWindow", value: 60, from: "file", inFile: 60 },
    { name: "windowMs", value: 60_000, from: "file", inFile: 60_000 },
    { name: "requestsPerDay", value: 1_000, from: "connection", inFile: 5_000 },
    { name: "keyTrustMs", value: 0, from: "file", inFile: 0 },
  ] as const;

  it("are typed in the units that people use, and only those that a connection may have", () => {
    expect(draftOf(values)).toEqual({ requestsPerWindow: "60", windowMs: "60", requestsPerDay: "1000" });
  });

  it("keep what differs from the verified numbers and nothing else", () => {
    expect(readDraft(values, draftOf(values))).toEqual({ own: { requestsPerDay: 1_000 }, problems: {}, beyond: [] });
  });

  it.each([
    [{ requestsPerWindow: "90" }, { requestsPerWindow: 90 }, ["requestsPerWindow"]],
    [{ requestsPerWindow: "" }, { requestsPerWindow: null }, ["requestsPerWindow"]],
    [{ windowMs: "30" }, { windowMs: 30_000 }, ["windowMs"]],
    [{ windowMs: "90" }, { windowMs: 90_000 }, []],
    [{ requestsPerWindow: "30" }, { requestsPerWindow: 30 }, []],
  ])("ask before %j, if it is beyond the verified number", (change, own, beyond) => {
    const read = readDraft(values, { ...draftOf(values), requestsPerDay: "5000", ...change });
    expect(read).toEqual({ own, problems: {}, beyond });
  });

  it.each(["0", "-1", "1.5", "many", "1e3", "9999999999"])("refuse %j", (text) => {
    expect(Object.keys(readDraft(values, { ...draftOf(values), requestsPerWindow: text }).problems)).toEqual(["requestsPerWindow"]);
  });

  it("have a window of some length", () => {
    expect(readDraft(values, { ...draftOf(values), windowMs: " " }).problems).toEqual({ windowMs: "Enter a number." });
  });
});
