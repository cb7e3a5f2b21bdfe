import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command, OptionValues } from "#main/hosts/node/commands/command.ts";
import { commands } from "#main/hosts/node/commands/index.ts";
import { CrashReports } from "#main/hosts/node/crash-reports.ts";
import type { OpenCore } from "#main/hosts/node/open-core.ts";
import type { Output } from "#main/hosts/node/output.ts";
import { makeCertificate } from "#main/signin/certificates.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";
import { findSecrets, folderPlaces, formsOf, type Place } from "#test/support/secret-search.ts";
import { type SignedInLab, signedInLab } from "#test/support/signed-in-core.ts";

const canary = (what: string): string => `canary-${what}-${randomBytes(24).toString("base64")}`;
const CLIENT_SECRET = canary("client+secret/of=the app");
const OAUTH1 = ["CONSUMER_KEY", "CONSUMER_SECRET", "TOKEN", "TOKEN_SECRET"] as const;

let lab: SignedInLab;
let core: OpenCore;
let clientId: string;
/** Everything that a page or a script received. */
const answered: string[] = [];
/** The data folder as the run left it. */
let places: Place[];
/** Secrets that no file and no page may contain. */
let planted: Map<string, string>;

function output(): Output {
  const say = (value: unknown): void => void answered.push(typeof value === "string" ? value : JSON.stringify(value));
  return {
    json: true,
    result: (value, lines) => say([value, lines]),
    text: say,
    rows: say,
    endRows: say,
    progress: say,
    failure: say,
  };
}

async function run(words: string, options: OptionValues = {}): Promise<number> {
  const [noun, verb = ""] = words.split(" ");
  const command = commands.find((one) => one.noun === noun && one.verb === verb) as Command;
  return command.run({
    door: core.runtime,
    finishRestore: core.finishRestore,
    goOn: core.resume,
    options,
    output: output(),
    signal: new AbortController().signal,
  });
}

async function ask(method: string, input: unknown): Promise<unknown> {
  const reply = await core.runtime.route(method, input);
  answered.push(JSON.stringify(reply));
  return reply.ok ? reply.value : null;
}

function bill(supplier: string, account: string, number: string): WriteOperation {
  return {
    kind: "create_document",
    document: {
      type: "purchase_bill",
      party: { id: supplier },
      number,
      issueDate: "2026-10-28",
      dueDate: "2026-11-28",
      currency: "NZD",
      lines: [{ kind: "account", accountId: account, description: "Paper", net: { amount: "90.00", currency: "NZD" } }],
    },
  } as unknown as WriteOperation;
}

/** A ledger that returns everything it was sent, including credentials. */
function echoing(): void {
  const { respond } = lab.simulated;
  lab.simulated.respond = async (request) => {
    const wants = String(request.body ?? "").includes("ECHO");
    if (!wants) return respond(request);
    const echo = { Message: `refused: ${JSON.stringify(request.headers)}`, Detail: request.headers.authorization };
    return { kind: "response", status: 400, headers: { "content-type": "application/json" }, body: JSON.stringify(echo) };
  };
}

async function write(): Promise<void> {
  const parties = await listed("party");
  const accounts = await listed("account");
  const account = accounts.find((one) => one.class === "expense")?.id ?? "";
  for (const number of ["P-1", "ECHO-1"])
    await ask("writes.submit", { clientId, operations: [bill(parties[0]?.id ?? "", account, number)], actionId: number });
}

async function listed(kind: "party" | "account"): Promise<{ id: string; class?: string }[]> {
  const { rows } = (await ask("records.list", { clientId, kind })) as { rows: { id: string; class?: string }[] };
  return rows;
}

