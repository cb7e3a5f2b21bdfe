/**
 * Pictures of the hard states: a desk whose ledgers are out of reach or of requests, refuse what is sent, or hold nothing, and a core
 * that is slow or broken. Run by scripts/screenshots.mjs as a program of its own; names given on the command line take only those scenes.
 */
import { HttpFailure } from "#main/ports/index.ts";
import { SMALL_FIRM } from "#simulator/books/everyday-firm.ts";
import { plannedFaults } from "#simulator/faults.ts";
import { bankIdOf, octoberFile } from "#test/support/bank-month.ts";
import { launchChromium } from "#test/support/browser.ts";
import { billOf, conflictingChange } from "#test/support/hard-desk.ts";
import { openPageWorld } from "#test/support/page-world.ts";
import { stepPrinter } from "../step.mjs";
import { openViews, take } from "./pictures.mjs";

const REFUSED_MEMO = "Paper and ink";
/** As the core says it. */
const NO_FILE = {
  code: "storage",
  message: "Another program is using Tieout's data.",
  next: "Everything that was saved is safe; wait a moment and try again, and if that doesn't help, close programs that may use the data, such as backup software.",
  detail: "SQLITE_BUSY",
};
/** What a client's screens ask the core about its books. */
const OF_BOOKS = /^(reports|documents|parties|tieOuts|close|writes|periods)[.]/;

const only = process.argv.slice(2).filter((name) => name !== "states");
const { say } = stepPrinter(process.stdout);

const broken = plannedFaults([{ fault: { kind: "status", status: 500, applied: false }, times: Number.POSITIVE_INFINITY }]);
broken.enabled = false;
const firm = (name) => ({ name, months: 3, invoicesPerMonth: 8, foreignCurrencies: [], everyday: SMALL_FIRM });
const browser = await launchChromium();
const at = await openPageWorld(browser, {
  seed: 91,
  person: "Maria Costa@office",
  tenants: [
    { style: "a", books: firm("Alder Joinery"), limits: { requestsPerDay: 14 } },
    { style: "b", books: firm("Birch Dental") },
    { style: "c", books: firm("Cedar Crafts"), c: { rejectMemo: REFUSED_MEMO } },
    { style: "b", books: firm("Elm Street Yoga") },
    { style: "b", books: firm("Fern Bakery") },
    { style: "b", books: firm("Gorse Garage"), faults: broken },
    { style: "b", books: firm("Hazel Books") },
  ],
});
const { world } = at;
const [throttled, plain, strict, empty, locked, failing, unread] = world.tenants;
const { views, close } = await openViews(at.newAddress, world.clock.nowMs());
try {
  for (const step of day()) {
    if (typeof step === "function") await step();
    else if (only.length === 0 || only.includes(step.name)) await take(step, views, say);
  }
} finally {
  await close();
  await at.close();
  await browser.close();
}

/** In order: a function changes what the ledgers or the people do, anything else is a scene. */
function day() {
  return [
    ...beforeSync(),
    sync,
    ...quiet(),
    payout,
    fee(),
    ...slowAndBroken(),
    ...writes(),
    failures,
    ...failed(),
    ...offline(),
    ...viewer(),
  ];
}

/** Every client is connected, and nothing was read. */
function beforeSync() {
  return [
    state("empty-inbox", "/inbox", note, {
      act: (page) => page.getByText("Mine", { exact: true }).click(),
    }),
    state("empty-dashboard", "/", (page) => page.getByRole("rowheader", { name: unread.books.name })),
    ...["overview", "documents", "statements", "close", "bank", "writes"].map((part) => state(`empty-${part}`, place(unread, part), note)),
  ];
}

async function sync() {
  empty.books.transactions.length = 0;
  const synced = [plain, strict, empty, locked, failing];
  for (const tenant of synced) await at.aside(() => tenant.sync());
  // As after every sync that a person or the schedule starts: windows ask for the closes of what was read.
  world.runtime.context.publish("clients.changed", { clientIds: synced.map(({ source }) => source.clientId) });
  // It goes on alone, and ends in the middle.
  await ask("sync.start", { clientIds: [throttled.source.clientId] });
}

/** Nothing in the ledger, nothing that was looked for, and no requests left for today. */
function quiet() {
  const filtered = (name) => ({
    act: (page) => page.getByRole("searchbox", { name }).fill("zebra"),
    after: async (page) => {
      await page.getByRole("searchbox", { name }).fill("");
      await page.getByRole("button", { name: "Clear filter" }).waitFor({ state: "detached" });
    },
  });
  return [
    ...["overview", "documents", "parties", "statements", "aging", "tie-outs"].map((part) =>
      state(`no-records-${part}`, place(empty, part), (page) => page.locator("main h1, main h2, main [role=grid]")),
    ),
    state("no-match-dashboard", "/", note, filtered(/^Filter clients/)),
    state("no-match-documents", place(plain, "documents"), note, filtered(/number, reference/)),
    state("no-match-parties", place(plain, "parties"), note, filtered(/^Filter contacts/)),
    state("throttled-dashboard", "/", (page) => page.getByRole("grid").getByText("Queued")),
    state("throttled-queue", "/queue", (page) => page.getByRole("grid").getByText("Queued")),
    state("throttled-sync", place(throttled, "sync"), (page) => page.getByText(/Daily limit reached\. Resumes /)),
    state("throttled-overview", place(throttled, "overview"), (page) => page.locator("main h1")),
  ];
}

