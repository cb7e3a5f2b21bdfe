import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiContext } from "#main/api/context.ts";
import type { Door } from "#main/api/door.ts";
import { namedPlaces } from "#main/api/named-places.ts";
import { createRouter } from "#main/api/router.ts";
import { PAGE_ADDRESS } from "#main/hosts/electron/page-address.ts";
import { startLoopbackServer } from "#main/hosts/node/browser/loopback-server.ts";
import { doorFor } from "#main/hosts/node/command-line.ts";
import type { Command } from "#main/hosts/node/commands/command.ts";
import { commands } from "#main/hosts/node/commands/index.ts";
import { operations as declared } from "#main/operations/collection.ts";
import type { Operation } from "#main/operations/operation.ts";
import type { Reply } from "#shared/contract/reply.ts";
import { mayAs, PERSON_ROLES, type PersonRole } from "#shared/model/close/person.ts";
import { ROOT, readSources } from "#test/support/house-rules/source.ts";
import { tempHome } from "#test/support/temp-home.ts";

const invoked = vi.hoisted(() => new Map<string, (event: unknown, message: unknown) => Promise<unknown>>());
vi.mock("electron", () => ({
  ipcMain: { handle: (channel: string, handler: never) => void invoked.set(channel, handler), on: () => undefined },
}));
const { connectIpc } = await import("#main/hosts/electron/ipc.ts");

const operations: readonly Operation[] = declared;
const who = { name: "Vito", role: "viewer" as PersonRole, noted: "Vito@lab" };

/** A core in which everything behind the door fails, so that nothing happens however far a message gets. */
const behindTheDoor: ApiContext = new Proxy({ people: who, log: { error: () => undefined } } as unknown as ApiContext, {
  get: (target, name) => Reflect.get(target, name) ?? unreachable(),
});
function unreachable(): unknown {
  return new Proxy(() => undefined, {
    get: () => unreachable(),
    apply: () => {
      throw new Error("behind the door");
    },
  });
}
const door: Door = { route: createRouter(behindTheDoor), subscribe: () => () => undefined };

/** Inputs of operations whose role depends on what is asked. */
const INPUTS = (role: "preparer" | "reviewer"): Readonly<Record<string, object>> => ({
  "close.sign": { clientId: "c", period: "2026-10", role },
  "flux.sign": { clientId: "c", period: "2026-10", comparison: "prior_month", accountId: "a", role },
  "reconciliations.sign": { clientId: "c", period: "2026-10", accountId: "a", role },
  "reconciliations.signAll": { clientId: "c", period: "2026-10", accountIds: ["a"], role },
  "flux.signMany": { clientId: "c", period: "2026-10", comparison: "prior_month", accountIds: ["a"], role },
  "flux.signBelow": { clientId: "c", period: "2026-10", comparison: "prior_month", role },
  "firm.undo": { changeId: `${role === "preparer" ? "flux_template" : "firm_name"}:0123456789abcdef` },
});

/** Every operation with an input, and the least role that its declaration names for it. */
const asked = operations.flatMap(({ name, allowed, input }) => {
  if (typeof allowed !== "function") return [{ name, input: {}, needs: allowed }];
  return (["preparer", "reviewer"] as const).map((role) => {
    const given = INPUTS(role)[name];
    expect(given, `${name} depends on its input: give the test one`).toBeDefined();
    return { name, input: given as object, needs: allowed(input.parse(given)) };
  });
});

type Ask = (name: string, input: unknown) => Promise<Reply>;

/** Asks for everything as every role and compares what was refused with the declarations. */
async function walk(ask: Ask, only: (name: string) => boolean = () => true): Promise<void> {
  for (const role of PERSON_ROLES) {
    who.role = role;
    const wrong: string[] = [];
    for (const { name, input, needs } of asked.filter((one) => only(one.name))) {
      const reply = await ask(name, input);
      const isRefused = !reply.ok && reply.failure.code === "not_allowed";
      if (isRefused === mayAs(role, needs)) wrong.push(`${name}: ${isRefused ? "refused" : "let in"}, needs ${needs}`);
    }
    expect(wrong, `as ${role}`).toEqual([]);
  }
}

describe("one door: every operation, as every role, from every entrance", () => {
  it("the router itself", () => walk(door.route));

  describe("the browser host", () => {
    let server: Awaited<ReturnType<typeof startLoopbackServer>>;
    let origin: string;
    let token: string;

    beforeAll(async () => {
      server = await startLoopbackServer({ runtime: door, files: new Map() });
      const address = new URL(server.newAddress());
      origin = address.origin;
      const opened = await post("/api/session", { code: new URLSearchParams(address.hash.slice(1)).get("code") });
      token = (opened as unknown as { value: { token: string } }).value.token;
    });
    afterAll(() => server.close());

    async function post(path: string, body: unknown): Promise<Reply> {
      const headers = { origin, "content-type": "application/json", "x-tieout-token": token ?? "" };
      const response = await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return (await response.json()) as Reply;
    }

    it("over HTTP", () => walk((method, input) => post("/api/invoke", { method, input })));
  });

  it("a window of the desktop app", async () => {
    const frame = { url: PAGE_ADDRESS };
    const sender = { mainFrame: frame };
    let nowMs = 0;
    connectIpc({
      door: { ...door, namedPlaces },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      isOurs: (contents) => (contents as unknown) === sender,
      nowMs: () => (nowMs += 1_000),
      places: { allows: async () => true } as never,
    });
    const handler = [...invoked.values()][0];
    await walk(async (method, input) => (await handler?.({ sender, senderFrame: frame }, { method, input })) as Reply);
  });

  it.each(commands.flatMap((command) => ("bare" in command ? [] : [[`${command.noun} ${command.verb}`.trim(), command] as const])))(
    "tieout %s asks for what it declares, and for nothing else",
    async (_words, command) => {
      const verbs = doorFor(command, door);
      await walk(verbs.route, (name) => command.asks.includes(name as never));
      const other = operations.find(({ name }) => !command.asks.includes(name as never));
      await expect((async () => verbs.route(other?.name ?? "", {}))()).rejects.toThrow("declares that it asks");
    },
  );
});