/** Connections that can't be made: their secrets are handled anyway. */
async function failedConnections(folder: string): Promise<void> {
  const made = await makeCertificate({ name: "Planted", algorithm: "ES256" }, { nowMs: () => Date.now() });
  if (!made.ok) throw new Error(made.failure.message);
  planted.set("private key", made.value.privateKey.split("\n")[1] as string);
  const keyFile = join(folder, "key.pem");
  writeFileSync(keyFile, made.value.privateKey);
  await ask("certificates.import", { name: "Planted", privateKey: made.value.privateKey, certificate: made.value.certificate });
  for (const name of OAUTH1) {
    planted.set(name, canary(name));
    process.env[name] = planted.get(name);
  }
  const { baseUrl } = lab.listener;
  const base = { system: "ledger_c", name: "C", baseUrl };
  const certificate = {
    type: "oauth2_client_credentials",
    tokenUrl: `${baseUrl}/oauth/token`,
    clientId: "app",
    certificateId: "none",
    privateKeyFile: keyFile,
    algorithm: "ES256",
    scopes: [],
  };
  const token = {
    type: "oauth1_token",
    consumerKeyEnv: OAUTH1[0],
    consumerSecretEnv: OAUTH1[1],
    tokenEnv: OAUTH1[2],
    tokenSecretEnv: OAUTH1[3],
  };
  for (const [index, auth] of [certificate, token].entries()) {
    const client = (await ask("clients.add", { name: `C ${index}` })) as { clientId: string };
    await ask("connections.add", { clientId: client.clientId, file: JSON.stringify({ ...base, tenantId: `tenant-${index}`, auth }) });
  }
}

beforeAll(async () => {
  lab = await signedInLab({ secrets: "memory", clientSecret: CLIENT_SECRET });
  planted = lab.secrets;
  planted.set("client secret", CLIENT_SECRET);
  core = await lab.open();
  core.runtime.subscribe((event) => answered.push(JSON.stringify(event)));
  clientId = await lab.connect(core);
  expect((await lab.sync(core, clientId)).state).toBe("up_to_date");
  // Ended in the middle of the work: a renewal with rotation, and the page again.
  lab.expireAccess();
  expect((await lab.sync(core, clientId)).state).toBe("up_to_date");
  echoing();
  await write();
  const keys = mkdtempSync(join(tmpdir(), "tieout-planted-"));
  await failedConnections(keys);
  rmSync(keys, { recursive: true });
  const exports = join(lab.home, "exports");
  mkdirSync(exports);
  for (const format of ["csv", "ndjson"])
    await run("export", { client: clientId, what: "documents", format, out: join(exports, `d.${format}`) });
  for (const words of ["doctor", "connection list", "certificate list"]) await run(words);
  for (const words of ["connection show", "job list", "document list"]) await run(words, { client: clientId });
  await run("backup snapshot", {});
  await run("backup create", { out: join(exports, "backup.tieout") });
  for (const [method, input] of [
    ["connections.tokenState", { clientId }],
    ["connections.limits", { clientId }],
    ["clients.list", {}],
    ["certificates.list", {}],
    ["signIn.choices", {}],
    ["writes.list", { clientId }],
  ] as const)
    await ask(method, input);
  const secret = (name: string) => [...planted].find(([known]) => known.startsWith(name))?.[1] ?? "";
  const crash = new Error(`fetch failed for https://x.example/cb?code=${secret("code")} with Bearer ${secret("access_token")}`);
  new CrashReports(lab.home, { version: "0" }, () => Date.now()).write({ kind: "main-uncaught", error: crash });
  core.runtime.context.log.error(
    "test.defect",
    new Error(`authorization: Basic ${secret("authorization")} refresh_token=${secret("refresh_token")}`),
  );
  // The second half of a renewal whose answer is an error that repeats what was sent.
  const { exchange } = lab.simulated.tokens;
  lab.simulated.tokens.exchange = (form) => ({
    status: 400,
    body: JSON.stringify({ error: "invalid_grant", error_description: `${form.get("refresh_token")} is dead` }),
  });
  lab.expireAccess();
  expect((await lab.sync(core, clientId)).state).toBe("needs_sign_in");
  lab.simulated.tokens.exchange = exchange;
  await ask("connections.tokenState", { clientId });
  await run("doctor");
  places = [...folderPlaces(lab.home)];
}, 90_000);

afterAll(async () => {
  await core.close();
  for (const name of OAUTH1) delete process.env[name];
  await lab.close();
});