/** A card processor pays a receipt of October out less its fee, which isn't in the books. */
async function payout() {
  const clientId = plain.source.clientId;
  const month = { clientId, period: "2026-10" };
  const { accountId } = (await ask("bank.accounts", month)).find((account) => account.accountId.endsWith(`:${bankIdOf(plain)}`));
  const rule = { name: "Card payouts", lineContains: "card payout", days: 10, feePercent: "3" };
  const paidOut = (_whole, start, amount, id, payer) => {
    rule.bookContains = payer;
    return `${start}${(Number(amount) * 0.98).toFixed(2)}${id}CARD PAYOUT`;
  };
  const file = octoberFile(plain).replace(/(<TRNTYPE>CREDIT<DTPOSTED>\d+<TRNAMT>)([\d.]+)(<FITID>\w+<NAME>)([^<\n]+)/, paidOut);
  await ask("bank.import", { clientId, accountId, fileName: "october.ofx", content: Buffer.from(file).toString("base64") });
  await ask("bank.saveRule", { clientId, accountId, ...rule });
  const { suggestions } = await ask("bank.work", { ...month, accountId });
  const { lineIds, recordIds, ruleId } = suggestions.find((suggestion) => suggestion.ruleId !== null);
  await ask("bank.match", { clientId, accountId, matches: [{ lineIds, recordIds, ruleId }] });
}

function fee() {
  return state("bank-fee", place(plain, "bank"), (page) => page.getByRole("button", { name: "Enter fee" }));
}

