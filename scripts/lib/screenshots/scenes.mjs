/** The screens and states that are pictured, in the order in which the demo firm reaches them. */

import { becomePerson, enterAccrual, makePack } from "./entering.mjs";
import { at, openFromList, overlay, SYNCED_WITHIN_MS, settled } from "./steps.mjs";

const CLIENT = "Harbour Lane Bakery";
/** A client whose month the demo's own people have worked on, and whose ledger was changed meanwhile. */
const WORKED_CLIENT = "Heron Bay Textiles";
/** The addresses of the demo's client and group; known once they have been opened. */
let clientAddress = "";
let groupAddress = "";

/** Scenes shown in the README and the guide, and their names in docs. */
export const README_PICTURES = [
  ["dashboard", "dashboard"],
  ["close", "close"],
  ["profit-and-loss", "statements"],
  ...["connect", "sync", "tie-outs", "bank", "new-bill"].map((scene) => [scene, `guide/pictures/${scene}`]),
];

/** Screens of one client: the address, and what shows that it is loaded. */
const PLACES = [
  ["sync", "sync", "main table"],
  ["connection", "connection", "main h2"],
  ["overview", "overview", "main h1"],
  ["contacts", "parties", "[role=grid] [role=rowheader]"],
  ["accounts", "accounts", "[role=grid] [role=rowheader]"],
  ["activity", "activity", "main h1"],
  ["aging", "aging", "[role=grid] [role=rowheader]"],
  ["spend", "spend", "[role=grid] [role=rowheader]"],
  ["bank", "bank", "[aria-label='Bank and card accounts']"],
  ["schedules", "schedules", "main h1"],
  ["schedules-balances", "schedules/balances", "main h1"],
  ["schedules-roll-forward", "schedules/roll-forward", "main h1"],
  ["questions", "questions", "main h1"],
  ["tie-outs", "tie-outs", "[role=grid] [role=rowheader]"],
  ["close", "close", "[aria-label='Period sign-offs']"],
  ["close-reconciliations", "close/reconciliations", "main h1"],
  ["close-adjusting", "close/adjusting", "main h1"],
  ["close-changes", "close/changes", "main h1"],
  ["checks-duplicates", "checks/duplicates", "main h1"],
  ["checks-purchase-orders", "checks/matches", "main h1"],
  ["checks-contacts", "checks/parties", "main h1"],
  ["checks-changes", "checks/changes", "main h1"],
  ["checks-periods", "checks/periods", "main h1"],
  ["exceptions", "findings", "main h1"],
  ["flux", "flux", "[role=grid] [role=rowheader]"],
  ["updates-repeating", "writes/repeating", "main h1"],
  // The columns of a form come with what the ledger supports.
  ...["bill", "invoice", "credit", "journal"].map((form) => [`new-${form}`, `writes/new-${form}`, "main :text('Tax code')"]),
  ["new-payment", "writes/new-payment", "main h1"],
];

/** Screens that are empty until someone has worked on the client. */
const WORKED = [
  ["exceptions-found", WORKED_CLIENT, "findings", "[role=grid] [role=rowheader]"],
  ["updates", "Kōwhai Grove Nurseries", "writes", "[role=grid] [role=rowheader]"],
  ["activity-told", WORKED_CLIENT, "activity", "main time"],
  ["checks-changes-detected", WORKED_CLIENT, "checks/changes", "main h1"],
  ["schedules-kept", "Marlow Street Dental", "schedules", "[role=grid] [role=rowheader], main tbody th"],
  ["schedules-balances-kept", "Marlow Street Dental", "schedules/balances", "[role=grid] [role=rowheader], main tbody th"],
  // Somebody edited what its ledger's lock covers.
  ["close-changes-found", "Marlow Street Dental", "close/changes", "main button:text('Accept')"],
];

const STATEMENTS = ["Summary", "Profit and loss", "Balance sheet", "Cash flow", "Trial balance"];