describe("as a viewer, from the command line", () => {
  const said: { code: string }[] = [];
  const output = {
    json: true,
    ...{ result: () => undefined, text: () => undefined, rows: () => undefined, endRows: () => undefined, progress: () => undefined },
    failure: (failure: { code: string }) => void said.push(failure),
  };
  const money = { amount: "1.00", currency: "USD" };
  const document = { type: "journal", issueDate: "2026-10-31", currency: "USD", lines: [{ kind: "account", accountId: "a", net: money }] };
  const files: Readonly<Record<string, object>> = {
    document,
    journal: document,
    payment: {
      direction: "made",
      party: { id: "p" },
      date: "2026-10-31",
      currency: "USD",
      accountId: "a",
      allocations: [{ toId: "d", amount: money }],
    },
    update: { id: "d", changes: { memo: "x" } },
    "apply-credit": { fromId: "d", date: "2026-10-31", allocations: [{ toId: "d", amount: money }] },
  };
  const writing = commands.filter(
    (command): command is Command => !("bare" in command) && command.asks.some((name) => /^writes\.(?!list|show|plan)/.test(name)),
  );

  it.each(writing.map((command) => [`${command.noun} ${command.verb}`, command] as const))("%s is refused", async (_words, command) => {
    who.role = "viewer";
    said.length = 0;
    const file = join(tempHome(), "draft.json");
    writeFileSync(file, JSON.stringify(files[command.verb] ?? {}));
    const options = { client: "c", id: "d", account: "a", name: "n", yes: true, file };
    const run = {
      door: doorFor(command, door),
      finishRestore: async () => null,
      goOn: async () => undefined,
      options,
      output,
      signal: new AbortController().signal,
    };
    expect(await command.run(run)).toBe(1);
    expect(said).toMatchObject([{ code: "not_allowed" }]);
  });
});

describe("who may do what", () => {
  const commandsOf = (role: PersonRole) =>
    operations
      .flatMap(({ kind, name, allowed }) => (kind === "command" && allowed === role && !name.startsWith("shell.") ? [name] : []))
      .sort();

  it("viewers look and say who they are, and a preparer syncs; a change of this list is a decision", () => {
    expect(operations.filter(({ kind, allowed }) => kind === "query" && allowed !== "viewer").map(({ name }) => name)).toEqual([]);
    expect(commandsOf("viewer")).toEqual([
      "backups.takeDue",
      "connections.cancelSignIn",
      "connections.rediscover",
      "data.export",
      "demo.make",
      "demo.playLater",
      "demo.start",
      // What the server refused: whose role was lowered has to be able to give it up.
      "firm.discard",
      // The firm's server decides: an administrator, or a person about a computer of their own.
      "firm.invite",
      "firm.join",
      "firm.leave",
      "firm.retry",
      "firm.revoke",
      "inbox.seen",
      "packs.cancel",
      "packs.show",
      // Everybody's own PIN, which its owner knows.
      "people.enterPin",
      "people.removePin",
      "people.setPin",
      "people.use",
      // Another program reads what a person here may read.
      "programs.ask",
      "signIn.cancel",
      "signIn.openAgain",
      "sync.plan",
      "tieOuts.run",
    ]);
  });

  it("reviewers decide over others' work, administrators over people, sign-ins and files", () => {
    expect(commandsOf("reviewer")).toEqual([
      "budgets.remove",
      "close.acceptTieOut",
      "close.override",
      "flux.return",
      "reconciliations.return",
      "reconciliations.setPolicies",
      "reconciliations.setPolicy",
      "review.import",
      "review.settle",
      "reviewNotes.clear",
      "reviewNotes.raise",
      "reviewNotes.reopen",
    ]);
    expect(commandsOf("admin")).toEqual([
      "backups.restore",
      "backups.setAutomatic",
      "certificates.forget",
      "close.setPolicy",
      "connections.disconnect",
      "connections.setLimits",
      "firm.create",
      "firm.setEnglish",
      "firm.setProfile",
      "firm.upgrade",
      "keys.import",
      "keys.revoke",
      "people.add",
      "people.change",
      "people.requirePins",
      "people.resetPin",
      // What other programs may read of the clients.
      "programs.set",
      "programs.undo",
      "safety.repair",
    ]);
  });
});

describe("what hosts do by themselves", () => {
  it("is in the files that start the core and its practice ledgers, and nowhere else", () => {
    const machinery = /^src\/main\/hosts\/(?:node\/(?:open-core|demo\/(?:demo-firm|demo-show|practice-ledgers))|electron\/open-shell)\.ts$/;
    const reaching = readSources("src/main/hosts")
      .map(({ path }) => path)
      .filter((path) => /\.context\b|\bcontext[:,]/.test(readFileSync(join(ROOT, path), "utf8")));
    expect(reaching.filter((path) => !machinery.test(path))).toEqual([]);
  });
});
