import { afterAll, beforeAll, expect, test } from "vitest";
import { type FirmGrants, grantsOnServer } from "#main/firm/grants.ts";
import { newIdentity, unseal } from "#main/firm/seal.ts";
import { sharedSecret } from "#main/firm/shared-secrets.ts";
import { sharedTokens } from "#main/firm/shared-tokens.ts";
import { systemClock } from "#main/hosts/node/clock.ts";
import type { Http } from "#main/ports/index.ts";
import { createOAuthRefreshSource, type GrantSource } from "#main/signin/oauth-refresh.ts";
import { readGrant } from "#main/store/server/grants.ts";
import { ok } from "#shared/kernel/result.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import { type JoinedMachine, must, run, type ServerFirm, serverFirm } from "#test/support/server-firm.ts";

interface Desk {
  readonly machine: JoinedMachine;
  readonly identity: string;
  readonly grants: FirmGrants;
  readonly source: GrantSource;
}

let firm: ServerFirm & { readonly admin: JoinedMachine };
let admin: Desk;
let rita: Desk;

/** A token endpoint whose refresh tokens work once. */
const endpoint = { valid: "r0", issued: 0, reused: 0 };
const http: Http = async ({ body }) => {
  const asked = new URLSearchParams(String(body)).get("refresh_token");
  const isGood = asked === endpoint.valid;
  if (isGood) endpoint.valid = `r${++endpoint.issued}`;
  else endpoint.reused++;
  const answer = isGood
    ? { access_token: `a${endpoint.issued}`, token_type: "bearer", expires_in: 1800, refresh_token: endpoint.valid }
    : { error: "invalid_grant" };
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  return {
    status: isGood ? 200 : 400,
    headers: { "content-type": "application/json" },
    body: new Uint8Array(bytes),
    wireBytes: bytes.length,
  };
};

async function desk(person: string, role: PersonRole, clients?: readonly string[]): Promise<Desk> {
  const { identity, recipient } = await newIdentity();
  const machine = await firm.join(person, role, { recipient, ...(clients === undefined ? {} : { clients }) });
  const grants = grantsOnServer({ server: machine.server, machineId: machine.machineId, identity, clock: systemClock });
  const secrets = new Map<string, string>();
  const source = createOAuthRefreshSource({
    config: { tokenUrl: "https://login.example/token", clientId: "app" },
    connectionId: "grant-1",
    ports: {
      clock: systemClock,
      http,
      random: Math.random,
      secrets: {
        kind: "memory",
        get: async (name) => secrets.get(name) ?? null,
        set: async (name, value) => void secrets.set(name, value),
        delete: async (name) => void secrets.delete(name),
      },
      env: () => undefined,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
    shared: sharedTokens(grants, "grant-1", async () => ["birch"]),
  });
  return { machine, identity, grants, source };
}

const sealed = async () => must(await admin.machine.server.read((db) => readGrant(db, "grant-1")));

beforeAll(async () => {
  firm = await serverFirm(["birch", "cedar"]);
  admin = await desk("Ada", "admin");
  rita = await desk("Rita", "reviewer");
});
afterAll(() => firm.end());

test("a sign-in on one computer works on the other, and the server can't read it", async () => {
  expect(await admin.source.adopt({ accessToken: "a0", refreshToken: "r0", seconds: 1800 })).toEqual(ok(null));
  expect((await sealed())?.ciphertext).toContain("BEGIN AGE ENCRYPTED FILE");
  expect(await rita.grants.read("grant-1")).toEqual(ok({ generation: 1, token: "r0" }));
  expect(await rita.source.token()).toEqual(ok("a1"));
  expect(await admin.grants.read("grant-1")).toEqual(ok({ generation: 2, token: "r1" }));
});

test("renewals at the same time take turns: no single-use token is used twice", async () => {
  const more = await Promise.all(["Pia", "Paul"].map((person) => desk(person, "preparer")));
  must(await admin.grants.resealAll());
  const all = [admin, rita, ...more];
  const renewed = await Promise.all(all.map(({ source }) => source.refresh("an older one")));
  expect(renewed.every(({ ok: isGood }) => isGood)).toBe(true);
  expect(endpoint.reused).toBe(0);
});

test("a computer that joins later can read it once an administrator's computer has shared it", async () => {
  const late = await desk("Lou", "preparer");
  expect(await late.grants.read("grant-1")).toMatchObject({ failure: { code: "secret_missing" } });
  expect(await rita.grants.resealAll()).toMatchObject({ failure: { code: "not_allowed" } });
  expect(await admin.grants.resealAll()).toEqual(ok(1));
  expect(await late.grants.read("grant-1")).toMatchObject({ ok: true, value: { token: endpoint.valid } });
  expect(await admin.grants.resealAll()).toEqual(ok(0));
});

test("a removed computer can't read what comes after, and people who work on other clients never could", async () => {
  const zoe = await desk("Zoe", "preparer", ["cedar"]);
  must(await admin.grants.resealAll());
  expect(await unseal((await sealed())?.ciphertext ?? "", rita.identity)).toBe(endpoint.valid);
  must(await admin.machine.server.read(run(`SELECT tieout.revoke_machine('${rita.machine.machineId}')`)));
  expect(await admin.grants.resealAll()).toEqual(ok(1));
  const after = await sealed();
  expect(await unseal(after?.ciphertext ?? "", rita.identity)).toBeNull();
  expect(await unseal(after?.ciphertext ?? "", zoe.identity)).toBeNull();
  expect(await zoe.grants.read("grant-1")).toEqual(ok(null));
  expect(await unseal(after?.ciphertext ?? "", admin.identity)).toBe(endpoint.valid);
});

test("the secret of the firm's own app works on every computer of its clients, and the newest one counts", async () => {
  const of = ({ grants }: Desk) => sharedSecret(grants, "neutral", async () => ["birch"]);
  const pat = await desk("Pat", "preparer");
  expect(await of(pat).read()).toEqual(ok(null));
  expect(await of(admin).keep("first secret")).toEqual(ok(null));
  expect(await of(pat).read()).toEqual(ok("first secret"));
  expect(await of(pat).keep("second secret")).toEqual(ok(null));
  expect(await of(admin).read()).toEqual(ok("second secret"));
  const kept = must(await firm.owner.read((db) => db.selectFrom("tieout.grant_secret").select("ciphertext").execute()));
  expect(kept.map(({ ciphertext }) => ciphertext).join()).not.toContain("second secret");
});