/** Screens of one client with the panel of a row that has a name of its own. */
const PANELS = [
  ["contact-panel", "parties"],
  ["account-ledger", "statements"],
  ["accounts-panel", "accounts"],
  ["aging-panel", "aging"],
  ["tie-out-panel", "tie-outs"],
  ["flux-panel", "flux"],
];

const SETTINGS = [
  "look",
  "keys",
  "firm",
  "activity",
  "people",
  "close",
  "programs",
  "reviews",
  "ledgers",
  "certificates",
  "limits",
  "backups",
  "health",
  "about",
];
const GROUP_PARTS = ["trial-balance", "profit-and-loss", "balance-sheet", "eliminations", "rates", "tree", "history"];

/** From the first start until every client is synced; a function acts on the views and takes no picture. */
export function beginning() {
  return [
    ([view]) => becomePerson(view, "Dana Reed"),
    { name: "welcome", prepare: (page) => page.getByRole("button", { name: "Open the demo firm" }).waitFor() },
    at("connect", "/connect", "main h1"),
    {
      name: "connect-list",
      prepare: async (page, origin) => {
        await page.goto(`${origin}#/connect/list`);
        await page.getByLabel("Client list").fill("name,ledger\nAlder Bakery,Ledger A\nBirch Dental,Ledger Z\nCedar Crafts,");
      },
    },
    at("connect-file", "/connect/file", "main h1"),
    async (views) => {
      await Promise.all(views.map(({ page, origin }) => page.goto(`${origin}#/`)));
      await views[0].page.getByRole("button", { name: "Open the demo firm" }).click();
      for (const { page } of views) await page.getByRole("progressbar").nth(2).waitFor({ timeout: 60_000 });
    },
    { name: "dashboard-syncing", prepare: () => undefined },
    {
      name: "client-syncing",
      prepare: async (page, origin) => {
        await openFromList(page, "Linden Hall");
        // Before its ledger is connected, a click leads to the connection screen.
        await page.goto(`${origin}#${/\/clients\/[^/]+/.exec(page.url())?.[0]}/sync`);
        // It waits for its turn, and on a busy machine for longer than a person would.
        await page.getByRole("rowheader").first().waitFor({ timeout: SYNCED_WITHIN_MS });
      },
    },
    at("queue-syncing", "/queue", "main h1"),
    untilSynced,
  ];
}

/** Also until the demo's own people have closed three clients: screens taken while they work would contradict each other. */
async function untilSynced(views) {
  for (const { page, origin } of views) {
    await page.goto(`${origin}#/`);
    await page.waitForFunction(
      () => {
        const told = [...document.querySelectorAll('[role="grid"] [role="row"]')].slice(1).map((row) => row.textContent ?? "");
        const closed = told.filter((row) => row.includes("Closed")).length;
        return closed > 2 && !/Syncing|Queued|Connecting|Waiting|ecounting/.test(told.join());
      },
      undefined,
      { timeout: SYNCED_WITHIN_MS },
    );
    await openFromList(page, CLIENT);
    clientAddress = /\/clients\/[^/]+/.exec(page.url())?.[0] ?? "";
    await page.goto(`${origin}#/group`);
    await page.locator("main h1").first().waitFor();
  }
  await makeGroup(views[0]);
  await importStatement(views[0]);
}