/** Answers of the core that don't come, that are a failure, or that no screen can draw. */
function slowAndBroken() {
  const slow = (name, address, methods) =>
    answered(
      `loading-${name}`,
      address,
      methods,
      () => undefined,
      (page) => page.locator('main [aria-busy="true"]'),
    );
  const failure = (name, address, methods) =>
    answered(
      `error-${name}`,
      address,
      methods,
      (route) => route.fulfill({ json: { ok: false, failure: NO_FILE } }),
      (page) => page.locator("main").getByText(NO_FILE.message),
    );
  return [
    slow("dashboard", "/", /./),
    slow("inbox", "/inbox", /^inbox/),
    slow("queue", "/queue", /^queue/),
    ...["overview", "documents", "statements", "tie-outs", "close", "writes"].map((part) => slow(part, place(plain, part), OF_BOOKS)),
    failure("dashboard", "/", /^clients[.]list/),
    failure("inbox", "/inbox", /^inbox/),
    ...["overview", "documents", "statements", "tie-outs", "close", "writes"].map((part) => failure(part, place(plain, part), OF_BOOKS)),
    answered(
      "broken-screen",
      place(plain, "tie-outs"),
      /^tieOuts[.]last/,
      (route) => route.fulfill({ json: { ok: true, value: { checks: 1 } } }),
      (page) => page.getByText("Something went wrong on this screen"),
    ),
    answered(
      "core-gone",
      "/",
      /./,
      (route) => route.abort(),
      (page) => page.getByText(/isn't responding/),
    ),
  ];
}

/** Updates that the ledger refuses, takes in part, or meets with a newer version. */
function writes() {
  const jobs = {};
  const job =
    (name, prefix = "") =>
    () =>
      `${place(strict, "writes")}/${prefix}${jobs[name]}`;
  const inPanel = (text) => (page) => page.getByRole("complementary", { name: "Ledger update" }).getByText(text);
  return [
    async () => {
      jobs.rejected = await send([["INV-2201", REFUSED_MEMO]]);
      jobs.partial = await send([["INV-2202"], ["INV-2203", REFUSED_MEMO]]);
      jobs.conflict = await conflictingChange(at, strict, "INV-2204");
    },
    state("rejected", job("rejected"), inPanel(/custbody_budget_owner/)),
    state("rejected-edit", job("rejected", "again-"), (page) => page.getByRole("button", { name: "Review" })),
    state("partial", job("partial"), inPanel("Partly posted")),
    state("conflict", job("conflict"), inPanel("Ledger's version")),
    state("conflict-form", job("conflict", "conflict-"), (page) => page.getByText(/200\.00/)),
  ];
}

/** A ledger that withdrew its consent, and one that answers nothing but errors. */
async function failures() {
  locked.simulated.tokens.revoke();
  broken.enabled = true;
  for (const tenant of [locked, failing]) await at.aside(() => tenant.sync());
}

function failed() {
  return [
    state("failed-dashboard", "/", (page) => page.getByRole("grid").getByText("Disconnected", { exact: true })),
    state("failed-inbox", "/inbox", (page) => page.locator("[data-inbox-row]")),
    state("failed-queue", "/queue", (page) => page.getByRole("grid").getByRole("row").nth(2)),
    state("failed-sync", place(failing, "sync"), (page) => page.locator("main").getByRole("alert")),
    state("sign-in-sync", place(locked, "sync"), (page) => page.locator("main").getByText("Disconnected", { exact: true })),
    state("sign-in-connection", place(locked, "connection"), (page) => page.locator("main h2")),
    state("sign-in-overview", place(locked, "overview"), (page) => page.locator("main h1")),
  ];
}

/** No way to any ledger, with a change that waits for one. */
function offline() {
  const bar = (page) => page.getByRole("region", { name: "Connection", exact: true }).getByText(/^Offline/);
  let edited;
  return [
    async () => {
      world.patch = () => {
        throw new HttpFailure("connection refused", false);
      };
      for (const { page } of views) await setNetwork(page, false);
      await at.aside(() => plain.sync());
      const [bill] = (await plain.readAll("documents")).filter(({ type, status }) => type === "purchase_bill" && status === "open");
      edited = bill.id;
      await send([["INV-2205"]]);
    },
    state("offline-dashboard", "/", bar),
    state("offline-queue", "/queue", bar),
    state("offline-overview", place(plain, "overview"), bar),
    state("offline-documents", place(plain, "documents"), bar),
    state("offline-sync", place(plain, "sync"), bar),
    state(
      "offline-review",
      () => `${place(plain, "writes")}/change-${edited}`,
      (page) => page.getByText("Once the update is queued"),
      {
        act: async (page) => {
          await page.getByLabel("Memo", { exact: true }).fill("Paid from the till");
          await page.getByRole("button", { name: "Review" }).click();
        },
      },
    ),
    async () => {
      world.patch = null;
      for (const { page } of views) await setNetwork(page, true);
    },
  ];
}

/** What a person sees whose role is for looking. */
function viewer() {
  return [
    async () => {
      await ask("people.add", { name: "Ana Walker", role: "admin" });
      await ask("people.use", { name: "Ana Walker" });
      await ask("people.add", { name: "Ben Singh", role: "preparer" });
      await ask("people.add", { name: "Vera Lind", role: "viewer" });
      await ask("people.use", { name: "Vera Lind" });
    },
    state("viewer-dashboard", "/", (page) => page.getByRole("grid").getByRole("rowheader")),
    state("viewer-queue", "/queue", (page) => page.getByRole("grid").getByRole("row").nth(2)),
    ...["sync", "connection", "close", "tie-outs", "bank", "writes"].map((part) =>
      state(`viewer-${part}`, place(plain, part), (page) => page.locator("main h1, main h2")),
    ),
    ...["people", "close", "limits", "backups", "firm"].map((part) =>
      state(`viewer-settings-${part}`, `/settings/${part}`, (page) => page.locator("main h2")),
    ),
    state("viewer-new-bill", `${place(plain, "writes")}/new-bill`, (page) => page.locator("main h1")),
  ];
}

/** A screen by its address, after what a person does on it. */
function state(name, address, shown, { act, after } = {}) {
  return {
    name: `state-${name}`,
    prepare: async (page, origin) => {
      await page.clock.setFixedTime(world.clock.nowMs());
      await page.goto(`${origin}#${typeof address === "function" ? address() : address}`);
      await act?.(page);
      await shown(page).first().waitFor();
      await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
      // What the core told meanwhile is asked for again after a second.
      await page.waitForTimeout(1_500);
    },
    after,
  };
}

/** A screen whose questions are answered by `answer` instead of by the core. */
function answered(name, address, methods, answer, shown) {
  return {
    name: `state-${name}`,
    prepare: async (page, origin) => {
      await page.route("**/api/invoke", (route) =>
        methods.test(route.request().postDataJSON().method) ? answer(route) : route.fallback(),
      );
      await page.goto(`${origin}#${address}`);
      await page.reload();
      await shown(page).first().waitFor();
      // The screen's own lines come a moment after those of its frame.
      await page.waitForTimeout(300);
    },
    after: async (page) => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.reload();
      await page.getByRole("main").waitFor();
    },
  };
}

function note(page) {
  return page.locator("main [class*=note]");
}

function place({ source }, part) {
  return `/clients/${encodeURIComponent(source.clientId)}/${part}`;
}

/** @returns the id of the update */
async function send(bills) {
  return at.aside(async () => {
    const documents = [];
    for (const [number, memo] of bills) documents.push(await billOf(strict, number, memo));
    const operations = documents.map((document) => ({ kind: "create_document", document }));
    const sent = await world.run(world.runtime.context.writes.submit({ clientId: strict.source.clientId, operations }));
    if (!sent.ok) throw new Error(sent.failure.message);
    return sent.value.jobId;
  });
}

async function ask(name, input) {
  const answer = await at.aside(() => world.run(world.runtime.route(name, input)));
  if (!answer.ok) throw new Error(`${name}: ${answer.failure.message}`);
  return answer.value;
}

/** The machine's own network goes or comes, as the browser tells a page. */
async function setNetwork(page, isThere) {
  await page.evaluate((online) => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => online });
    dispatchEvent(new Event(online ? "online" : "offline"));
  }, isThere);
}