function spoken(): Place[] {
  // The address for the person contains the state and the challenge, which this list doesn't count as secrets.
  return [
    { name: "standard error", bytes: Buffer.from(lab.said.join("\n")) },
    { name: "answers and news", bytes: Buffer.from(answered.join("\n")) },
  ];
}

describe("planted secrets", () => {
  it("are many, and of every kind", () => {
    const kinds = new Set([...planted.keys()].map((name) => name.replace(/ \d+$/, "")));
    for (const kind of [
      "code",
      "code_verifier",
      "access_token",
      "refresh_token",
      "authorization",
      "client secret",
      "private key",
      ...OAUTH1,
    ])
      expect(kinds).toContain(kind);
    expect([...planted.keys()].filter((name) => name.startsWith("refresh_token")).length).toBeGreaterThanOrEqual(2);
  });

  it("went through a run that did all of it", () => {
    const text = answered.join("\n");
    expect(text).toContain("ledger_rejected");
    expect(text).toContain("needs_sign_in");
    expect(text).toContain('"outcome":"accepted"');
    // `connection show` and `doctor`, without a secret.
    for (const word of ["effectiveLimits", '"state":"signed_in"', "access token valid until", "sign-in of Signed-in Company"])
      expect(text).toContain(word);
    const files = places.map(({ name }) => name);
    for (const part of ["firm.sqlite", "logs/tieout.log", "crashes/", "exports/", ".sqlite-wal"])
      expect(files.some((name) => name.includes(part))).toBe(true);
  });

  it("are in no file of the data folder, in no form", () => {
    expect(findSecrets(places, planted)).toEqual([]);
  });

  it("are in nothing that was said or answered, in no form", () => {
    expect(findSecrets(spoken(), planted)).toEqual([]);
  });
});

describe("the search itself", () => {
  it("would have seen one in the log of this very run", () => {
    const [name, value] = [...planted].find(([known]) => known.startsWith("refresh_token")) as [string, string];
    core.runtime.context.log.info("test.leak", { value: Buffer.from(value).toString("base64url") });
    expect(findSecrets(folderPlaces(lab.home), planted)).toEqual([{ secret: name, place: join("logs", "tieout.log") }]);
  });

  it("finds a planted leak in every form and container", () => {
    const folder = mkdtempSync(join(tmpdir(), "tieout-leak-"));
    try {
      const secret = `s3cret/with+signs ${randomBytes(30).toString("base64")}`;
      const secrets = new Map([["it", secret]]);
      const file = join(folder, "one");
      const around = (form: Buffer): Buffer => Buffer.concat([randomBytes(7), form, randomBytes(5)]);
      const leaky: (readonly [string, () => Buffer])[] = [
        ...formsOf(secret).map((form, index) => [`form ${index}`, () => around(form)] as const),
        ["a longer text in base64", () => Buffer.from(Buffer.from(`user:${secret}:x`).toString("base64"))],
        ["gzip", () => gzipSync(`{"t":"${secret}"}`)],
        ["zstd", () => zstdCompressSync(Buffer.from(`${secret}\n`))],
        ["zip", () => Buffer.from(zipSync({ "a.json": Buffer.from(secret) }))],
      ];
      for (const [what, bytes] of leaky) {
        writeFileSync(file, bytes());
        expect([what, findSecrets(folderPlaces(folder), secrets).length > 0]).toEqual([what, true]);
      }
      writeFileSync(file, randomBytes(4_096));
      expect(findSecrets(folderPlaces(folder), secrets)).toEqual([]);
      const db = new Database(join(folder, "two.sqlite"));
      db.exec("PRAGMA page_size = 512; VACUUM; CREATE TABLE t (x BLOB)");
      db.prepare("INSERT INTO t VALUES (?)").run(zstdCompressSync(Buffer.from("y".repeat(3_000) + secret)));
      db.close();
      expect(findSecrets(folderPlaces(folder), secrets)).toContainEqual({ secret: "it", place: "two.sqlite:t unpacked" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