/** The group that the demo's ledgers show evidence of. */
async function makeGroup({ page, origin }) {
  await page.goto(`${origin}#/group/suggested`);
  await page
    .getByRole("button", { name: /^Use this group/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Save group" }).click();
  await page.waitForURL(/#\/group\/(?!suggested)[^/]+/);
  groupAddress = /\/group\/[^/]+/.exec(page.url())?.[0] ?? "";
}

/** A statement with lines to match. */
async function importStatement({ page, origin }) {
  await page.goto(`${origin}#${clientAddress}/bank`);
  await page.getByRole("button", { name: "Use the practice statement" }).click();
  await page.getByRole("list", { name: "Statement lines" }).first().waitFor();
}

/** Presses a button of the bank's toolbar, which is in a menu where the window is narrow. */
async function pressInBankBar(page, name) {
  await page.getByRole("list", { name: "Statement lines" }).first().waitFor();
  const more = page.getByRole("button", { name: "More actions", exact: true });
  if (await more.isVisible()) await more.click();
  await page.getByRole("button", { name, exact: true }).click();
}

/** Everything once the books are synced; each can be taken alone. */
export function screens() {
  return [...firm(), ...dialogs(), ...transactions(), ...client(), ...panels(), ...settings(), ...worked(), ...filled()];
}

/** Screens with what somebody enters there, which one window does for all of them. */
function filled() {
  const entered = new Map();
  const afterEntering = (name, address, enter, there) => ({
    name,
    prepare: async (page, origin) => {
      if (!entered.has(name))
        entered.set(
          name,
          page.goto(`${origin}#${address()}`).then(() => enter(page)),
        );
      await entered.get(name);
      await at(name, address, there).prepare(page, origin);
    },
  });
  return [
    afterEntering("close-adjusting-due", () => `${clientAddress}/close/adjusting`, enterAccrual, "main tr:has-text('bill not received')"),
    afterEntering("close-packs-made", () => `${clientAddress}/close/packs`, makePack, "main b:text('Version')"),
    {
      name: "group-eliminations-paired",
      prepare: async (page, origin) => {
        await page.goto(`${origin}#/group`);
        await page.getByText("Juniper Ridge Group").first().click();
        await page.getByRole("link", { name: "Eliminations", exact: true }).click();
        await page.getByText("Fully eliminated").first().waitFor();
        await settled(page);
      },
    },
  ];
}

function firm() {
  return [
    // The first look at a client's close comes after its sync.
    at("dashboard", "/", "[role=grid]:not(:has([title='Not calculated yet'])) [role=rowheader]"),
    at("inbox", "/inbox", "main h1"),
    at("queue", "/queue", "main h1"),
    at("group", "/group", "main h1"),
    ...GROUP_PARTS.map((part) => at(`group-${part}`, () => `${groupAddress}/${part}`, "main h1, main h2")),
    at("group-new", "/group/new", "main h1"),
    // Its samples of what is loading never end.
    { name: "design", prepare: (page, origin) => page.goto(`${origin}#/design`).then(() => page.locator("main h1").first().waitFor()) },
    at("help", "/help", "main h1"),
    at("help-close", "/help/close", "main h1:text('Close a month')"),
  ];
}

function dialogs() {
  return [
    overlay("switcher", "Control+o", (dialog) => dialog.getByRole("combobox").fill("ha")),
    overlay("shortcuts", "?"),
    overlay("palette", "Control+k", async (dialog) => {
      await dialog.getByRole("combobox").fill("sync");
      await dialog.getByText("Sync all clients").waitFor();
    }),
    {
      name: "notifications",
      prepare: async (page, origin) => {
        await page.goto(`${origin}#/`);
        await page.getByRole("button", { name: /^Notifications/ }).click();
      },
      // The bell keeps the focus, whose frame would be in every later picture of this screen.
      after: async (page) => {
        await page.keyboard.press("Escape");
        await page.evaluate(() => document.activeElement?.blur());
      },
    },
    {
      name: "tour",
      prepare: async (page, origin) => {
        await page.goto(`${origin}#/`);
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").getByRole("combobox").fill("take the tour");
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Next", exact: true }).waitFor();
      },
      after: (page) => page.getByRole("button", { name: "Skip the tour" }).click(),
    },
    ofClient("about", "overview", openAbout),
    ofClient("about-delete-reports", "overview", async (page) => {
      await openAbout(page);
      await page.getByRole("button", { name: "Delete report…" }).click();
    }),
    {
      name: "group-remove",
      prepare: async (page, origin) => {
        await page.goto(`${origin}#${groupAddress}/history`);
        await page.getByRole("button", { name: "Remove group…" }).click();
      },
      after: (page) => page.keyboard.press("Escape"),
    },
    ofClient("posting-date", "close", async (page) => {
      await page.getByRole("button", { name: "Check if a date is locked" }).click();
      await page.getByRole("list", { name: "Rules checked" }).waitFor();
    }),
    ofClient("bank-import", "bank", async (page) => {
      const chooser = page.waitForEvent("filechooser");
      await page
        .getByRole("button", { name: /^Import/ })
        .first()
        .click();
      const lines = ["Date,Details,Money in,Money out", "2026-11-02,Card sales,1240.50,", "2026-11-03,Kestrel Trade Supplies,,318.20"];
      await (await chooser).setFiles({ name: "november.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
      await page.getByRole("dialog").getByText("Reading the file…").waitFor({ state: "detached" });
    }),
    ofClient("bank-rules", "bank", (page) => pressInBankBar(page, "Rules…")),
    ofClient("bank-statements", "bank", (page) => pressInBankBar(page, "Bank statements…")),
    ofClient("disconnect", "connection", (page) => page.getByRole("button", { name: /^Disconnect/ }).click()),
  ];
}

async function openAbout(page) {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("crash reports");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("heading").first().waitFor();
}

function transactions() {
  return [
    {
      name: "transactions",
      prepare: async (page, origin) => {
        await page.goto(`${origin}#${clientAddress}/documents`);
        await page.getByRole("grid", { name: "Transactions" }).getByRole("row").nth(3).waitFor();
        await settled(page);
      },
    },
    {
      name: "transaction-panel",
      prepare: async (page, origin) => {
        await page.goto(`${origin}#${clientAddress}/documents`);
        await page.getByRole("searchbox", { name: /number, reference/ }).fill("SVC");
        await page.getByText("SVC-20417").first().click();
        await page.getByRole("complementary", { name: "Transaction" }).getByText("842.60").first().waitFor();
      },
    },
    {
      name: "technical-details",
      prepare: async (page) => {
        await page.getByText("Technical details").first().click();
        await page.locator("pre").first().waitFor();
        await page.locator("pre").first().scrollIntoViewIfNeeded();
      },
    },
  ];
}

function client() {
  return [
    ...PLACES.map(([name, part, there]) => at(name, () => `${clientAddress}/${part}`, there)),
    ...STATEMENTS.map((statement) =>
      ofClient(statement.toLowerCase().replaceAll(" ", "-"), "statements", (page) =>
        page.getByText(statement, { exact: true }).first().click(),
      ),
    ),
  ];
}

function panels() {
  return [
    ...PANELS.map(([name, part]) =>
      ofClient(name, part, async (page) => {
        await page.locator('[role="grid"] [role="row"]:has([role="rowheader"])').nth(1).getByRole("rowheader").click();
        await page.locator("main aside").last().waitFor();
      }),
    ),
    ofClient("explained-figure", "statements", async (page) => {
      await page.getByRole("button", { name: "Source: general ledger" }).click();
      await page.locator("main aside").last().waitFor();
    }),
    {
      name: "close-packs",
      prepare: async (page, origin) => {
        await page.goto(`${origin}#${clientAddress}/close/packs`);
        await page.getByRole("button", { name: "Create pack" }).waitFor();
        await settled(page);
      },
    },
  ];
}

function settings() {
  return SETTINGS.map((part) => at(`settings-${part}`, `/settings/${part}`, "main h2"));
}

function worked() {
  return WORKED.map(([name, of, part, there]) => ({
    name,
    prepare: async (page, origin) => {
      await page.goto(`${origin}#/`);
      await page.getByRole("row").filter({ hasText: of }).getByRole("rowheader").click();
      await page.getByRole("heading", { level: 1, name: of }).waitFor();
      await page.goto(`${origin}#${/\/clients\/[^/]+/.exec(page.url())?.[0]}/${part}`);
      // The demo tells its stories one after the other.
      await page.locator(there).first().waitFor({ timeout: SYNCED_WITHIN_MS });
      await settled(page);
    },
  }));
}

/** A screen of the client, after what a person does on it. */
function ofClient(name, part, act) {
  const { prepare } = at(name, () => `${clientAddress}/${part}`, "main");
  return {
    name,
    prepare: async (page, origin) => {
      await prepare(page, origin);
      await act(page);
      await settled(page);
    },
    after: (page) => page.keyboard.press("Escape"),
  };
}
